import { UiTranscript } from './ui-transcript.ts';

export type { TranscriptItem } from './rows.ts';
export { UiTranscript } from './ui-transcript.ts';

/** The element for long lists that open at their end. */
export const transcriptElements = { 'ui-transcript': UiTranscript };
