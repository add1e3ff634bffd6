import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isForbidden, isInside, realPath } from '../engine/containment.ts';
import { anyCharacter, anyName, argumentsOf, programsOf, type ShellLine, type SimpleCommand, unknown } from './access/shell/shell-line.ts';

/** The app's data, and the folders in it that conversations may use. */
export interface ClosedPlaces {
  readonly forbidden: readonly string[];
  readonly opened?: readonly string[] | undefined;
}

interface Where {
  /** The folders that the command may run in, and those that it is told to go to. */
  readonly folders: readonly string[];
  readonly places: ClosedPlaces;
}

/** Files of keys, wherever a command looks for them. */
const namesOfKeys: ReadonlySet<string> = new Set(['auth.json', 'secrets.json']);
/** Programs that go through the folders that they are given, and through the present one if they are given none. */
const searchers: ReadonlySet<string> = new Set(['find', 'fd', 'fdfind', 'rg', 'ag', 'ack', 'tree', 'du']);
/** Programs that go through the folders that they are given, some of them only with one of these letters among their options. */
const walkers: Readonly<Record<string, string>> = {
  ...{ tar: '', rsync: '', '7z': '', mv: '', cp: 'rRa', rm: 'rR', scp: 'r', diff: 'r', zip: 'r' },
  ...{ grep: 'rR', egrep: 'rR', fgrep: 'rR', ls: 'R', chmod: 'R', chown: 'R' },
};
const tracers: ReadonlySet<string> = new Set(['gdb', 'gcore', 'strace', 'ltrace', 'lldb']);
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';
/** No program opens a longer path. */
const maxPath = 4_096;
/** How many of a command's folders and links are followed; a longer command is still read to its end. */
const maxFolders = 4;
const maxLinks = 100;

/**
 * What a command reaches of the app's data or of other processes, as far as its words say it; undefined if they do not. A command can
 * hide what it reaches. So this is no wall: it asks where no sandbox stands between a command and the keys.
 */
export function closedPlaceIn(text: string, line: ShellLine, cwd: string, places: ClosedPlaces): string | undefined {
  const named = places.forbidden.find(folder => namesInText(text, folder, places));
  if (named !== undefined) return named;
  const seen = new Set<string>();
  let links = 0;
  for (const command of line.commands) {
    const where: Where = { folders: foldersOf(command, cwd), places };
    const found = shownProcess(command) ?? walkedFolder(command, where);
    if (found !== undefined) return found;
    const { words, redirects, assignments, input = '' } = command;
    const values = [...words, ...redirects.map(({ target }) => target)].flatMap(word => word.values);
    for (const word of [...values, ...assignments, input]) {
      for (const part of partsOf(asPattern(word))) {
        const key = [...where.folders, part].join('\0');
        if (part.length > maxPath || seen.has(key)) continue;
        seen.add(key);
        const reached = processFile(part, where) ?? reachedFolder(part, where, links < maxLinks);
        if (reached !== undefined) return reached;
        links += 1;
      }
    }
  }
  return undefined;
}

function foldersOf(command: SimpleCommand, cwd: string): readonly string[] {
  const places = command.places.map(place => place ?? cwd);
  const given = argumentsOf(command);
  const changed = given.filter((_value, at) => given[at - 1] === '-C').map(value => resolve(places[0] ?? cwd, asPattern(value)));
  return [...new Set([...places, ...changed])].filter(folder => folder.length <= maxPath / 10).slice(0, maxFolders);
}

/** A value with signs of the shell for what is not known in it. */
function asPattern(value: string): string {
  return value.replaceAll(anyName, '*').replaceAll(anyCharacter, '?').replaceAll(unknown, '$');
}

/** Whether the text has the last two steps of the folder's path in it, other than as the beginning of a folder that is opened. */
function namesInText(text: string, folder: string, { opened = [] }: ClosedPlaces): boolean {
  const home = homedir();
  const spellings = opened.flatMap(path => (isInside(path, home, false) ? [path, path.slice(home.length)] : [path]));
  const rest = spellings.reduce((left, path) => left.replaceAll(path, ''), text);
  const end = join(basename(dirname(folder)), basename(folder));
  return ignoresCase ? rest.toLowerCase().includes(end.toLowerCase()) : rest.includes(end);
}

