import { defineChannel } from '@atelier/kernel';
import type { TelemetryShape } from './generated.ts';

export type { Report, Telemetry, TelemetryShape } from './generated.ts';

/** Anonymous error reports: collected, shown and sent only with the person's consent. */
export const TelemetryChannel = defineChannel<TelemetryShape>('telemetry');
