import { homedir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { protectedNames } from '../../engine/protected-paths.ts';

/** Paths that other machines or programs answer. */
const elsewhere = /^(?:\/\/|\\\\|\/net(?:\/|$)|\/dev\/(?:tcp|udp)(?:\/|$)|\/run\/user\/[^/]*\/gvfs(?:\/|$)|\/volumes(?:\/|$)|\/smb)/;
/** Paths through which programs are changed or started. */
const ofPrograms = /\/node_modules\/\.bin(?:\/|$)|^\/(?:proc|sys|etc)(?:\/|$)|^\/dev\/(?!null$|stdout$|stderr$|zero$)/;
const guarded: ReadonlySet<string> = new Set([...protectedNames, '.git', '.husky']);

/** Whether a path leads to another machine, as far as its text says. */
export function isElsewhere(path: string, places: readonly (string | undefined)[]): boolean {
  return elsewhere.test(plainOf(path)) || pathsOf(path, places).some(each => each === undefined || elsewhere.test(plainOf(each)));
}

/** Whether what is written to a path may be run, or obeyed, by other programs later; so may what a folder holds that is one above. */
export function isRunLater(path: string, places: readonly (string | undefined)[]): boolean {
  const home = plainOf(homedir());
  const programs = [...(process.env.PATH ?? '').split(delimiter), `${home}/bin`].filter(folder => folder.startsWith('/')).map(plainOf);
  return places.some(place => {
    const [full] = pathsOf(path, [place]);
    if (full === undefined) return true;
    const whole = plainOf(full);
    const parts = whole.split('/');
    if (ofPrograms.test(whole) || parts.some(part => guarded.has(part))) return true;
    if ([home, ...programs].some(folder => folder === whole || folder.startsWith(`${whole === '/' ? '' : whole}/`))) return true;
    if (programs.some(folder => whole.startsWith(`${folder}/`))) return true;
    const hidden = hiddenPart(whole, home);
    return hidden !== undefined && hidden !== hiddenPart(plainOf(place ?? '/'), home);
  });
}

/** The dot-file or folder of the home that a path is or lies in. */
function hiddenPart(path: string, home: string): string | undefined {
  return path.startsWith(`${home}/.`) ? path.slice(home.length + 1).split('/', 1)[0] : undefined;
}

/** Without a place, what a relative path leads to is not known. */
function pathsOf(path: string, places: readonly (string | undefined)[]): readonly (string | undefined)[] {
  return places.map(place => (path.startsWith('/') ? resolve(path) : place === undefined ? undefined : resolve(place, path)));
}

/** On a file system that ignores case, both are the same path. */
function plainOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