/** A word, and what may be a path in it, as in `--file=path` or in a text of another language. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/[\s=:,;(){}<>|&"'`@+]+/).filter(part => part !== '' && part !== word);
  return [word, ...parts].map(part => (part === '~' || part.startsWith('~/') ? homedir() + part.slice(1) : part));
}

/** The app's data that a word names. */
function reachedFolder(word: string, { folders, places }: Where, followsLinks: boolean): string | undefined {
  const steps = stepsOf(word);
  if (steps.some(step => namesOfKeys.has(step))) return word;
  for (const folder of places.forbidden) {
    if (word.includes('$')) {
      if (steps.includes(basename(folder))) return folder;
    } else if (isPattern(word)) {
      if (folders.some(from => matchesInto(resolve(from, word), folder) && !isOpened(resolve(from, word), places))) return folder;
    } else {
      // A folder that the command has gone to unseen may be one above the data.
      const from = word.startsWith('/') ? ['/'] : [...folders, ...above(folder)];
      if (from.some(at => isInside(resolve(at, word), folder, ignoresCase) && !isOpened(resolve(at, word), places))) return folder;
    }
  }
  if (!followsLinks || isPattern(word) || !(word.includes('/') || word.startsWith('.'))) return undefined;
  const ends = [folders[0] ?? '/', folders.at(-1) ?? '/'];
  return ends.some(from => isForbidden(withoutLinks(resolve(from, word)), places)) ? places.forbidden[0] : undefined;
}

/** The app's data in a folder that a command goes through. */
function walkedFolder(command: SimpleCommand, { folders, places }: Where): string | undefined {
  const program = programsOf(command).find(name => searchers.has(name) || Object.hasOwn(walkers, name));
  if (program === undefined) return undefined;
  const letters = [...(walkers[program] ?? '')];
  const rest = argumentsOf(command).map(asPattern);
  const options = rest.filter(word => word.startsWith('-'));
  const isDeep = (option: string) =>
    option.startsWith('--') ? /^--(?:rec|arch)/.test(option) : letters.some(letter => option.includes(letter));
  if (letters.length > 0 && !options.some(isDeep)) return undefined;
  const given = rest.filter(word => !word.startsWith('-')).flatMap(word => folders.map(folder => resolve(folder, word)));
  const there = given.filter(path => isPattern(path) || existsSync(path));
  const walked = there.length > 0 || !(searchers.has(program) || program.endsWith('grep')) ? there : folders;
  return places.forbidden.find(closed => walked.some(path => isInside(closed, path, ignoresCase) || matchesAbove(path, closed)));
}

/** A program that shows the memory or the environment of other processes. */
function shownProcess(command: SimpleCommand): string | undefined {
  const names = programsOf(command);
  const tracer = names.find(name => tracers.has(name));
  if (tracer !== undefined || !names.includes('ps')) return tracer;
  // Options without a hyphen; an `e` among them shows the environment.
  return argumentsOf(command).some(word => /^[a-z]+$/.test(word) && word.includes('e')) ? 'ps e' : undefined;
}

/** A file of another process, such as its environment. */
function processFile(word: string, { folders }: Where): string | undefined {
  const paths = folders.map(from => resolve(from, word));
  return paths.find(path => /^\/proc\/(?:[^/]*[\d*?[$]|(?:thread-)?self\/(?:root|cwd|fd|task)(?:\/|$))/.test(path));
}

/** Whether a pattern can name something in a folder. */
function matchesInto(pattern: string, folder: string): boolean {
  const wanted = stepsOf(pattern);
  const steps = stepsOf(folder);
  const any = wanted.indexOf('**');
  return (
    (any >= 0 || wanted.length >= steps.length) && steps.every((step, at) => (any >= 0 && any <= at) || matchesStep(wanted[at] ?? '', step))
  );
}

/** Whether a pattern can name a folder or one above it. */
function matchesAbove(pattern: string, folder: string): boolean {
  const wanted = stepsOf(pattern);
  const steps = stepsOf(folder);
  return isPattern(pattern) && wanted.length <= steps.length && wanted.every((one, at) => matchesStep(one, steps[at] ?? ''));
}

/** Goes back to one place at most, so that no pattern takes longer than its length times that of the text. */
function matchesStep(pattern: string, text: string): boolean {
  const plain = pattern.replace(/\[[^\]]*\]?/g, '*');
  let [at, from, star, tried] = [0, 0, -1, 0];
  while (from < text.length) {
    if (plain[at] === '*') [star, tried, at] = [at, from, at + 1];
    else if (plain[at] === '?' || plain[at] === text[from]) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [at, tried, from] = [star + 1, tried + 1, tried + 1];
    else return false;
  }
  return [...plain.slice(at)].every(letter => letter === '*');
}

function isPattern(word: string): boolean {
  return /[*?[]/.test(word);
}

function isOpened(path: string, { opened = [] }: ClosedPlaces): boolean {
  return opened.some(open => isInside(path, open, ignoresCase));
}

function above(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...above(parent)];
}

function stepsOf(path: string): readonly string[] {
  return path.split(sep).filter(step => step !== '');
}

function withoutLinks(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}
