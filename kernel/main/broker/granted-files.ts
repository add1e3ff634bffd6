import { constants, type PathLike } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type FileFacts, type FileRight, type Files, isAppError } from '@atelier/kernel';
import { builtinCrypto } from '../builtin-crypto.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { fitsGlob } from './glob.ts';

/** One granted folder and the rights in it; `rights` is called at every use, so that a change is effective at once. */
export interface FilesGrant {
  readonly id: string;
  readonly root: string;
  rights(): readonly Pick<FileRight, 'glob' | 'mode'>[];
  readonly maxBytes: number;
  /** A folder that is closed wherever the root is, such as the profile. */
  readonly closed?: string;
  /** Whether a path inside the root is closed whatever glob fits it; a folder is asked about without a mode. */
  isClosed?(path: string, mode?: FileRight['mode']): boolean;
  /** Called before a write with the bytes that it adds; throws if the extension may not keep that many. */
  readonly reserve?: (bytes: number) => Promise<void>;
}

/** The files of one folder, with what only projects have. */
export interface GrantedFiles extends Files {
  stat(path: string): Promise<FileFacts | undefined>;
  remove(path: string): Promise<void>;
  /** The paths of all readable files below a folder. */
  walk(folder: string): Promise<readonly string[]>;
}

type Mode = FileRight['mode'];

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Each folder of a path costs several calls of the system. */
const mostLevels = 32;
const mostLength = 1024;
/** More would not fit into one message. */
const mostListed = 10_000;

/**
 * The granted files of one extension. A path is checked as text, then its folder by its real path, and nothing is reached
 * through a link. On Linux the checked folder is held open, so a rename in between has no effect.
 */
