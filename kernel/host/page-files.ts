import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Asset } from './asset.ts';
import { hostErrors } from './errors.ts';
import { typeOf } from './headers.ts';

interface PageFile {
  readonly file: string;
  readonly type: string;
}

/** Serves the built page. A file that is not in the list is never served, whatever the URL; a new build is listed on its first request. */
export function readPage(folder: string): (path: string) => Asset | undefined {
  const index = join(resolve(folder), 'index.html');
  let files = listFiles(folder);
  let built = builtAt(index);
  return path => {
    const now = path === '/' ? builtAt(index) : built;
    // During a build the folder may be missing: keep the previous list.
    if (now !== undefined && now !== built) {
      files = listFiles(folder);
      built = now;
    }
    const found = files.get(path);
    return found === undefined ? undefined : { bytes: readFileSync(found.file), type: found.type };
  };
}

function listFiles(folder: string): ReadonlyMap<string, PageFile> {
  const root = resolve(folder);
  const files = new Map<string, PageFile>();
  for (const entry of listed(root)) {
    const type = entry.isFile() ? typeOf(entry.name) : undefined;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(root.length).replaceAll('\\', '/');
    if (type !== undefined && !path.includes('/.')) files.set(path, { file, type });
  }
  const start = files.get('/index.html');
  if (start === undefined) throw hostErrors['host/page-missing']({ folder });
  return files.set('/', start);
}

function builtAt(index: string): number | undefined {
  return statSync(index, { throwIfNoEntry: false })?.mtimeMs;
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    throw hostErrors['host/page-missing']({ folder }, cause);
  }
}
