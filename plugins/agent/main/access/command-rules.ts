import { reachesOf, type Where } from './destructive/where.ts';
import { writtenBy } from './destructive/written.ts';
import { beginningOf, literal, matches, matchesWords, mayMatch } from './patterns.ts';
import { runsPrograms } from './running-options.ts';
import { argumentsOf, isFixed, programsOf, type SimpleCommand, unknown } from './shell/shell-line.ts';
import { mayStartOthers, startedBy } from './shell/starters.ts';

/** The most readings of one command that a rule is compared with. */
const maxReadings = 64;

/**
 * Whether a rule that denies or asks hits a command: as it is written, as the shell reads it, without the folder of its program, or
 * without the variables that are set for it.
 */
export function isHit(pattern: string, command: SimpleCommand): boolean {
  const fits = (text: string) => matches(pattern, text) || matches(pattern, `${text} `);
  return textsOf(command).some(fits) || readingsOf(pattern, command).some(words => words.every(isFixed) && fits(textOf(words)));
}

/** Whether such a rule may hit a command, once the words of it are known that are not known yet. */
export function mayBeHit(pattern: string, command: SimpleCommand): boolean {
  const beginning = beginningOf(pattern).trim().split(/\s+/);
  return readingsOf(pattern, command).some(words => {
    if (words.every(isFixed) || words[0] !== beginning[0]) return false;
    // A word that is not known may become several, or none.
    return (
      beginning.slice(1).every((word, index) => {
        const at = words.slice(1, index + 2).findIndex(value => value.includes(unknown));
        return at >= 0 || mayMatch(literal(word), words[index + 1] ?? '');
      }) && words.slice(1, beginning.length).some(value => !isFixed(value))
    );
  });
}

/**
 * The other ways to read a command: with each of the values that a word may have, from any later word that names the program of the
 * rule if it may be started there, and without the options that stand before the subcommand.
 */
function readingsOf(pattern: string, command: SimpleCommand): readonly (readonly string[])[] {
  const [program = ''] = beginningOf(pattern).split(/\s/, 1);
  if (program === '') return [];
  const mayStart = programsOf(command).every(mayStartOthers);
  const begins = command.words.flatMap(({ values }, at) =>
    (at === 0 || mayStart) && values.some(value => nameOf(value) === program) ? [at] : [],
  );
  return begins.slice(0, 4).flatMap(begin => {
    const [, ...given] = command.words.slice(begin);
    return combined(given.slice(0, 8).map(({ values }) => values)).flatMap(words => {
      // An empty variable without quotes is no word.
      const whole = [...words, ...given.slice(8).map(({ values: [value = ''] }) => value)].filter(value => value !== '');
      return [whole, ...withoutOptions(whole)].map(rest => [program, ...rest]);
    });
  });
}

/** The words from each one on that may be the subcommand: an option stands before it, or its value does. */
function withoutOptions(words: readonly string[]): readonly (readonly string[])[] {
  const rests: (readonly string[])[] = [];
  let at = 0;
  while (words[at]?.startsWith('-') && rests.length < 16) {
    rests.push(words.slice(at + 1));
    const next = words[at + 1] ?? '';
    if (!next.startsWith('-')) {
      rests.push(words.slice(at + 2));
      // Behind a word that is no option there are more only if it was the value of the one before.
      at += 2;
    } else at += 1;
  }
  return rests;
}

function combined(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let all: readonly (readonly string[])[] = [[]];
  for (const values of words) {
    const tried = all.length * values.length > maxReadings ? values.slice(0, 1) : values;
    all = tried.flatMap(value => all.map(begin => [...begin, value]));
  }
  return all;
}

function nameOf(value: string): string {
  return value.slice(value.lastIndexOf('/') + 1);
}

function textOf(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

/**
 * Whether a rule that allows covers a command: everything of it is known, it writes to no file outside of the folder, and a star of the
 * pattern stands for arguments, never for a program or for an option that may run one. Without a pattern, whether nothing but words would
 * have to be covered.
 */
export function isCovered(pattern: string | undefined, command: SimpleCommand, where: Where): boolean {
  const { assignments, words, redirects, input, starter } = command;
  const written = [...redirects.flatMap(({ target }) => target.values), ...writtenBy(command)];
  if (assignments.length > 0 || (input !== undefined && input !== unknown)) return false;
  const isInside = written.every(value => isFixed(value) && reachesOf(value, command, where).every(reach => reach === 'inside'));
  if (!isInside || !words.every(({ values }) => values.length === 1 && isPlain(values[0] ?? unknown))) return false;
  if (pattern === undefined) return true;
  if (fits(pattern, command, 0)) return true;
  // The rule for the command that starts this one covers it if it names both programs.
  return starter?.at !== undefined && isCovered(undefined, starter.command, where) && fits(pattern, starter.command, starter.at);
}

/** Whether a value is known, or is a file name pattern whose names cannot begin with a `-`. */
function isPlain(value: string): boolean {
  return isFixed(value) || (!value.includes(unknown) && isFixed(value.charAt(0)));
}

/** Whether a pattern names the programs of a command up to the one at this word, and no star of it stands for an option that may run one. */
function fits(pattern: string, command: SimpleCommand, program: number): boolean {
  const named = command.words.slice(0, program + 1);
  const beginning = beginningOf(pattern);
  const isNamed = [canonical(named), named.map(({ source }) => source).join(' ')].some(
    text => beginning === text || beginning.startsWith(`${text} `),
  );
  if (!isNamed || ![canonical(command.words), command.source].some(text => matchesWords(pattern, text))) return false;
  const said = pattern.split(/[\s=]+/).map(word => word.replaceAll('*', ''));
  return partsOf(command).every(part => programsOf(part).every(name => !runsPrograms(name, argumentsOf(part), said)));
}

/** A command up to the word at which it starts another one, and that one: each has options of its own. */
function partsOf(command: SimpleCommand): readonly SimpleCommand[] {
  const { words } = command;
  const ats = programsOf(command).flatMap(name => [
    ...startedBy(name, command).flatMap(started => (started !== 'unclear' && 'at' in started ? [started.at] : [])),
    ...(/^python[\d.]*$/.test(name) && words[1]?.values[0] === '-m' ? [2] : []),
  ]);
  const at = Math.min(...ats);
  if (at < 1 || at >= words.length) return [command];
  return [{ ...command, words: words.slice(0, at) }, ...partsOf({ ...command, words: words.slice(at) })];
}

function textsOf(command: SimpleCommand): readonly string[] {
  const { assignments, words, source } = command;
  const [program, ...others] = words;
  const texts = [source, canonical(words), [...assignments, source].join(' ')];
  if (program !== undefined) {
    for (const name of programsOf(command)) texts.push(canonical([{ values: [name], source: name }, ...others]));
  }
  return [...new Set(texts)].filter(text => text !== '');
}

/** The words as the shell reads them, quoted where they need it. */
function canonical(words: SimpleCommand['words']): string {
  return words
    .map(({ values: [value = '', ...others], source }) => (others.length > 0 || !isFixed(value) ? source : quoted(value)))
    .join(' ');
}

function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
