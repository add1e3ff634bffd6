import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream, lstatSync, readFileSync } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { absent, fileState, linkState, other, type State, unreadable } from './state.ts';

/** The content of a larger file is not kept. */
export const maxKept = 5 * 1024 * 1024;
/** A larger file is not hashed; its size and time identify its content. */
const maxHashed = 64 * 1024 * 1024;

/** Files up to this size are read synchronously. */
const maxSyncRead = 256 * 1024;

/** What was at a path when it was read. */
export interface Snapshot {
  readonly state: State;
  /** The content, if it is a file that can be kept. */
  readonly bytes?: Buffer;
  readonly size: number;
  /** Size, times and inode; an equal stamp means that nothing was written since. */
  readonly stamp: string;
}

export const missing: Snapshot = { state: absent, size: 0, stamp: '-' };

/** Reads a path without following a link at its end. Never throws: an unreadable path has its own state. */
export async function readSnapshot(path: string): Promise<Snapshot> {
  let stats: BigIntStats;
  try {
    stats = await lstat(path, { bigint: true });
  } catch (error) {
    return isMissing(error) ? missing : { ...missing, state: unreadable };
  }
  const stamp = stampOf(stats);
  const size = Number(stats.size);
  const mode = Number(stats.mode);
  try {
    if (stats.isSymbolicLink()) return { state: linkState(await readlink(path)), size, stamp };
    if (!stats.isFile()) return { state: other, size: 0, stamp };
    if (size > maxHashed) return { state: fileState(`large-${stats.size}-${stats.mtimeNs}`, mode), size, stamp };
    if (size > maxKept) return { state: fileState(await streamedHash(path), mode), size, stamp };
    const bytes = await readFile(path);
    return { state: fileState(hash(bytes), mode), bytes, size: bytes.length, stamp };
  } catch (error) {
    // Deleted in between, or not readable.
    return isMissing(error) ? missing : { state: unreadable, size, stamp };
  }
}

/** The same for one file that the caller waits for: small files are read synchronously, which is faster. */
export async function readSnapshotNow(path: string): Promise<Snapshot> {
  try {
    const stats = lstatSync(path, { bigint: true });
    if (!stats.isFile() || stats.size > maxSyncRead) return await readSnapshot(path);
    const bytes = readFileSync(path);
    return { state: fileState(hash(bytes), Number(stats.mode)), bytes, size: bytes.length, stamp: stampOf(stats) };
  } catch {
    return await readSnapshot(path);
  }
}

/** Only the stamp, to see whether anything was written. */
export async function stampAt(path: string): Promise<string> {
  try {
    return stampOf(await lstat(path, { bigint: true }));
  } catch (error) {
    return isMissing(error) ? '-' : '!';
  }
}

/** The result of reading a file with this content. */
export function snapshotOf(bytes: Buffer, mode = 0o644): Snapshot {
  return { state: fileState(hash(bytes), mode), size: bytes.length, stamp: '', ...(bytes.length <= maxKept && { bytes }) };
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As in git: a zero byte in the first 8000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

function stampOf(stats: BigIntStats): string {
  return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`;
}

async function streamedHash(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path)) sum.update(piece as Buffer);
  return sum.digest('hex');
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
