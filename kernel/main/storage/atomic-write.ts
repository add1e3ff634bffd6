import { chmodSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { builtinCrypto } from '../builtin-crypto.ts';

/** The mode of a file that only this user may read and write. */
export const privateFile = 0o600;
/** The same for a folder. */
export const privateFolder = 0o700;

/**
 * Replaces the file as a whole or not at all, also if the power fails. Durable when the promise resolves, and at no time
 * accessible with more rights than `mode`, whatever the umask. A link is replaced, not followed.
 */
export async function atomicWrite(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const temporary = join(dirname(path), `${temporaryPrefix(path)}${process.pid}-${builtinCrypto().randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode & privateFile);
    try {
      await handle.chmod(mode);
      await writeAll(bytes, (rest: Uint8Array) => handle.write(rest));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Writes a small file before it returns, as a whole and durably. Only one process may write it at a time. */
export function writeDurably(path: string, text: string, mode: number): void {
  const temporary = `${path}.new`;
  const descriptor = openSync(temporary, 'w', mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Writes all bytes: near a full disk a write may be partial without an error. */
export async function writeAll(bytes: Uint8Array, write: (rest: Uint8Array) => Promise<{ bytesWritten: number }>): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesWritten } = await write(bytes.subarray(offset));
    if (bytesWritten === 0) throw Object.assign(new Error('ENOSPC: the disk took no more bytes'), { code: 'ENOSPC' });
    offset += bytesWritten;
  }
}

/** Makes a rename or a new file in this folder durable. */
export function syncFolder(folder: string): void {
  // Windows has no such call, and needs none: NTFS journals its folders.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the folder if it is missing; afterwards only this user may enter it, even if others could before. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o777) !== privateFolder) chmodSync(folder, privateFolder);
}

/** Removes temporary files that killed writers of these paths left; call it only while no other process may be writing them. */
export async function removeLeftovers(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const prefix = temporaryPrefix(path);
    const names = (await readdir(dirname(path))).filter(name => name.startsWith(prefix));
    await Promise.all(names.map(name => rm(join(dirname(path), name), { force: true })));
  }
}

function temporaryPrefix(path: string): string {
  return `.${basename(path)}.new-`;
}
