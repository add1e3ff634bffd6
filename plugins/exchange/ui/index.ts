import { ExchangeNotes } from './exchange-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'exchange-notes': ExchangeNotes };
