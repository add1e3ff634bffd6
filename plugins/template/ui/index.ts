import { TemplateNotes } from './template-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'template-notes': TemplateNotes };
