const fr = { conversation: 'Conversation' };

/** The transcript's own texts. */
export type TranscriptWords = typeof fr;

const en: TranscriptWords = { conversation: 'Conversation' };

/** These texts in the language of the document. */
export function transcriptTexts(): TranscriptWords {
  return document.documentElement.lang.toLowerCase().startsWith('en') ? en : fr;
}
