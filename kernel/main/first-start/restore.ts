import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { updateErrors } from '../errors/update.ts';
import { makePrivateFolder, syncFolder } from '../storage/atomic-write.ts';
import { holdsKeys, profileFiles } from './copied-files.ts';
import { type CopyNote, copyFiles, copyFolder, hashOf, readNote } from './copy.ts';
import { readRecord, writeRecord } from './record.ts';

/** What came of putting the data back. */
export interface Restored {
  /** The version whose data they are. */
  readonly version: string;
  /** Where the data lie that the newer version had made of them. */
  readonly aside: string;
}

/** Puts the data back as they were before the newest update. Killed half-way, the next start of any version finishes it. */
export async function restoreProfile(userData: string): Promise<Restored> {
  const record = readRecord(userData);
  if (record?.pending?.step === 'restoring') return await finishRestore(userData, record.pending.to);
  const to = record?.pending?.to ?? record?.version;
  const copy = copyFolder(userData, to ?? '');
  const note = to === undefined ? undefined : readNote(copy);
  if (to === undefined || note === undefined) throw updateErrors['update/nothing-to-restore']({ folder: dirname(copy) });
  // Before anything is moved: once it has begun it must be able to finish.
  check(copy, note);
  rmSync(readyFolder(copy), { recursive: true, force: true });
  await writeRecord(userData, { version: note.version, pending: { to, step: 'restoring', tries: 0 } });
  return await finishRestore(userData, to);
}

/** Goes on where a restore was cut off. Every step may be done twice. */
export async function finishRestore(userData: string, to: string): Promise<Restored> {
  const copy = copyFolder(userData, to);
  const note = readNote(copy);
  if (note === undefined) throw updateErrors['update/copy-damaged']({ copy, file: 'copy.json' });
  const aside = join(dirname(copy), `after-${to}`);
  const ready = readyFolder(copy);
  // Whole beside the profile first, so that only renames are left; and only then is anything moved away.
  if (!existsSync(ready)) {
    const partial = `${ready}.partial`;
    rmSync(partial, { recursive: true, force: true });
    copyFiles(copy, note.files, partial);
    rmSync(aside, { recursive: true, force: true });
    renameSync(partial, ready);
    syncFolder(dirname(ready));
  }
  const wanted = new Set(note.files.map(({ path }) => path));
  for (const { path } of profileFiles(userData)) {
    // One that was put back already is not in `ready` any more, and stays.
    const isBack = wanted.has(path) && !existsSync(join(ready, path));
    const isKept = !wanted.has(path) && holdsKeys(path);
    if (!isBack && !isKept) move(join(userData, path), join(aside, path));
    if (path.endsWith('.sqlite')) rmSync(join(userData, `${path}-shm`), { force: true });
  }
  for (const { path } of note.files) if (existsSync(join(ready, path))) move(join(ready, path), join(userData, path));
  await writeRecord(userData, { version: note.version });
  rmSync(ready, { recursive: true, force: true });
  return { version: note.version, aside };
}

/** Where the files lie that are about to be put back. */
function readyFolder(copy: string): string {
  return `${copy}.ready`;
}

function check(copy: string, { files }: CopyNote): void {
  for (const { path, size, sha256 } of files) {
    const file = join(copy, path);
    const found = existsSync(file) ? hashOf(file) : undefined;
    if (found?.size !== size || found.sha256 !== sha256) throw updateErrors['update/copy-damaged']({ copy, file: path });
  }
}

function move(from: string, to: string): void {
  makePrivateFolder(dirname(to));
  renameSync(from, to);
  syncFolder(dirname(to));
  syncFolder(dirname(from));
}