export function grantedFiles(grant: FilesGrant): GrantedFiles {
  const { id } = grant;

  function bounded(path: string): void {
    const levels = path.split(/[/\\]/).length;
    if (path.length <= mostLength && levels <= mostLevels) return;
    throw isolateErrors['files/path-too-long']({ id, length: path.length, levels, mostLength, mostLevels });
  }

  function checked(path: string, mode: Mode): string {
    bounded(path);
    const inside = relative(grant.root, resolve(grant.root, path)).split(sep).join('/');
    if (path.includes('\0') || inside === '..' || inside.startsWith('../') || resolve(grant.root, inside) !== resolve(grant.root, path)) {
      throw isolateErrors['files/outside']({ id, path });
    }
    if (!fitsRight(inside, mode)) throw isolateErrors['files/not-granted']({ id, path: inside, mode });
    return inside;
  }

  function fitsRight(inside: string, mode: Mode): boolean {
    return grant.isClosed?.(inside, mode) !== true && fitsOne(grant.rights(), inside, mode);
  }

  /** The folder as a path inside the root, without a right of its own: what is in it is looked at file by file. */
  function checkedFolder(path: string): string {
    bounded(path);
    const folder = join(grant.root, relative(grant.root, resolve(grant.root, path)));
    if (folder !== grant.root && !folder.startsWith(grant.root + sep)) throw isolateErrors['files/outside']({ id, path });
    // An empty list would say that there are no files.
    if (grant.rights().length === 0) throw isolateErrors['files/not-granted']({ id, path: path === '' ? '.' : path, mode: 'read' });
    return folder;
  }

  async function perform<T>(path: string, mode: Mode, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isAppError(error)) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ELOOP' || code === 'ENOTDIR') throw isolateErrors['files/outside']({ id, path }, error);
      throw isolateErrors['files/failed']({ id, path, mode, reason: code ?? String(error) }, error);
    }
  }

  /**
   * Runs `work` with a folder of the root, held open so that it remains the one that was checked. A link on the way to it is not
   * followed, also where it leads to another place inside: the rights are those of the path that was asked for.
   */
  async function inFolder<T>(path: string, folder: string, work: (held: string) => Promise<T>): Promise<T> {
    const asked = join(await realpath(grant.root), relative(grant.root, folder));
    const handle = await open(folder, O_RDONLY | O_DIRECTORY);
    try {
      const real = await realpath(process.platform === 'linux' ? held(handle) : folder);
      const closed = grant.closed === undefined ? undefined : await realpath(grant.closed).catch(() => grant.closed);
      if (written(real) !== written(asked) || (closed !== undefined && isIn(real, closed)))
        throw isolateErrors['files/outside']({ id, path });
      return await work(process.platform === 'linux' ? held(handle) : real);
    } finally {
      await handle.close();
    }
  }

  /** Makes the missing folders one by one, each in one that is held open. */
  async function makeFolders(path: string, inside: string): Promise<void> {
    let folder = grant.root;
    for (const name of inside.split('/').filter(part => part !== '' && part !== '.')) {
      await inFolder(path, folder, held =>
        mkdir(join(held, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        }),
      );
      folder = join(folder, name);
    }
  }

  return {
    async read(path) {
      const inside = checked(path, 'read');
      const full = join(grant.root, inside);
      return perform(inside, 'read', () =>
        inFolder(inside, dirname(full), async folder => {
          await using file = await open(join(folder, basename(full)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
          const found = await file.stat();
          if (!found.isFile()) throw isolateErrors['files/failed']({ id, path: inside, mode: 'read', reason: 'it is no file' });
          const tooLarge = () => isolateErrors['files/too-large']({ id, path: inside, limit: grant.maxBytes });
          if (found.size > grant.maxBytes) throw tooLarge();
          // It may grow while it is read, and some say that they are empty and never end.
          const parts = await Array.fromAsync<Buffer>(file.createReadStream({ end: grant.maxBytes, autoClose: false }));
          const bytes = Buffer.concat(parts);
          if (bytes.length > grant.maxBytes) throw tooLarge();
          return new Uint8Array(bytes);
        }),
      );
    },
    async write(path, content) {
      const inside = checked(path, 'write');
      const full = join(grant.root, inside);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      if (bytes.length > grant.maxBytes) throw isolateErrors['files/too-large']({ id, path: inside, limit: grant.maxBytes });
      await grant.reserve?.(bytes.length - (await sizeOf(full)));
      await perform(inside, 'write', async () => {
        await makeFolders(inside, dirname(inside));
        await inFolder(inside, dirname(full), folder => replace(folder, basename(full), bytes));
      });
    },
    async list(path) {
      const folder = checkedFolder(path);
      return perform(path, 'read', () =>
        inFolder(path, folder, async held => {
          const entries = await readdir(held, { withFileTypes: true });
          const files = entries.filter(entry => entry.isFile()).map(entry => entry.name);
          const names = relative(grant.root, folder).split(sep).join('/');
          return files.filter(name => fitsRight(names ? `${names}/${name}` : name, 'read')).sort();
        }),
      );
    },
    async stat(path) {
      const inside = checked(path, 'read');
      const full = join(grant.root, inside);
      return perform(inside, 'read', () =>
        inFolder(inside, dirname(full), async folder => {
          const found = await lstat(join(folder, basename(full)));
          return found.isFile() ? { size: found.size, changedAt: Math.round(found.mtimeMs) } : undefined;
        }),
      ).catch(error => {
        if (isMissing(error)) return undefined;
        throw error;
      });
    },
    async remove(path) {
      const inside = checked(path, 'write');
      const full = join(grant.root, inside);
      await perform(inside, 'write', () => inFolder(inside, dirname(full), folder => rm(join(folder, basename(full)))));
    },
    async walk(path) {
      const globs = grant.rights().map(right => right.glob);
      const isSkipped = (name: string) =>
        (name.startsWith('.') && !globs.some(glob => /(?:^|\/)\./.test(glob))) ||
        (name === 'node_modules' && !globs.some(glob => glob.includes(name)));
      const found: string[] = [];
      const visit = async (inside: string): Promise<void> => {
        const folder = checkedFolder(inside);
        const entries = await perform(inside, 'read', () => inFolder(inside, folder, held => readdir(held, { withFileTypes: true })));
        for (const entry of entries) {
          const each = inside === '' ? entry.name : `${inside}/${entry.name}`;
          if (entry.isFile() && fitsRight(each, 'read') && found.push(each) > mostListed)
            throw isolateErrors['files/too-many']({ id, most: mostListed });
          const isOpen = entry.isDirectory() && !isSkipped(entry.name) && grant.isClosed?.(each) !== true;
          // What goes while it is listed, or may not be read, is left out.
          if (isOpen && each.split('/').length < mostLevels) await visit(each).catch(ignoreFailed);
        }
      };
      await visit(relative(grant.root, checkedFolder(path)).split(sep).join('/'));
      return found.sort();
    },
  };
}

/** Whether one of the rights fits; that to write includes that to read. */
export const fitsOne = (rights: readonly Pick<FileRight, 'glob' | 'mode'>[], path: string, mode: Mode): boolean =>
  rights.some(right => (right.mode === mode || mode === 'read') && fitsGlob(path, right.glob));

function ignoreFailed(error: unknown): void {
  if (!isAppError(error) || (error.code !== 'files/failed' && error.code !== 'files/outside')) throw error;
}

function isMissing(error: unknown): boolean {
  return isAppError(error) && error.code === 'files/failed' && error.details.reason === 'ENOENT';
}

/** The bytes that a write would replace. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? found.size : 0;
}

const held = (handle: FileHandle): string => `/proc/self/fd/${handle.fd}`;

/** A renamed file replaces a link instead of following it, and readers never see half of it. */
async function replace(folder: PathLike & string, name: string, bytes: string | Uint8Array): Promise<void> {
  const fresh = join(folder, `.${builtinCrypto().randomUUID()}.part`);
  try {
    const before = await lstat(join(folder, name)).catch(() => undefined);
    await using file = await open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    // A program that is written anew can still be run.
    if (before?.isFile()) await file.chmod(before.mode & 0o777);
    await file.writeFile(bytes);
    await file.sync();
    await rename(fresh, join(folder, name));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** As the file system compares names: those of macOS and Windows know one file by several writings. */
const written = (path: string): string => (process.platform === 'linux' ? path : path.normalize('NFC').toLowerCase());

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);
