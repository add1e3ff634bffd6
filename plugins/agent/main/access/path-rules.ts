import { homedir } from 'node:os';
import { relative } from 'node:path';
import type { Rule } from '../../contract/index.ts';
import { pathsOf, type Where } from './destructive/where.ts';
import { beginningOf, literal, matches, mayMatch } from './patterns.ts';
import { isFixed, programsOf, type ShellLine, type SimpleCommand, unknown } from './shell/shell-line.ts';

const readers: ReadonlySet<string> = new Set(['read', 'ls', 'grep', 'find']);
const writers: ReadonlySet<string> = new Set(['write', 'edit']);
/** Programs that write to files which they are given. */
const writing: ReadonlySet<string> = new Set([
  ...[
    'rm',
    'unlink',
    'shred',
    'mv',
    'cp',
    'install',
    'ln',
    'tee',
    'truncate',
    'touch',
    'dd',
    'sed',
    'perl',
    'patch',
    'rsync',
    'tar',
    'unzip',
  ],
  ...['chmod', 'chown', 'chgrp', 'ed', 'ex', 'vi', 'vim', 'nano', 'emacs'],
]);
/** A longer word is no path. */
const maxPathLength = 4_096;

export function isFileTool(tool: string): boolean {
  return readers.has(tool) || writers.has(tool);
}

/**
 * Whether a command is given a file that a rule for file tools is about: as an argument or a redirection, also behind the `=` of an
 * option. A help, and no wall: what a program reads by itself, and values that are not known before, are not seen.
 */
export function namesFile({ tool, pattern = '' }: Rule, command: SimpleCommand, folder: string, { real }: Where): boolean {
  const isWriting = writers.has(tool);
  const written = command.redirects.flatMap(({ kind, target }) => (isWriting && kind === 'in' ? [] : target.values));
  const given = isWriting && !programsOf(command).some(name => writing.has(name)) ? [] : command.words.flatMap(({ values }) => values);
  const about = pattern.replace(/^~(?=\/)/, literal(homedir()));
  return [...written, ...given].some(value => namesOf(value).some(name => isNamed(about, name, command, folder, real)));
}

/** The absolute paths of the files that the commands of a line are given, where those are known. */
export function filesOf({ commands }: ShellLine): readonly string[] {
  const paths = commands.flatMap(command => {
    const read = command.redirects.flatMap(({ kind, target }) => (kind === 'in' ? target.values : []));
    const given = [...command.words.flatMap(({ values }) => values), ...read].flatMap(namesOf).filter(isFixed);
    return given.flatMap(name => pathsOf(name, command.places)).filter(path => path !== undefined);
  });
  return [...new Set(paths)];
}

/** The paths that an argument may hold: `path`, `--option=path`, `@path`, `commit:path`, `path:/in/a/container`. */
function namesOf(value: string): readonly string[] {
  if (value.length > maxPathLength || value.includes(unknown)) return [];
  const behind = value.slice(value.indexOf('=') + 1);
  return [...new Set([value, behind, behind.replace(/^@/, ''), ...value.split(':')])].filter(name => name !== '' && !name.startsWith('-'));
}

/** Programs that read or move everything in a folder that they are given, some only with an option. */
const walking: ReadonlySet<string> = new Set([
  ...['cp', 'mv', 'tar', 'zip', 'rsync', 'scp', 'grep', 'egrep', 'fgrep', 'rg', 'ag', 'find', 'diff', '7z', 'rm', 'git', 'cat', 'less'],
]);

/** Whether a folder of which all files are denied, such as `secrets/*`, is given to a program that goes through it. */
function isWalked(pattern: string, path: string, command: SimpleCommand): boolean {
  const folder = path.replace(/(?<!\/)\/+$/, '');
  return folder !== '' && beginningOf(pattern).startsWith(`${folder}/`) && programsOf(command).some(name => walking.has(name));
}

function isNamed(pattern: string, name: string, command: SimpleCommand, folder: string, realOf: Where['real']): boolean {
  const { places } = command;
  const absolute = pathsOf(name, places).filter(path => path !== undefined);
  const real = isFixed(name) ? absolute.map(realOf) : [];
  const all = [name, ...[...absolute, ...real].flatMap(path => [path, relative(folder, path)])];
  return [...new Set(all)].some(path =>
    isFixed(path) ? matches(pattern, path) || isWalked(pattern, path, command) : mayMatch(pattern, path),
  );
}
