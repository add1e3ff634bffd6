import { constants, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitErrors } from './git-errors.ts';
import { statsOf } from './stats-of.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const most = 100 * 1024 * 1024;

/** A file or a link of a work tree, as git would store it. */
export interface Content {
  readonly mode: '100644' | '100755' | '120000';
  readonly bytes: Buffer;
}

/** Undefined where there is no file. No link is followed, and nothing else than a file or a link is read. */
export async function contentOf(file: string, folder: string, path: string): Promise<Content | undefined> {
  const stats = statsOf(file);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return { mode: '120000', bytes: readlinkSync(file, { encoding: 'buffer' }) };
  if (!stats.isFile() || stats.size > most)
    throw gitErrors['agent/git-failed']({ folder, reason: `${path} is no file, or too large to be kept` });
  await using handle: FileHandle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return { mode: (stats.mode & 0o100n) === 0n ? '100644' : '100755', bytes: await handle.readFile() };
}

/** Where a folder is, or the nearest one above it that there is, without links. */
export function placeOf(path: string): string {
  return statsOf(path) === undefined ? join(placeOf(dirname(path)), path.slice(dirname(path).length + 1)) : realpathSync(path);
}

/** Only where there is nothing yet; no link is followed. */
export async function writeContent(file: string, { mode, bytes }: Content): Promise<void> {
  if (mode === '120000') return symlinkSync(bytes, file);
  await using handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === '100755' ? 0o777 : 0o666);
  await handle.writeFile(bytes);
}
