import type { Locale, PersonService } from '@atelier/kernel';
import type { Decisions } from '../decisions.ts';

export interface PersonParts {
  readonly decisions: Decisions;
  readonly language: () => Locale;
  /** Called when the language has changed. */
  onLanguage(locale: Locale): void;
  /** Called when the keys of a command have changed. */
  onKeys(): void;
}

/** Reads and changes preferences of the person. */
export function personService({ decisions, language, onLanguage, onKeys }: PersonParts): PersonService {
  return {
    language: async () => language(),
    chooseLanguage: async locale => {
      if (decisions.language === locale) return;
      await decisions.decideLanguage(locale);
      onLanguage(locale);
    },
    keys: async () => decisions.keys,
    chooseKeys: async (command, keys) => {
      await decisions.decideKeys(command, keys);
      onKeys();
    },
  };
}
