import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { type FileHandle, lstat, open, rename } from 'node:fs/promises';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_APPEND, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/** For a file that is made if there is none, for this user only, and of which the end can be read too. */
export const toAppend = O_RDWR | O_CREAT | O_APPEND;

/**
 * The ways to open a file that other programs may have replaced. Opening a named pipe waits for its other end for ever, in a thread that
 * nothing ends, and a device may have no end: both are refused, and so is a folder. A link is followed.
 */
export async function openRegular(path: string, flags = O_RDONLY): Promise<FileHandle> {
  const handle = await open(path, flags | O_NONBLOCK | O_NOCTTY, 0o600);
  try {
    if ((await handle.stat()).isFile()) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw notRegular(path);
}

export function openRegularSync(path: string, flags = O_RDONLY): number {
  const descriptor = openSync(path, flags | O_NONBLOCK | O_NOCTTY, 0o600);
  try {
    if (fstatSync(descriptor).isFile()) return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  throw notRegular(path);
}

/** The text of a file. */
export async function readRegular(path: string): Promise<string> {
  const handle = await openRegular(path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

export function readRegularSync(path: string): string {
  return readRegularBytesSync(path).toString('utf8');
}

export function readRegularBytesSync(path: string): Buffer {
  const descriptor = openRegularSync(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether something is at a path that is no file, and no link to one. A link that leads nowhere counts as a link to a file. */
export function isNoFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP';
  }
}

/** Moves what is no file to another name, and lets go who waits for the other end of a named pipe. */
export async function moveNoFile(path: string, to: string): Promise<void> {
  const isPipe = (await lstat(path)).isFIFO();
  await rename(path, to);
  if (!isPipe) return;
  // No reader waits if this fails.
  const writer = await open(to, O_WRONLY | O_NONBLOCK).catch(() => undefined);
  await writer?.close();
}

/** `EFTYPE` is what BSD calls a file of the wrong kind. */
function notRegular(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`EFTYPE: ${path} is no regular file`), { code: 'EFTYPE', path });
}
