import type { Locale } from '@atelier/kernel';

/** The labels of an exported document. */
export const labels = {
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

export type Labels = (typeof labels)[Locale];

/** A date and time in the format of the language, in the local time zone. */
export function dateTimeText(locale: Locale, at: number): string {
  const language = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
