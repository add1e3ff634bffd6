import { defineChannel } from '@atelier/kernel';
import type { DiagnosticsShape } from './generated.ts';

export type { Check, DiagnosticsShape, Level, Line, Place, Version } from './generated.ts';

/** Whether the program is in order, what it writes into its log, and a report of both. */
export const DiagnosticsChannel = defineChannel<DiagnosticsShape>('diagnostics');
