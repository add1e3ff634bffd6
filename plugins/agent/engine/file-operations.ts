import { constants, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EditOperations, LsOperations, ReadOperations, WriteOperations } from '@earendil-works/pi-coding-agent';
import { type CheckedPath, checkPath, isHardLink, type Reach, sharesFiles } from './containment.ts';
import { obeyedFiles } from './git/obeyed-files.ts';

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;
/** Linux's O_PATH, for which Node has no constant: opens a folder that may not be readable. */
const O_PATH = 0o10000000;
const hasHandles = process.platform === 'linux';
const maxBytes = 256 * 1024 * 1024;

export interface FileOperations {
  readonly read: ReadOperations;
  readonly write: WriteOperations;
  readonly edit: EditOperations;
  readonly ls: LsOperations;
}

/** The disk operations of the engine's file tools. Each checks again what it has opened, so that no link can be inserted in between. */
export function fileOperations(reach: Omit<Reach, 'use'>): FileOperations {
  const readFile = async (path: string) => {
    await using file = await openChecked(path, O_RDONLY, { ...reach, use: 'read' });
    const { size } = await file.stat();
    if (size > maxBytes)
      throw new Error(`${path} has ${size} bytes, more than can be read at once (${maxBytes}). Read a part of it with a command.`);
    return await file.readFile();
  };
  const writeFile = async (path: string, content: string) => {
    await using file = await openChecked(path, O_WRONLY | O_CREAT, { ...reach, use: 'write' });
    await file.truncate(0);
    await file.writeFile(content, 'utf8');
  };
  const canOpen = async (path: string, flags: number, use: 'read' | 'write') => {
    await using _file = await openChecked(path, flags, { ...reach, use });
  };
  return {
    read: { readFile, access: path => canOpen(path, O_RDONLY, 'read'), detectImageMimeType: async path => imageType(await readFile(path)) },
    write: { writeFile, mkdir: folder => makeFolder(folder, { ...reach, use: 'write' }) },
    edit: { readFile, writeFile, access: path => canOpen(path, O_RDWR, 'write') },
    ls: listing({ ...reach, use: 'read' }),
  };
}

/** Opens a file through a handle on its folder, so that what was checked is what is used. */
async function openChecked(path: string, flags: number, reach: Reach): Promise<FileHandle> {
  const real = allowed(checkPath(path, await withObeyed(reach)));
  await using folder = await openFolder(dirname(real));
  // Without O_NONBLOCK, opening a named pipe would wait.
  const file = await open(join(folder.path, basename(real)), flags | O_NOFOLLOW | O_NONBLOCK, 0o666).catch(error => {
    throw withFolderName(error, folder.path, dirname(real));
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is no file.`);
    const inside = real.slice(reach.cwd.length + 1);
    if (reach.mode === 'secure' && isHardLink(stats) && !(reach.use === 'read' && sharesFiles(inside))) throw moved(path);
    if (!hasHandles && realpathSync(path) !== real) throw moved(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface OpenFolder extends AsyncDisposable {
  /** A path that refers to the opened folder even if the folder is renamed or replaced. */
  readonly path: string;
}

async function openFolder(real: string): Promise<OpenFolder> {
  if (!hasHandles) return { path: real, [Symbol.asyncDispose]: async () => {} };
  const handle = await open(real, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  const path = `/proc/self/fd/${handle.fd}`;
  if (readlinkSync(path) !== real) {
    await handle.close();
    throw moved(real);
  }
  return { path, [Symbol.asyncDispose]: () => handle.close() };
}

/** Creates the missing folders one by one, each through the handle of its parent. */
async function makeFolder(folder: string, reach: Reach): Promise<void> {
  const real = allowed(checkPath(folder, await withObeyed(reach)));
  const missing: string[] = [];
  let at = real;
  while (!lstatSync(at, { throwIfNoEntry: false })) {
    missing.unshift(basename(at));
    at = dirname(at);
  }
  for (const name of missing) {
    await using parent = await openFolder(at);
    await mkdir(join(parent.path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw withFolderName(error, parent.path, at);
    });
    at = join(at, name);
  }
  if (!statSync(at).isDirectory()) throw new Error(`${folder} is no folder.`);
}

function listing(reach: Reach): LsOperations {
  return {
    exists: path => lstatSync(allowed(checkPath(path, reach)), { throwIfNoEntry: false }) !== undefined,
    // A link that leads out is listed by its name only.
    stat: async path => {
      const checked = checkPath(path, reach);
      return checked.ok ? lstat(checked.path) : { isDirectory: () => false };
    },
    readdir: async path => {
      await using folder = await openFolder(allowed(checkPath(path, reach)));
      return await readdir(folder.path);
    },
  };
}

/** With what the person's git obeys in the project now, which only writing has to know. */
export async function withObeyed(reach: Reach): Promise<Reach> {
  return reach.mode === 'secure' && reach.use === 'write' ? { ...reach, obeyed: await obeyedFiles(reach.cwd) } : reach;
}

function allowed(checked: CheckedPath): string {
  if (!checked.ok) throw new Error(checked.why);
  return checked.path;
}

/** The failure with the folder's real name instead of the path of its handle. */
function withFolderName(error: NodeJS.ErrnoException, handle: string, folder: string): NodeJS.ErrnoException {
  error.message = error.message.replaceAll(`${handle}/`, folder.endsWith('/') ? folder : `${folder}/`);
  return error;
}

function moved(path: string): Error {
  return new Error(`${path} was changed while it was opened, so it was left alone. Try again.`);
}

function imageType(start: Buffer): string | undefined {
  if (start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start.toString('latin1', 0, 6))) return 'image/gif';
  return /^RIFF....WEBP/s.test(start.toString('latin1', 0, 12)) ? 'image/webp' : undefined;
}
