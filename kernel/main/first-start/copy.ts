import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../../children/regular-file.ts';
import { builtinCrypto } from '../builtin-crypto.ts';
import { updateErrors } from '../errors/update.ts';
import { bareReasonOf } from '../reason.ts';
import { atomicWrite, makePrivateFolder, privateFile, syncFolder } from '../storage/atomic-write.ts';
import { holdsKeys, type ProfileFile, profileFiles } from './copied-files.ts';

/** The contents of a copy, checked when it is restored. */
export interface CopiedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export interface CopyNote {
  readonly version: string;
  readonly files: readonly CopiedFile[];
}

const noteName = 'copy.json';
const chunkBytes = 1024 * 1024;
const megabyte = 1024 * 1024;
/** Space that must remain free beside the copies, for what the app writes meanwhile. */
const reserveBytes = 64 * megabyte;

/** The folder of the copy that was made before a version. */
export function copyFolder(userData: string, to: string): string {
  return pathIn(userData, 'beforeUpdate', { version: to });
}

/** Throws if the disk has no room for the copy, the rehearsal's copy, and what the migrations write. */
export function demandSpace(userData: string, to: string, freeOf: (folder: string) => number): void {
  const size = profileFiles(userData).reduce((sum, file) => sum + file.size, 0);
  const [need, free] = [3 * size + reserveBytes, freeOf(userData)];
  if (free >= need) return;
  throw updateErrors['update/no-space']({
    to,
    folder: userData,
    free: Math.floor(free / megabyte),
    need: Math.ceil(need / megabyte),
  });
}

/** The bytes that this user may still write on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Copies everything that a new version may change. The copy gets its name only once it is complete and durable. */
export async function copyProfile(userData: string, from: string, to: string): Promise<void> {
  const folder = copyFolder(userData, to);
  const partial = `${folder}.partial`;
  try {
    rmSync(partial, { recursive: true, force: true });
    const files = copyFiles(userData, profileFiles(userData), partial);
    const note: CopyNote = { version: from, files };
    await atomicWrite(join(partial, noteName), Buffer.from(`${JSON.stringify(note)}\n`), privateFile);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw updateErrors['update/copy-failed']({ to, folder: userData, reason: bareReasonOf(error) }, error);
  }
}

/** Copies files to the same paths below another folder, each of them durable before the next. */
export function copyFiles(from: string, files: readonly Pick<ProfileFile, 'path'>[], to: string): readonly CopiedFile[] {
  makePrivateFolder(to);
  const folders = new Set([to]);
  const copied = files.map(({ path }) => {
    const target = join(to, path);
    makePrivateFolder(dirname(target));
    folders.add(dirname(target));
    return { path, ...copyFile(join(from, path), target) };
  });
  for (const folder of folders) syncFolder(folder);
  return copied;
}

/** Reads the note of a copy; undefined if the copy was not finished. */
export function readNote(folder: string): CopyNote | undefined {
  try {
    const note = JSON.parse(readRegularSync(join(folder, noteName))) as CopyNote;
    return typeof note.version === 'string' && Array.isArray(note.files) ? note : undefined;
  } catch {
    return undefined;
  }
}

/** Called once the version has started well: deletes older copies, and the files with keys of this one. */
export async function keepOnly(userData: string, to: string): Promise<void> {
  const folder = copyFolder(userData, to);
  const note = readNote(folder);
  if (note !== undefined) {
    const files = note.files.filter(({ path }) => !holdsKeys(path));
    await atomicWrite(join(folder, noteName), Buffer.from(`${JSON.stringify({ ...note, files })}\n`), privateFile);
    for (const { path } of note.files.filter(file => holdsKeys(file.path))) rmSync(join(folder, path), { force: true });
  }
  const backups = dirname(folder);
  if (!existsSync(backups)) return;
  for (const name of readdirSync(backups)) {
    if (/^(?:before|after)-/.test(name) && join(backups, name) !== folder) rmSync(join(backups, name), { recursive: true, force: true });
  }
}

/** The hash of a file. */
export function hashOf(file: string): { readonly size: number; readonly sha256: string } {
  return streamed(file, () => undefined);
}

function copyFile(from: string, to: string): { readonly size: number; readonly sha256: string } {
  const target = openSync(to, 'wx', privateFile);
  try {
    const hash = streamed(from, bytes => {
      // Near a full disk a write may be partial without an error.
      for (let offset = 0; offset < bytes.length; ) {
        const written = writeSync(target, bytes, offset);
        if (written === 0) throw Object.assign(new Error('ENOSPC: the disk took no more bytes'), { code: 'ENOSPC' });
        offset += written;
      }
    });
    fsyncSync(target);
    return hash;
  } finally {
    closeSync(target);
  }
}

function streamed(file: string, take: (bytes: Uint8Array) => void): { readonly size: number; readonly sha256: string } {
  const hash = builtinCrypto().createHash('sha256');
  const buffer = Buffer.alloc(chunkBytes);
  const source = openSync(file, 'r');
  let size = 0;
  try {
    for (;;) {
      const read = readSync(source, buffer, 0, chunkBytes, null);
      if (read === 0) return { size, sha256: hash.digest('hex') };
      const bytes = buffer.subarray(0, read);
      hash.update(bytes);
      take(bytes);
      size += read;
    }
  } finally {
    closeSync(source);
  }
}
