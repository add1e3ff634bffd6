import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileSecrets, readKey } from '@atelier/kernel/host';
import Driver from 'better-sqlite3';
import { exportedAs } from '../../kernel/main/archive/content.ts';
import { takeOver } from '../../kernel/main/archive/take-over.ts';
import { type ClosedProfile, exportArchive, importArchive } from '../../kernel/main/archive/without-kernel.ts';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { profilePlaces } from './profile-places.ts';

export const passphrase = 'correct horse battery';

/** The file of each row, without what its way of writing puts beside it. */
export const ownPlaces = profilePlaces.filter(({ name }, at) => profilePlaces.findIndex(one => one.name === name) === at);

/** A file in every row of the layout, with `what` in each of them. */
export function filledProfile(userData: string, what: string): void {
  for (const { path, isFolder, name } of ownPlaces) {
    // What imports use has tests of its own, and secrets are sealed.
    if (['incoming', 'incomingPartial', 'replacedProfile', 'rehearsal', 'secrets'].includes(name)) continue;
    const file = join(userData, path);
    mkdirSync(isFolder ? file : dirname(file), { recursive: true, mode: 0o700 });
    if (isFolder) continue;
    const as = exportedAs(name);
    if (as === 'database') writeDatabase(file, what);
    else if (name === 'key') writeFileSync(file, Buffer.alloc(32, what), { mode: 0o600 });
    else if (as === 'choices')
      writeFileSync(file, JSON.stringify({ extensions: { [`@acme/${what}`]: { enabled: false } }, language: 'en' }));
    else if (as === 'sealed' || as === 'withoutKeys') writeFileSync(file, JSON.stringify({ what, apiKey: `key of ${what}` }));
    else writeFileSync(file, what);
  }
}

export function writeDatabase(file: string, what: string, version = 10): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Driver(file);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE IF NOT EXISTS words (word TEXT NOT NULL, bytes BLOB) STRICT; DELETE FROM words');
  database.prepare('INSERT INTO words VALUES (?, ?)').run(what, Buffer.from(what));
  database.pragma(`user_version = ${version}`);
  database.close();
}

export function wordsIn(file: string): readonly unknown[] {
  const database = new Driver(file, { readonly: true });
  try {
    return database.prepare('SELECT word FROM words').pluck().all();
  } finally {
    database.close();
  }
}

/** A folder with profiles, archives and no bundled plugins; `version` is that of the program. */
export function places(version: string | undefined = undefined) {
  const folder = tempFolder();
  const bundled = folder.file('bundled');
  mkdirSync(bundled);
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const profile = (name: string): ClosedProfile => {
    const userData = folder.file(name);
    mkdirSync(userData, { recursive: true, mode: 0o700 });
    const key = join(userData, 'key');
    return { userData, bundled, version, secrets: () => fileSecrets(readKey(key), key) };
  };
  return {
    folder,
    profile,
    file: (name: string) => folder.file(name),
    export: (from: ClosedProfile, name: string, phrase?: string): ReturnType<typeof exportArchive> =>
      exportArchive(from, { file: folder.file(name), ...(phrase !== undefined && { passphrase: phrase }) }),
    import: (into: ClosedProfile, name: string, phrase?: string): ReturnType<typeof importArchive> =>
      importArchive(into, { file: folder.file(name), ...(phrase !== undefined && { passphrase: phrase }) }),
    /** What the next start does first. */
    start: async ({ userData }: ClosedProfile) => (await takeOver({ userData, found: [], log })).map(({ code }) => code),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Every file below a folder, with its content. */
export function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const all = files
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]);
  return Object.fromEntries(all.sort());
}

/** The code of the error that a work ends with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code ?? String(error),
  );
}
