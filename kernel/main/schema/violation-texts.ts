import { type Locale, slipsBetween } from '@atelier/kernel';

/** The same text in both languages. */
export type BilingualText = Readonly<Record<Locale, string>>;

const maxLength = 60;

/** A value for display: one line, short, without invisible characters. */
export function shown(value: unknown): BilingualText {
  if (Array.isArray(value)) return { en: 'a list', fr: 'une liste' };
  if (typeof value === 'object' && value !== null) return { en: 'an object', fr: 'un objet' };
  if (typeof value === 'string') return same(quoted(value));
  if (value === undefined) return { en: 'nothing', fr: 'rien' };
  return same(typeof value === 'function' ? 'function' : cut(String(value)));
}

/** A text in quotes, truncated, with invisible characters written out. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, sign => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function same(text: string): BilingualText {
  return { en: text, fr: text };
}

/** `/atelier/rights/net/0` as `atelier.rights.net[0]`. */
export function pathOf(value: unknown, pointer: string): string {
  let part: unknown = value;
  let path = '';
  for (const key of keysOf(pointer)) {
    if (Array.isArray(part)) path += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]{0,59}$/.test(key)) path += path === '' ? key : `.${key}`;
    else path += `[${quoted(key)}]`;
    part = own(part, key);
  }
  return path;
}

/** The part of a value at a JSON pointer. */
export function partOf(value: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce(own, value);
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The known word with a small edit distance, if there is one. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > maxLength) return undefined;
  const ranked = known
    .map(candidate => ({ candidate, distance: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance: far }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** “did you mean …, ” inside of a sentence; nothing if no known name is near. */
export function perhapsMeant(name: string, known: readonly string[]): BilingualText {
  const near = nearest(name, known);
  return near === undefined ? { en: '', fr: '' } : { en: `did you mean ${quoted(near)}? `, fr: `vouliez-vous dire ${quoted(near)} ? ` };
}
