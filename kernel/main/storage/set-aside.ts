import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { atomicWrite, makePrivateFolder, privateFile, syncFolder } from './atomic-write.ts';

/** A database as it was before another version of its extension opened it. */
export interface SetAside {
  /** The new version stays: what it made of the database counts. */
  drop(): void;
  /** Puts the database back as it was, or away where there was none. */
  restore(): void;
}

const marker = '.set-aside';
const parts = ['', '-wal', '-shm'];

/** Copies a database that nobody has open, so that a version which fails can be taken back with what it did to the data. */
export async function setAside(file: string): Promise<SetAside> {
  const folder = dirname(file);
  makePrivateFolder(folder);
  const there = parts.filter(part => existsSync(file + part));
  for (const part of there) copyFileSync(file + part, copyOf(file + part));
  // From here on an app that dies leaves word, and the next start puts the database back.
  await atomicWrite(join(folder, marker), Buffer.from(JSON.stringify({ file: basename(file), there })), privateFile);
  return { drop: () => drop(folder, file), restore: () => restore(folder, file, there) };
}

/** Finishes what a start that died in the middle of an update left. */
export function restoreSetAside(folder: string): string | undefined {
  const path = join(folder, marker);
  if (!existsSync(path)) return undefined;
  try {
    const { file, there } = JSON.parse(readFileSync(path, 'utf8')) as { file: string; there: readonly string[] };
    restore(
      folder,
      join(folder, basename(file)),
      parts.filter(part => there.includes(part)),
    );
    return file;
  } catch {
    rmSync(path, { force: true });
    return undefined;
  }
}

function restore(folder: string, file: string, there: readonly string[]): void {
  for (const part of parts) {
    if (!there.includes(part)) rmSync(file + part, { force: true });
    // A copy that is gone was put back by a restore that died after it.
    else if (existsSync(copyOf(file + part))) renameSync(copyOf(file + part), file + part);
  }
  forget(folder);
}

function drop(folder: string, file: string): void {
  forget(folder);
  for (const part of parts) rmSync(copyOf(file + part), { force: true });
}

function forget(folder: string): void {
  rmSync(join(folder, marker), { force: true });
  syncFolder(folder);
}

function copyOf(path: string): string {
  return `${path}.set-aside`;
}
