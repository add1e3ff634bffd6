import { resolve } from 'node:path';
import { fileSecrets, hostErrors, readKey } from '@atelier/kernel/host';
import type { ClosedProfile, exportArchive, importArchive } from '@atelier/kernel/start';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import type { StartArguments } from './arguments.ts';
import { line, terminalLocale } from './texts.ts';

/** Exports and imports everything of a profile that this process has not open. */
export interface Archives {
  readonly export: typeof exportArchive;
  readonly import: typeof importArchive;
  /** Asks the person at the terminal; what they type is not shown. */
  readonly passphrase: (question: string) => Promise<string>;
  /** A slip of the finger at the terminal is seen by nobody, and would close the keys for ever. */
  readonly asksTwice: boolean;
}

export interface ArchiveOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bundled: string;
  readonly program?: { readonly version: string };
  readonly archives?: Archives;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** `--export` and `--import`; resolves with the exit code. */
export async function moveArchive(options: ArchiveOptions, asked: StartArguments, userData: string): Promise<number> {
  const { env, bundled, program, archives, print, signal } = options;
  const { archive, keys } = asked;
  if (archives === undefined || archive === undefined) return 1;
  const locale = terminalLocale(env);
  const keyFile = pathIn(userData, 'key');
  const profile: ClosedProfile = { userData, bundled, version: program?.version, secrets: () => fileSecrets(readKey(keyFile), keyFile) };
  // npm runs scripts in the folder of the package; the person means the folder that they are in.
  const fileOf = (path: string) => resolve(env.INIT_CWD ?? process.cwd(), path);
  const file = fileOf('export' in archive ? archive.export : archive.import);
  const question = line('export' in archive ? 'newPassphrase' : 'passphrase', locale);
  const passphrase = keys ? await archives.passphrase(question) : undefined;
  if (keys && 'export' in archive && archives.asksTwice && (await archives.passphrase(line('samePassphrase', locale))) !== passphrase)
    throw hostErrors['host/passphrases-differ']({});
  const { told } = await archives['export' in archive ? 'export' : 'import'](profile, { file, passphrase, signal });
  for (const one of told) print(one.in(locale));
  return 0;
}
