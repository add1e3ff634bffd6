import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { type KnownEditor, knownTerminals, type Platform, usualFolders } from './editors.ts';

/** The computer on which editors are looked for; tests pass another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), environment: process.env };
}

/** What starts an editor: its program, or a terminal that its program runs in. */
export interface Start {
  readonly program: string;
  readonly before: readonly string[];
}

/** Where an editor's program is; undefined if it is nowhere. Runs nothing. */
export function findEditor({ commands, places, terminal }: KnownEditor, machine: Machine): Start | undefined {
  const program = findProgram(commands, places, machine);
  if (program === undefined) return undefined;
  if (terminal !== true) return { program, before: [] };
  for (const { command, before, places: ofTerminal } of knownTerminals) {
    const found = findProgram([command], ofTerminal, machine);
    if (found !== undefined) return { program: found, before: [...before, program] };
  }
  return undefined;
}

function findProgram(names: readonly string[], places: KnownEditor['places'], machine: Machine): string | undefined {
  // On Windows only a program starts without a shell; a script such as code.cmd does not.
  const files = machine.platform === 'win32' ? names.map(name => `${name}.exe`) : names;
  const inFolders = foldersOf(machine).flatMap(folder => files.map(file => join(folder, file)));
  const inPlaces = (places?.[machine.platform as Platform] ?? []).flatMap(place => expanded(place, machine));
  return [...inFolders, ...inPlaces].find(path => isProgram(path, machine));
}

/** Those of PATH that do not depend on where Atelier was started, then the usual ones. */
function foldersOf(machine: Machine): readonly string[] {
  const { environment, platform } = machine;
  const ofPath = (environment.PATH ?? environment.Path ?? '').split(delimiter);
  const usual = (usualFolders[platform as Platform] ?? []).flatMap(folder => expanded(folder, machine));
  return [...ofPath, ...usual].filter(folder => isAbsolute(folder));
}

function expanded(place: string, { home, environment }: Machine): readonly string[] {
  const rest = (from: string) => place.slice(from.length);
  if (place.startsWith('~')) return versions(join(home, rest('~')));
  const [applications] = /^\{applications\}/.exec(place) ?? [];
  if (applications !== undefined)
    return ['/Applications', join(home, 'Applications')].flatMap(one => versions(join(one, rest(applications))));
  const [whole, name = ''] = /^%(\w+)%/.exec(place) ?? [];
  if (whole === undefined) return [place];
  const value = environment[name];
  return value === undefined ? [] : versions(join(value, rest(whole)));
}

/** The paths that a path with `*` in one of its names stands for, the newest version first. */
function versions(path: string): readonly string[] {
  const [whole, before, after, below] = /^(.*)\*([^*/\\]*)(.*)$/s.exec(path) ?? [];
  if (whole === undefined || before === undefined) return [path];
  const folder = dirname(`${before}x`);
  const start = before.slice(folder.length + 1);
  return namesIn(folder)
    .filter(name => name.startsWith(start) && name.endsWith(after ?? ''))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map(name => join(folder, name, below ?? ''));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string, { platform }: Machine): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    if (platform !== 'win32') accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
