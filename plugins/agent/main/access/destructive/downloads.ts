import { basename } from 'node:path';
import { argumentsOf, programsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { isShell } from '../shell/starters.ts';
import { operandsOf } from './arguments.ts';
import { languageOf } from './data.ts';

const downloading: ReadonlySet<string> = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'xh', 'ncat', 'nc']);

export function isDownload(command: SimpleCommand): boolean {
  return programsOf(command).some(name => downloading.has(name));
}

/** Whether a line runs a file that it has downloaded before. */
export function runsSaved(commands: readonly SimpleCommand[]): boolean {
  const saved = new Set<string>();
  return commands.some(command => {
    if (savesDownload(command)) for (const name of savedBy(command)) saved.add(name);
    return ranBy(command).some(path => saved.has(basename(path)));
  });
}

function savesDownload(command: SimpleCommand): boolean {
  return isDownload(command) || (programsOf(command).includes('tee') && command.before.some(isDownload));
}

function savedBy(command: SimpleCommand): readonly string[] {
  const written = command.redirects.flatMap(({ kind, target }) => (kind === 'in' ? [] : target.values));
  const given = argumentsOf(command).map(value => value.replace(/^--output(?:-document)?=/, ''));
  // An address without a name for it is saved under its last part.
  return [...written, ...given].filter(value => !value.startsWith('-')).map(value => basename(value.replace(/[?#].*$/s, '')));
}

/** The files that a command runs: itself, or the script that a shell or another language is given. */
function ranBy(command: SimpleCommand): readonly string[] {
  const own = (command.words[0]?.values ?? []).filter(value => value.includes('/'));
  const isScript = programsOf(command).some(name => isShell(name) || languageOf(name) !== undefined || name === 'source' || name === '.');
  return isScript ? [...own, ...operandsOf(command).slice(0, 1)] : own;
}
