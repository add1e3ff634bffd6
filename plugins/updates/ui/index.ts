import { UpdatesNotes } from './updates-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'updates-notes': UpdatesNotes };
