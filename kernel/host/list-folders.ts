import { constants } from 'node:fs';
import { access, opendir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { hostErrors } from './errors.ts';

/** One subfolder. */
export interface ListedFolder {
  readonly name: string;
  /** Its name begins with a dot. */
  readonly hidden: boolean;
  /** This user can open it. */
  readonly readable: boolean;
}

/** The subfolders of a folder. */
export interface ListedFolders {
  /** Its real path, with links resolved. */
  readonly path: string;
  /** Undefined for the root. */
  readonly parent?: string;
  readonly folders: readonly ListedFolder[];
  /** True if there are more subfolders than were read. */
  readonly more: boolean;
}

const maxPathLength = 4096;
const maxEntries = 20_000;
const maxFolders = 2000;

/** Lists the subfolders of a folder in natural order; of the home folder if no path is given. */
export async function listFolders(asked: string | undefined): Promise<ListedFolders> {
  const wanted = asked ?? homedir();
  if (wanted.length > maxPathLength || !isAbsolute(wanted) || wanted.includes('\0'))
    throw hostErrors['host/folder-no-path']({ path: wanted.slice(0, 200) });
  try {
    const path = await realpath(wanted);
    const parent = dirname(path);
    return { path, ...(parent !== path && { parent }), ...(await read(path)) };
  } catch (cause) {
    const shown = wanted.slice(0, 200);
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw hostErrors['host/folder-missing']({ path: shown }, cause);
    throw hostErrors['host/folder-unreadable']({ path: shown, why: code ?? String(cause) }, cause);
  }
}

async function read(path: string): Promise<{ folders: readonly ListedFolder[]; more: boolean }> {
  const names: string[] = [];
  let count = 0;
  for await (const entry of await opendir(path, { bufferSize: 256 })) {
    count += 1;
    if (count > maxEntries || names.length >= maxFolders) break;
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(path, entry.name))))) names.push(entry.name);
  }
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const folders = await Promise.all(
    names.toSorted(order.compare).map(async name => ({ name, hidden: name.startsWith('.'), readable: await isReadable(join(path, name)) })),
  );
  return { folders, more: count > maxEntries || names.length >= maxFolders };
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

async function isReadable(path: string): Promise<boolean> {
  return await access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
