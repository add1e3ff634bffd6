import { constants, type PathLike } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type FileRight, type Files, isAppError } from '@atelier/kernel';
import { builtinCrypto } from '../builtin-crypto.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { fitsGlob } from './glob.ts';

/** One granted folder and the rights in it; `rights` is called at every use, so that a change is effective at once. */
export interface FilesGrant {
  readonly id: string;
  readonly root: string;
  rights(): readonly Pick<FileRight, 'glob' | 'mode'>[];
  readonly maxBytes: number;
  /** Called before a write with the bytes that it adds; throws if the extension may not keep that many. */
  readonly reserve?: (bytes: number) => Promise<void>;
}

type Mode = FileRight['mode'];

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Each folder of a path costs several calls of the system. */
const mostLevels = 32;
const mostLength = 1024;

/**
 * The granted files of one extension. A path is checked as text, then its folder by its real path, and the file itself is never
 * opened through a link. On Linux the checked folder is held open, so a rename in between has no effect.
 */
export function grantedFiles(grant: FilesGrant): Files {
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
    // The right to write includes the right to read.
    const allowed = grant.rights().some(right => (right.mode === mode || mode === 'read') && fitsGlob(inside, right.glob));
    if (!allowed) throw isolateErrors['files/not-granted']({ id, path: inside, mode });
    return inside;
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

  /** Runs `work` with the real folder of `path`, held open so that it remains the one that was checked. */
  async function inFolder<T>(path: string, folder: string, work: (held: string) => Promise<T>): Promise<T> {
    const root = await realpath(grant.root);
    const handle = await open(folder, O_RDONLY | O_DIRECTORY);
    try {
      const real = await realpath(process.platform === 'linux' ? held(handle) : folder);
      if (real !== root && !real.startsWith(root + sep)) throw isolateErrors['files/outside']({ id, path });
      return await work(process.platform === 'linux' ? held(handle) : real);
    } finally {
      await handle.close();
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
          const bytes = await file.readFile();
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
        await makeFolders(grant.root, dirname(inside), () => isolateErrors['files/outside']({ id, path: inside }));
        await inFolder(inside, dirname(full), folder => replace(folder, basename(full), bytes));
      });
    },
    async list(path) {
      bounded(path);
      const folder = join(grant.root, relative(grant.root, resolve(grant.root, path)));
      if (folder !== grant.root && !folder.startsWith(grant.root + sep)) throw isolateErrors['files/outside']({ id, path });
      const readable = grant.rights().map(right => right.glob);
      return perform(path, 'read', () =>
        inFolder(path, folder, async held => {
          const entries = await readdir(held, { withFileTypes: true });
          const files = entries.filter(entry => entry.isFile()).map(entry => entry.name);
          const names = relative(grant.root, folder).split(sep).join('/');
          return files.filter(name => readable.some(glob => fitsGlob(names ? `${names}/${name}` : name, glob))).sort();
        }),
      );
    },
  };
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
    await using file = await open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
    await file.writeFile(bytes);
    await file.sync();
    await rename(fresh, join(folder, name));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Makes the missing folders one by one, each inside a real folder of the root. */
async function makeFolders(root: string, path: string, outside: () => Error): Promise<void> {
  const real = await realpath(root);
  let folder = real;
  for (const name of path.split('/').filter(part => part !== '' && part !== '.')) {
    folder = join(folder, name);
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const reached = await realpath(folder);
    if (!reached.startsWith(real + sep)) throw outside();
    folder = reached;
  }
}
