import type { Locale, PersonService } from '@atelier/kernel';
import type { Choices } from '../choices.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { Resident } from '../resident.ts';

export interface PersonParts {
  readonly choices: Choices;
  readonly language: () => Locale;
  /** Tells every window of the language. */
  spoken(locale: Locale): void;
  /** Tells every window that keys are different now. */
  bound(): void;
}

/** What the person chose, as one extension may read it; what came with the program may choose for them. */
export function personService(user: Resident, { choices, language, spoken, bound }: PersonParts): PersonService {
  const mayChoose = (verb: string): void => {
    if (!user.found.bundled) throw extensionErrors['extension/not-allowed']({ id: user.found.id, verb });
  };
  return {
    language: async () => language(),
    chooseLanguage: async locale => {
      mayChoose('choose the language');
      if (choices.language === locale) return;
      await choices.decideLanguage(locale);
      spoken(locale);
    },
    keys: async () => choices.keys,
    chooseKeys: async (command, keys) => {
      mayChoose('choose keys');
      await choices.decideKeys(command, keys);
      bound();
    },
  };
}
