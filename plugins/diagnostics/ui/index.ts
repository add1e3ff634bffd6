import { DiagnosticsNotes } from './diagnostics-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'diagnostics-notes': DiagnosticsNotes };
