import { argumentsOf, type SimpleCommand } from '../shell/shell-line.ts';

/** The arguments that are no options; behind `--` all of them. `letters` are those of options that take the next argument. */
export function operandsOf(command: SimpleCommand, letters = ''): readonly string[] {
  const operands: string[] = [];
  const given = argumentsOf(command);
  for (let at = 0; at < given.length; at += 1) {
    const value = given[at] ?? '';
    if (value === '--') return [...operands, ...given.slice(at + 1)];
    if (!value.startsWith('-') || value === '-') operands.push(value);
    else if (!value.startsWith('--') && letters.includes(value.slice(-1))) at += 1;
  }
  return operands;
}

/** Whether one of the options is given: letters, which may stand together behind one `-`, or whole words. */
export function hasOption(command: SimpleCommand, letters: string, ...words: readonly string[]): boolean {
  return isAmong(argumentsOf(command), letters, words);
}

/** The same for a list of arguments. */
export function isAmong(given: readonly string[], letters: string, words: readonly string[]): boolean {
  return given.some(value => {
    if (words.some(word => isNamed(value, word))) return true;
    return /^-[A-Za-z]+$/.test(value) && [...letters].some(letter => value.includes(letter));
  });
}

/** Whether an argument is this option, also shortened, or with a value behind a `=`. */
function isNamed(value: string, word: string): boolean {
  const [name = ''] = value.split('=', 1);
  return name === word || (word.startsWith('--') && name.length > 3 && word.startsWith(name));
}

/**
 * The values of options: of letters, also behind others or with the value right behind them, and of whole words, also shortened. A value
 * is the next argument, what stands behind a `=`, or what is left of a letter's word.
 */
export function valuesOf(given: readonly string[], letters: string, words: readonly string[] = []): readonly string[] {
  return given.flatMap((value, at) => {
    const end = value.indexOf('=');
    if (words.some(word => isNamed(value, word))) return end < 0 ? given.slice(at + 1, at + 2) : [value.slice(end + 1)];
    const rest = restBehind(value, letters);
    if (rest === '') return given.slice(at + 1, at + 2);
    return rest === undefined ? [] : [rest.replace(/^=/, '')];
  });
}

/** What stands in a word of letters behind the first one of these. */
function restBehind(word: string, letters: string): string | undefined {
  if (!word.startsWith('-')) return undefined;
  for (let at = 1; at < word.length && /[A-Za-z0-9]/.test(word.charAt(at)); at += 1) {
    if (letters.includes(word.charAt(at))) return word.slice(at + 1);
  }
  return undefined;
}

/** The arguments from the subcommand on, behind the program's own options; `letters` and `words` are of those that take a value. */
export function fromSubcommand(command: SimpleCommand, letters = '', words: readonly string[] = []): readonly string[] {
  const given = argumentsOf(command);
  for (let at = 0; at < given.length; at += 1) {
    const value = given[at] ?? '';
    if (!value.startsWith('-')) return given.slice(at);
    if (words.some(word => !value.includes('=') && isNamed(value, word)) || (value.length === 2 && letters.includes(value.charAt(1))))
      at += 1;
  }
  return [];
}
