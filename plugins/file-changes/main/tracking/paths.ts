import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** The path that a file tool of the engine writes to, resolved as the engine does, without links. Undefined if it is no path. */
export async function toolPath(path: unknown, cwd: string): Promise<string | undefined> {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return undefined;
  try {
    let plain = path.replace(unicodeSpaces, ' ');
    if (plain.startsWith('@')) plain = plain.slice(1);
    if (plain === '~') plain = homedir();
    else if (plain.startsWith('~/')) plain = join(homedir(), plain.slice(2));
    else if (plain.startsWith('file://')) plain = fileURLToPath(plain);
    return await realPath(isAbsolute(plain) ? resolve(plain) : resolve(cwd, plain));
  } catch {
    return undefined;
  }
}

/** The real path; for a missing file, the path where it would be created. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realPath(above), basename(path));
  }
}

/** A path for display: relative if it is in the folder. */
export function nameIn(folder: string | undefined, path: string): string {
  if (folder === undefined || !isIn(folder, path)) return path;
  return relative(folder, path).split(sep).join('/');
}

export function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a folder is a root, the home folder or above it; these are too large to follow. */
export function isTooWide(folder: string): boolean {
  return folder === parse(folder).root || folder === homedir() || isIn(folder, homedir()) || folder === '/tmp' || folder === '/usr';
}
