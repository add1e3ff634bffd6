import { constants, fstatSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs';
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
  /** Who may read and write a file on this disk, which git does not store. */
  readonly permissions?: number;
}

/**
 * Undefined where there is no file. No link is followed, also none that takes the place of a folder on the way meanwhile, and nothing else
 * than a file or a link is read. `file` is a real path.
 */
export async function contentOf(file: string, folder: string, path: string): Promise<Content | undefined> {
  const stats = statsOf(file);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return { mode: '120000', bytes: readlinkSync(file, { encoding: 'buffer' }) };
  const refuse = () => gitErrors['agent/git-failed']({ folder, reason: `${path} is no file, or too large to be kept` });
  if (!stats.isFile() || stats.size > most) throw refuse();
  await using handle: FileHandle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!isAt(handle, file)) throw gitErrors['agent/git-failed']({ folder, reason: `${path} was moved while it was read` });
  // It may grow while it is read.
  const bytes = Buffer.concat(await handle.createReadStream({ end: most, autoClose: false }).toArray());
  if (bytes.length > most) throw refuse();
  return { mode: (stats.mode & 0o100n) === 0n ? '100644' : '100755', bytes, permissions: Number(stats.mode & 0o777n) };
}

/** Whether what was opened by a path is what lies there, without links on the way. */
function isAt({ fd }: FileHandle, file: string): boolean {
  try {
    // The system knows where an open file is, whatever happens to its path meanwhile.
    if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`) === file;
    const [opened, there] = [fstatSync(fd, { bigint: true }), statSync(file, { bigint: true })];
    return realpathSync(file) === file && opened.ino === there.ino && opened.dev === there.dev;
  } catch {
    return false;
  }
}

/** Where a folder is, or the nearest one above it that there is, without links. */
export function placeOf(path: string): string {
  return statsOf(path) === undefined ? join(placeOf(dirname(path)), path.slice(dirname(path).length + 1)) : realpathSync(path);
}

/** Only where there is nothing yet; no link is followed. */
export async function writeContent(file: string, { mode, bytes, permissions }: Content): Promise<void> {
  if (mode === '120000') return symlinkSync(bytes, file);
  await using handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions ?? (mode === '100755' ? 0o777 : 0o666));
  if (permissions !== undefined) await handle.chmod(permissions);
  await handle.writeFile(bytes);
}
