import { html } from 'lit';

/** Longer texts are not looked through: only the beginning of one is shown. */
const longest = 600;
const least = 3;

interface Folded {
  readonly text: string;
  /** For each character of the folded text, where it stands in the original. */
  readonly at: readonly number[];
}

/** The search reads them like this too. */
const opened: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'oe', æ: 'ae', Æ: 'ae', ß: 'ss' };

/** Without case and accents, one place for each character. */
function fold(text: string): Folded {
  let folded = '';
  const at: number[] = [];
  let place = 0;
  for (const sign of text.slice(0, longest)) {
    for (const letter of (opened[sign] ?? sign).normalize('NFKD').toLowerCase()) {
      if (/\p{M}/u.test(letter)) continue;
      folded += letter;
      for (let unit = 0; unit < letter.length; unit++) at.push(place);
    }
    place += sign.length;
  }
  at.push(place);
  return { text: folded, at };
}

/** Where a text has the words of a question, or the longest part of them that it has: what was typed wrong is found by its letters. */
export function placesOf(text: string, question: string): readonly (readonly [number, number])[] {
  const folded = fold(text);
  const found: [number, number][] = [];
  for (const word of fold(question)
    .text.slice(0, 100)
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const part = longestPart(folded.text, word);
    if (part === '') continue;
    for (let at = folded.text.indexOf(part); at !== -1; at = folded.text.indexOf(part, at + part.length))
      found.push([folded.at[at] ?? 0, folded.at[at + part.length] ?? text.length]);
  }
  const merged: [number, number][] = [];
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function longestPart(text: string, word: string): string {
  const shortest = Math.min(least, word.length);
  for (let length = word.length; length >= shortest; length--)
    for (let at = 0; at + length <= word.length; at++) if (text.includes(word.slice(at, at + length))) return word.slice(at, at + length);
  return '';
}

/** A text with places in it marked. */
export function marked(text: string, places: readonly (readonly [number, number])[]): unknown {
  if (places.length === 0) return text;
  const parts: unknown[] = [];
  let at = 0;
  for (const [from, to] of places) {
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

/** The part of a long text that has the first place, with the places in it. */
export function snippetOf(
  text: string,
  places: readonly (readonly [number, number])[],
): { readonly text: string; readonly places: readonly (readonly [number, number])[] } {
  const first = places[0]?.[0] ?? 0;
  if (first < 30) return { text, places };
  const from = Math.max(0, text.lastIndexOf(' ', first - 12) + 1);
  return {
    text: `…${text.slice(from)}`,
    places: places.filter(([at]) => at >= from).map(([at, to]) => [at - from + 1, to - from + 1] as const),
  };
}

/** The words in which two texts differ, as places in each: what is the same at both ends is left out. */
export function differenceOf(
  old: string,
  now: string,
): { readonly old: readonly (readonly [number, number])[]; readonly now: readonly (readonly [number, number])[] } {
  const [a, b] = [old.split(/(?<=\s)/), now.split(/(?<=\s)/)];
  let [start, end] = [0, 0];
  while (start < a.length && start < b.length && a[start]?.trim() === b[start]?.trim()) start++;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end)?.trim() === b.at(-1 - end)?.trim()) end++;
  const place = (words: readonly string[]): readonly (readonly [number, number])[] => {
    const from = words.slice(0, start).join('').length;
    const to = words
      .slice(0, words.length - end)
      .join('')
      .trimEnd().length;
    return to > from ? [[from, to]] : [];
  };
  return { old: place(a), now: place(b) };
}
