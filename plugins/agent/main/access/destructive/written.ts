import { basename, join } from 'node:path';
import { argumentsOf, programsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { operandsOf, valuesOf } from './arguments.ts';

/** Options of many programs whose value is a file that they write. */
const common = ['-o', '-O', '--output', '--output-document', '-out', '-fprint', '-fprint0', '-fprintf', '-fls'];
/** The letters of programs for such options, which may stand behind others or right before their value. */
const letters: Readonly<Record<string, string>> = {
  ...{ curl: 'oDc', wget: 'Ooa', sort: 'o', gcc: 'o', 'g++': 'o', cc: 'o', clang: 'o', psql: 'oL' },
};
/** The options of programs for the folder that they write to. */
const folders: Readonly<Record<string, readonly [letters: string, word: string]>> = {
  curl: ['', '--output-dir'],
  wget: ['P', '--directory-prefix'],
};

/** Longer programs of sed are not read. */
const maxScript = 2_000;

/** The files that a command writes by its redirections, by an option, or by what its program says. */
export function writtenBy(command: SimpleCommand): readonly string[] {
  const given = argumentsOf(command);
  const byRedirects = command.redirects.flatMap(({ kind, target }) => (kind === 'in' ? [] : target.values));
  const byPrograms = programsOf(command).flatMap(name => [
    ...(Object.hasOwn(letters, name) ? valuesOf(given, letters[name] ?? '') : []),
    ...inFolder(name, command),
    ...(name === 'sed' ? given.flatMap(writtenBySed) : []),
    ...(/^[gmn]?awk$/.test(name) ? given.flatMap(writtenByAwk) : []),
    ...(/^g?awk$/.test(name) && valuesOf(given, 'i', ['--include']).includes('inplace') ? operandsOf(command, 'iFvf').slice(1) : []),
    ...(['docker', 'podman'].includes(name) && given[0] === 'cp' ? operandsOf(command).slice(-1) : []),
  ]);
  return [...byRedirects, ...valuesOf(given, '', common), ...byPrograms];
}

/** What a download is saved as in the folder that an option names. */
function inFolder(name: string, command: SimpleCommand): readonly string[] {
  const [letter, word] = (Object.hasOwn(folders, name) ? folders[name] : undefined) ?? ['', ''];
  if (word === '') return [];
  const given = argumentsOf(command);
  const names = [...operandsOf(command), ...valuesOf(given, letters[name] ?? '', common)];
  return valuesOf(given, letter, [word]).flatMap(folder => names.map(each => join(folder, basename(each))));
}

/** The files of the command `w` of sed, or of that flag of its command `s`, once its patterns are left out. */
function writtenBySed(text: string): readonly string[] {
  // No rule covers a longer one.
  if (text.length > maxScript) return ['/'];
  const bare = text.replace(/s([^\w\s\\])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1/gs, ' ');
  return Array.from(bare.matchAll(/(?:^|[^A-Za-z])[gIMpe\d]*[wW](?=[\s./])\s*([^\n}]+)/g), ([, path = '']) => path.trim());
}

/** The files that a text of awk prints into. */
function writtenByAwk(text: string): readonly string[] {
  return Array.from(text.matchAll(/>\s*"((?:[^"\\]|\\.)*)"/g), ([, path = '']) => path);
}
