import { defineChannel } from '@atelier/kernel';
import type { TelemetryShape } from './generated.ts';

export type { Note } from './generated.ts';

/** Lists the notes and tells when there are more. */
export const TelemetryChannel = defineChannel<TelemetryShape>('telemetry');
