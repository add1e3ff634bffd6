import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Rights of a file and of a folder that only the person may use. */
export const privateFile = 0o600;
export const privateFolder = 0o700;

/** The temporary files that this process writes just now. */
const inUse = new Set<string>();

/** Replaces a file atomically. The content is on the disk when it resolves, and never readable by others, whatever the umask. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `${leftoverPrefix(path)}${process.pid}-${randomBytes(6).toString('hex')}`);
  inUse.add(temporary);
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, privateFile);
    try {
      await handle.chmod(privateFile);
      // `writeFile` loops over short writes.
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    inUse.delete(temporary);
  }
  await syncFolder(dirname(path));
}

/** Removes temporary files that killed writers of this file left. The caller must hold the file's lock. */
export async function removeLeftovers(path: string): Promise<void> {
  const names = (await readdir(dirname(path))).filter(name => name.startsWith(leftoverPrefix(path)));
  const paths = names.map(name => join(dirname(path), name));
  // Who only reads the file keeps a copy of it without the lock.
  await Promise.all(paths.filter(one => !inUse.has(one)).map(one => rm(one, { force: true })));
}

/** Creates a folder for this user only, or tightens the rights of an existing one. Returns `link` if its path is not a folder. */
export async function makeFolder(folder: string): Promise<'created' | 'kept' | 'changed' | 'link'> {
  const made = await mkdir(folder, { recursive: true, mode: privateFolder });
  const found = await lstat(folder);
  if (!found.isDirectory()) return 'link';
  if (process.platform !== 'win32' && (found.mode & 0o777) !== privateFolder) {
    await chmod(folder, privateFolder);
    if (made === undefined) return 'changed';
  }
  return made === undefined ? 'kept' : 'created';
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call and needs none, because NTFS journals its folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function leftoverPrefix(path: string): string {
  return `.${basename(path)}.new-`;
}
