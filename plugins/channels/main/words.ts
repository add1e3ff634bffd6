import type { Locale } from '@atelier/kernel';

const words = {
  en: { welcome: (title: string) => `You may write to this assistant through ${title} now.` },
  fr: { welcome: (title: string) => `Vous pouvez désormais écrire à cet assistant par ${title}.` },
} as const;

/** What Atelier itself answers through a channel. */
export const say = (locale: Locale, what: keyof (typeof words)['en'], title: string): string => words[locale][what](title);
