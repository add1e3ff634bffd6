import type { Locale } from '@atelier/kernel';

/** The words of a document. */
export const words = {
  fr: {
    user: 'Vous',
    assistant: 'Assistant',
    thinking: 'Réflexion',
    called: 'Appel',
    answered: 'Réponse',
    failed: 'Échec',
    unanswered: 'Sans réponse',
    image: 'Image',
    missingImage: 'Image absente',
    compaction: 'Résumé de ce qui précède',
    notice: 'Note',
    exported: 'Exporté d’Atelier le {date}',
    project: 'Projet',
    untitled: 'Conversation sans titre',
  },
  en: {
    user: 'You',
    assistant: 'Assistant',
    thinking: 'Thinking',
    called: 'Call',
    answered: 'Answer',
    failed: 'Failed',
    unanswered: 'No answer',
    image: 'Image',
    missingImage: 'Missing image',
    compaction: 'Summary of what came before',
    notice: 'Note',
    exported: 'Exported from Atelier on {date}',
    project: 'Project',
    untitled: 'Untitled conversation',
  },
} as const satisfies Record<Locale, Record<string, string>>;

export type Words = (typeof words)[Locale];

/** A moment as a person of this language writes it, and in the time zone of this machine. */
export function momentText(locale: Locale, at: number): string {
  const language = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
