import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readRegularSync } from '../../children/regular-file.ts';
import { atomicWrite, makePrivateFolder, privateFile, syncFolder } from './atomic-write.ts';

/** A copy of a database from before another version of its extension opened it. */
export interface DatabaseSnapshot {
  /** The new version stays: discards the copy. */
  drop(): void;
  /** Restores the database as it was, or deletes it if there was none. */
  restore(): void;
}

interface Note {
  readonly file: string;
  /** Which of its files existed. */
  readonly there: readonly string[];
  /** Says that the database was created; it goes with a database that was not there before. */
  readonly mark: string;
}

const parts = ['', '-wal', '-shm'];

/** Copies a database that is not open, so that a version which fails can be undone together with its changes of the data. */
export async function takeSnapshot(file: string, mark: string): Promise<DatabaseSnapshot> {
  const data = dirname(file);
  const aside = snapshotFolderIn(data);
  rmSync(aside, { recursive: true, force: true });
  makePrivateFolder(aside);
  const note: Note = { file: basename(file), there: parts.filter(part => existsSync(file + part)), mark };
  for (const part of note.there) copyFileSync(file + part, join(aside, note.file + part));
  // From here on, if the app dies, the next start finds this note and restores the database.
  await atomicWrite(noteIn(aside), Buffer.from(JSON.stringify(note)), privateFile);
  return { drop: () => forget(data), restore: () => restore(data, note) };
}

/** Restores a database after the app died in the middle of an update; returns which database. */
export function restoreSnapshot(data: string): string | undefined {
  const aside = snapshotFolderIn(data);
  if (!existsSync(aside)) return undefined;
  const note = readNote(aside);
  if (note === undefined) forget(data);
  else restore(data, note);
  return note?.file;
}

function restore(data: string, { file, there, mark }: Note): void {
  if (there.length === 0 && mark !== undefined) rmSync(mark, { force: true });
  for (const part of parts) {
    const copy = join(snapshotFolderIn(data), file + part);
    if (!there.includes(part)) rmSync(join(data, file + part), { force: true });
    // A missing copy was restored already, before that restore died.
    else if (existsSync(copy)) renameSync(copy, join(data, file + part));
  }
  forget(data);
}

/** The note is deleted first: without it the copies have no effect. */
function forget(data: string): void {
  rmSync(noteIn(snapshotFolderIn(data)), { force: true });
  rmSync(snapshotFolderIn(data), { recursive: true, force: true });
  syncFolder(data);
}

function readNote(aside: string): Note | undefined {
  try {
    return JSON.parse(readRegularSync(noteIn(aside))) as Note;
  } catch {
    return undefined;
  }
}

function snapshotFolderIn(data: string): string {
  return join(data, '.set-aside');
}

function noteIn(aside: string): string {
  return join(aside, 'note.json');
}
