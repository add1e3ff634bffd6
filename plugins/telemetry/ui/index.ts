import { TelemetryNotes } from './telemetry-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'telemetry-notes': TelemetryNotes };
