import { argumentsOf, isFixed, programsOf, type ShellLine, type SimpleCommand } from '../shell/shell-line.ts';
import { isShell } from '../shell/starters.ts';
import { valuesOf } from './arguments.ts';
import { dropsData, languageOf, readsProgram, runsDeletingCode } from './data.ts';
import { isDownload, runsSaved } from './downloads.ts';
import { fileDangers, linksOut, redirectsOver } from './files.ts';
import { gitDanger } from './git.ts';
import { machineDangers } from './machine.ts';
import type { Where } from './where.ts';

/**
 * What a line may destroy, publish or gain, each in a few words. A help against accidents and no wall: what a program that is run does is
 * not known, and of code in other languages only some words are.
 */
export function destructiveIn({ commands, isRecursive }: ShellLine, where: Where): readonly string[] {
  // Behind a link that the line itself makes, no path is known to lead into the folder.
  const here = commands.some(command => linksOut(command, where)) ? { ...where, root: undefined, temporary: [] } : where;
  const found = commands.flatMap(command => dangersOf(command, here));
  if (runsSaved(commands)) found.push('curl | sh');
  return [...new Set([...found, ...(isRecursive ? ['fork bomb'] : [])])];
}

function dangersOf(command: SimpleCommand, where: Where): readonly string[] {
  const dangers: (string | undefined)[] = programsOf(command).flatMap(name => [
    rowOf(fileDangers, name)?.(command, where),
    rowOf(machineDangers, name.startsWith('mkfs.') ? 'mkfs' : name)?.(command, where),
    name === 'git' ? gitDanger(command) : undefined,
    dropsData(name, command),
    runsDeletingCode(name, command, where) ? 'code that deletes' : undefined,
    name === 'make' || name === 'gmake' ? makeDanger(command) : undefined,
    runsDownload(name, command) ? 'curl | sh' : undefined,
    isShell(name) &&
    valuesOf(argumentsOf(command), '', ['--rcfile', '--init-file']).some(value => !isFixed(value) || value.startsWith('/dev/'))
      ? 'bash --rcfile'
      : undefined,
  ]);
  if (redirectsOver(command, where)) dangers.push('>');
  if (isDownload(command) && runsItsWords(command.within)) dangers.push('curl | sh');
  return dangers.filter(danger => danger !== undefined);
}

function rowOf<Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Whether make reads its rules from something that is no file. */
function makeDanger(command: SimpleCommand): string | undefined {
  const given = argumentsOf(command);
  const isUnseen = valuesOf(given, 'f', ['--file', '--makefile']).some(
    value => !isFixed(value) || value === '-' || value.startsWith('/dev/'),
  );
  return isUnseen || valuesOf(given, '', ['--eval']).length > 0 ? 'make' : undefined;
}

/** Whether a program runs what a command before it in the pipeline has downloaded. */
function runsDownload(name: string, command: SimpleCommand): boolean {
  if (!isShell(name)) return readsProgram(name, command) && command.before.some(isDownload);
  const isFile = argumentsOf(command).some(value => !/^[-+]/.test(value) && value !== '/dev/stdin');
  return !(isFile && !argumentsOf(command).includes('-s')) && command.before.some(isDownload);
}

/** Whether a command runs what is substituted in its words. */
function runsItsWords(command: SimpleCommand | undefined): boolean {
  if (command === undefined) return false;
  return programsOf(command).some(name => isShell(name) || ['eval', 'source', '.'].includes(name) || languageOf(name) !== undefined);
}
