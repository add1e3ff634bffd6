import { rmSync, statSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { builtinCrypto } from '../builtin-crypto.ts';
import { privateFile, writeAll } from './atomic-write.ts';

const reserveBytes = 16 * 1024 * 1024;
const name = '.reserve';

/**
 * Reserves 16 MB of the disk for when it is full: deleting rows needs room too. Does nothing if the reserve exists, or if the
 * disk has less than four times as much free. Fails silently: an app without a reserve still works.
 */
export async function keepReserve(folder: string): Promise<boolean> {
  const file = join(folder, name);
  const temporary = `${file}.new`;
  try {
    if (await holds(file)) return true;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < 4 * reserveBytes) return false;
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'wx', privateFile);
    try {
      // Zeros would take no room on a file system that compresses.
      const block = builtinCrypto().randomFillSync(new Uint8Array(1024 * 1024));
      for (let written = 0; written < reserveBytes; written += block.length) await writeAll(block, rest => handle.write(rest));
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return true;
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
    return false;
  }
}

/** Frees the reserve so that the person can clean up; false if there was none. */
export function freeReserve(folder: string): boolean {
  const file = join(folder, name);
  try {
    const had = statSync(file, { throwIfNoEntry: false }) !== undefined;
    rmSync(file, { force: true });
    return had;
  } catch {
    return false;
  }
}

async function holds(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size >= reserveBytes;
  } catch {
    return false;
  }
}
