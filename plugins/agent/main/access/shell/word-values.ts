import { homedir } from 'node:os';
import type { Word, WordPart } from 'unbash';
import { anyCharacter, anyName, type ShellWord, unknown } from './shell-line.ts';

/** The most values of one word; with more of them it counts as unknown. */
const maxValues = 16;

/** What is known where a word stands. */
export interface Known {
  /** The values of a variable that the line sets; undefined for one that it does not set. */
  valueOf(variable: string): readonly string[] | undefined;
  /** The working directories that it may stand in. */
  readonly places: readonly (string | undefined)[];
  /** The result of a substituted command, if it can be told. */
  resultOf(part: Extract<WordPart, { type: 'CommandExpansion' }>): readonly string[] | undefined;
}

/** The values that a word may have once the shell has removed its quotes and expanded it. */
export function wordOf(word: Word, known: Known): ShellWord {
  return { values: valuesOf(word, known), source: word.text };
}

function valuesOf(word: Word, known: Known): readonly string[] {
  if (word.parts === undefined) return [literalOf(word.value, word.text, true)];
  return joined(word.parts.map((part, at) => partValues(part, known, at === 0)));
}

/** Every combination of the values of parts that stand behind each other. */
function joined(parts: readonly (readonly string[])[]): readonly string[] {
  let values: readonly string[] = [''];
  for (const part of parts) {
    values = part.flatMap(end => values.map(value => value + end));
    if (values.length > maxValues) return [unknown];
  }
  return values;
}

function partValues(part: WordPart, known: Known, isFirst: boolean): readonly string[] {
  switch (part.type) {
    case 'Literal':
      return [literalOf(part.value, part.text, isFirst)];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts.map(inner => (inner.type === 'Literal' ? [inner.value] : quotedValues(inner, known))));
    case 'Glob':
      return [part.kind === 'star' ? anyName.repeat(part.text.length) : anyCharacter];
    case 'ExtendedGlob':
      return [anyName];
    case 'BraceExpansion':
      return alternativesIn(part.text) ?? [unknown];
    default:
      // Without quotes a value is split at blanks, and may be a pattern.
      return quotedValues(part, known).map(value => (/[\s*?[]/.test(value) ? unknown : value));
  }
}

/** The values of an expansion in double quotes. */
function quotedValues(part: WordPart, known: Known): readonly string[] {
  if (part.type === 'CommandExpansion') return known.resultOf(part) ?? [unknown];
  const name = nameOf(part);
  if (name === undefined) return [unknown];
  const set = known.valueOf(name);
  if (set !== undefined) return set;
  if (name === 'HOME') return [homedir()];
  return name === 'PWD' ? known.places.map(place => place ?? unknown) : [unknown];
}

/** The variable whose whole value an expansion is. */
function nameOf(part: WordPart): string | undefined {
  if (part.type === 'SimpleExpansion') return part.text.slice(1);
  if (part.type !== 'ParameterExpansion') return undefined;
  const { operation, index, prefix, parameter } = part;
  return operation === undefined && index === undefined && prefix === undefined ? parameter : undefined;
}

/** A text without quotes, with the home folder in place of `~`. */
function literalOf(value: string, text: string, isFirst: boolean): string {
  // Braces that the parser has left here may still be expanded.
  if (text.includes('{') && (text.includes(',') || text.includes('..'))) return unknown;
  if (!isFirst) return value;
  // Behind the `=` of an argument that looks like the setting of a variable, too.
  const at = text.startsWith('~') ? 0 : value.indexOf('=') + 1;
  return text.startsWith('~', at) ? value.slice(0, at) + fromHome(value.slice(at)) : value;
}

function fromHome(path: string): string {
  if (path === '~' || path.startsWith('~/')) return homedir() + path.slice(1);
  return path.startsWith('~') ? unknown : path;
}

/** The alternatives of `{a,b}`; undefined if they are not all plain. */
function alternativesIn(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (/[{}$`'"\\*?[(]/.test(inner)) return undefined;
  if (inner.includes(',')) return inner.split(',').map(fromHome);
  return inner.includes('..') ? [anyName] : undefined;
}
