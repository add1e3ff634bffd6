import { defineChannel } from '@atelier/kernel';
import type { DiagnosticsShape } from './generated.ts';

export type { Check, DiagnosticsShape, Happened, Level, Line, Place, Turn, Version } from './generated.ts';

/** Checks of the program, its log, and an anonymous report of both. */
export const DiagnosticsChannel = defineChannel<DiagnosticsShape>('diagnostics');
