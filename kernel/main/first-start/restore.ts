import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { updateErrors } from '../errors/update.ts';
import { makePrivateFolder, syncFolder } from '../storage/atomic-write.ts';
import { holdsKeys, profileFiles } from './copied-files.ts';
import { type CopyNote, copyFiles, copyFolder, hashOf, readNote } from './copy.ts';
import { readRecord, writeRecord } from './record.ts';

/** The result of a restore. */
export interface Restored {
  /** The version that the restored data belong to. */
  readonly version: string;
  /** The folder of the data that the newer version had made. */
  readonly aside: string;
}

/** Restores the data as they were before the newest update. If it is killed half-way, the next start of any version finishes it. */
export async function restoreProfile(userData: string): Promise<Restored> {
  const record = readRecord(userData);
  if (record?.pending?.step === 'restoring') return await finishRestore(userData, record.pending.to);
  const to = record?.pending?.to ?? record?.version;
  const copy = copyFolder(userData, to ?? '');
  const note = to === undefined ? undefined : readNote(copy);
  if (to === undefined || note === undefined) throw updateErrors['update/nothing-to-restore']({ folder: dirname(copy) });
  // Checked before anything is moved: once begun, the restore must be able to finish.
  check(copy, note);
  rmSync(readyFolder(copy), { recursive: true, force: true });
  await writeRecord(userData, { version: note.version, pending: { to, step: 'restoring', tries: 0 } });
  return await finishRestore(userData, to);
}

/** Continues an interrupted restore. Every step may be done twice. */
export async function finishRestore(userData: string, to: string): Promise<Restored> {
  const copy = copyFolder(userData, to);
  const note = readNote(copy);
  if (note === undefined) throw updateErrors['update/copy-damaged']({ copy, file: 'copy.json' });
  const aside = pathIn(userData, 'afterUpdate', { version: to });
  const ready = readyFolder(copy);
  // The copy is first completed beside the profile, so that only renames remain; only then is anything moved away.
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
    // A file that was already restored is not in `ready` any more, and stays.
    const isRestored = wanted.has(path) && !existsSync(join(ready, path));
    const isKept = !wanted.has(path) && holdsKeys(path);
    if (!isRestored && !isKept) move(join(userData, path), join(aside, path));
    if (path.endsWith('.sqlite')) rmSync(join(userData, `${path}-shm`), { force: true });
  }
  for (const { path } of note.files) if (existsSync(join(ready, path))) move(join(ready, path), join(userData, path));
  await writeRecord(userData, { version: note.version });
  rmSync(ready, { recursive: true, force: true });
  return { version: note.version, aside };
}

/** The folder of the files that are about to be restored. */
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
