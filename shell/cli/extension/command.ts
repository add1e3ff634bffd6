import { resolve } from 'node:path';

/** The arguments of a command for authors. */
export interface Invocation {
  /** The folder of Atelier. */
  readonly root: string;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly locale: 'en' | 'fr';
}

/** The result of a command: a record for programs, lines for people. */
export interface CommandResult {
  readonly ok: boolean;
  readonly record: object;
  readonly lines: readonly string[];
}

/** The extension's folder: the first argument, or the current folder. */
export function folderOf({ positionals }: Invocation): string {
  return resolve(positionals[0] ?? '.');
}
