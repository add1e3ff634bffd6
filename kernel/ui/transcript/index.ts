import { UiTranscript } from './ui-transcript.ts';

export type { TranscriptItem } from './rows.ts';
export { UiTranscript } from './ui-transcript.ts';

/** The element of long lists that are read from their end. */
export const transcriptElements = { 'ui-transcript': UiTranscript };
