import { defineChannel } from '@atelier/kernel';
import type { TelemetryShape } from './generated.ts';

export type { Report, Telemetry, TelemetryShape } from './generated.ts';

/** Anonymous error reports: kept, shown and sent only where the person said yes. */
export const TelemetryChannel = defineChannel<TelemetryShape>('telemetry');
