import type { Locale } from './error.ts';
import { defineToken } from './token.ts';

export interface PersonService {
  /** The language that the person chose; before that the language of the machine, or French. */
  language(): Promise<Locale>;
  /** Sets the language of every window and of every text of a main side, from now on. */
  chooseLanguage(locale: Locale): Promise<void>;
  /** The keys that the person assigned to commands, by command; an empty list means a command without keys. */
  keys(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Assigns keys to a command in place of those of its manifest; undefined restores those of the manifest. */
  chooseKeys(command: string, keys: readonly string[] | undefined): Promise<void>;
}

/** Preferences of the person that the kernel needs before any extension is awake. */
export const Person = defineToken<PersonService>('@atelier/kernel:Person@1', {
  language: 'everybody',
  chooseLanguage: 'bundled',
  keys: 'everybody',
  chooseKeys: 'bundled',
});
