import type { Locale } from '@atelier/kernel';

/** What is shown where the file that came with the program is missing. */
export const builtInChangelog: Readonly<Record<Locale, string>> = {
  en: 'The list of changes that came with this version is missing. What a newer version brings is shown here before you take it.',
  fr: 'La liste des changements livrée avec cette version manque. Ce qu’apporte une nouvelle version s’affiche ici avant que vous ne l’installiez.',
};
