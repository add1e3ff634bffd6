import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream, lstatSync, readFileSync } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { absent, fileState, linkState, other, type State, unreadable } from './state.ts';

/** The content of a larger file is not kept. */
export const mostKept = 5 * 1024 * 1024;
/** Of a larger one not even the hash is made; its size and time stand for it. */
const mostHashed = 64 * 1024 * 1024;

/** Up to here the time of the reading itself does not count. */
const mostAtOnce = 256 * 1024;

/** What stood at a path when it was looked at. */
export interface Look {
  readonly state: State;
  /** All of it, where it is a file that can be kept. */
  readonly bytes?: Buffer;
  readonly size: number;
  /** Of the moment: the same stamp means that nothing was written since. */
  readonly stamp: string;
}

export const nothing: Look = { state: absent, size: 0, stamp: '-' };

/** Looks at a path without following a link at its end. Never throws: what cannot be read is a state too. */
export async function look(path: string): Promise<Look> {
  let stats: BigIntStats;
  try {
    stats = await lstat(path, { bigint: true });
  } catch (error) {
    return isMissing(error) ? nothing : { ...nothing, state: unreadable };
  }
  const stamp = stampOf(stats);
  const size = Number(stats.size);
  const mode = Number(stats.mode);
  try {
    if (stats.isSymbolicLink()) return { state: linkState(await readlink(path)), size, stamp };
    if (!stats.isFile()) return { state: other, size: 0, stamp };
    if (size > mostHashed) return { state: fileState(`large-${stats.size}-${stats.mtimeNs}`, mode), size, stamp };
    if (size > mostKept) return { state: fileState(await streamedHash(path), mode), size, stamp };
    const bytes = await readFile(path);
    return { state: fileState(hash(bytes), mode), bytes, size: bytes.length, stamp };
  } catch (error) {
    // Gone between the two, or not ours to read.
    return isMissing(error) ? nothing : { state: unreadable, size, stamp };
  }
}

/** The same for one file that is waited for: a small one is read at once, which takes less than asking for it. */
export async function lookNow(path: string): Promise<Look> {
  try {
    const stats = lstatSync(path, { bigint: true });
    if (!stats.isFile() || stats.size > mostAtOnce) return await look(path);
    const bytes = readFileSync(path);
    return { state: fileState(hash(bytes), Number(stats.mode)), bytes, size: bytes.length, stamp: stampOf(stats) };
  } catch {
    return await look(path);
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

/** As if a file with this content had been looked at. */
export function lookOf(bytes: Buffer, mode = 0o644): Look {
  return { state: fileState(hash(bytes), mode), size: bytes.length, stamp: '', ...(bytes.length <= mostKept && { bytes }) };
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As git sees it: a zero byte near the beginning. */
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
