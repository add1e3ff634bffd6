const fr = { conversation: 'Conversation' };

/** The words of a transcript. */
export type TranscriptWords = typeof fr;

const en: TranscriptWords = { conversation: 'Conversation' };

/** The words in the language of the document. */
export function transcriptWords(): TranscriptWords {
  return document.documentElement.lang.toLowerCase().startsWith('en') ? en : fr;
}
