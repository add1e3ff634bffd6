import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Asset } from './assets.ts';
import { hostErrors } from './errors.ts';
import { typeOf } from './headers.ts';

/** The built page, listed once: what is not in the list does not exist, whatever the URL says. */
export function readPage(folder: string): (path: string) => Asset | undefined {
  const root = resolve(folder);
  const files = new Map<string, { file: string; type: string }>();
  for (const entry of listed(root)) {
    const type = entry.isFile() ? typeOf(entry.name) : undefined;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(root.length).replaceAll('\\', '/');
    if (type !== undefined && !path.includes('/.')) files.set(path, { file, type });
  }
  const start = files.get('/index.html');
  if (start === undefined) throw hostErrors['host/page-missing']({ folder });
  files.set('/', start);
  return path => {
    const found = files.get(path);
    return found === undefined ? undefined : { bytes: readFileSync(found.file), type: found.type };
  };
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    throw hostErrors['host/page-missing']({ folder }, cause);
  }
}
