import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Where a file tool of the engine writes: the path as it reads one, without links. Undefined where it is none. */
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

/** The path without links; of what is not there yet, where it would be made. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realPath(above), basename(path));
  }
}

/** How a path is shown: within the folder where it lies there. */
export function nameIn(folder: string | undefined, path: string): string {
  if (folder === undefined || !isIn(folder, path)) return path;
  return relative(folder, path).split(sep).join('/');
}

export function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A root, the home or what holds it: following all of that would be neither cheap nor wanted. */
export function isTooWide(folder: string): boolean {
  return folder === parse(folder).root || folder === homedir() || isIn(folder, homedir()) || folder === '/tmp' || folder === '/usr';
}
