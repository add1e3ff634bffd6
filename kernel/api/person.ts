import type { Locale } from './error.ts';
import { defineToken } from './token.ts';

export interface PersonService {
  /** The language that the person chose; until then that of the machine, or French. */
  language(): Promise<Locale>;
  /** From now on every window and every sentence of a main side is in it. Only bundled plugins may. */
  chooseLanguage(locale: Locale): Promise<void>;
  /** The keys that the person gave to commands, by command; an empty list is a command without keys. */
  keys(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Gives a command these keys instead of those of its manifest; undefined gives it those back. Only bundled plugins may. */
  chooseKeys(command: string, keys: readonly string[] | undefined): Promise<void>;
}

/** What the person chose that the kernel has to know before any extension is awake. */
export const Person = defineToken<PersonService>('@atelier/kernel:Person@1');
