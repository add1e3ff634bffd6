import { ThroughputNotes } from './throughput-notes.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'throughput-notes': ThroughputNotes };
