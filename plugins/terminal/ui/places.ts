import { type Line, plainOf, type Span } from './printed.ts';

/** A part of what is printed; one that names a line of a file says which. */
export interface Part {
  readonly text: string;
  readonly place?: { readonly path: string; readonly line: number; readonly column?: number };
}

/** A word with a number after its colon; it begins where a word begins, so that no long word is read more than once. */
const place = /(?<![^\s:'"()[\],])([^\s:'"()[\],]{1,300}):(\d{1,7})(?::(\d{1,7}))?(?!\d)/g;

/** The same for a line, whose colours may change within a place. */
export function placesOn(line: Line): readonly { readonly spans: Line; readonly place?: Part['place'] }[] {
  const parts = placesIn(plainOf(line));
  if (parts.every(({ place }) => place === undefined)) return [{ spans: line }];
  const rest = [...line];
  return parts.map(({ text, place }) => {
    const spans: Span[] = [];
    for (let left = text.length; left > 0; ) {
      const { text: all, style } = rest.shift() ?? { text: '', style: '' };
      spans.push({ text: all.slice(0, left), style });
      if (all.length > left) rest.unshift({ text: all.slice(left), style });
      left = all === '' ? 0 : left - all.length;
    }
    return { spans, place };
  });
}

/** A text with the places in files that it names, such as `src/a.ts:12:5`. No times, addresses and numbers. */
export function placesIn(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: whole, 1: path = '', 2: line = '', 3: column, index } of text.matchAll(place)) {
    if (!isPath(path) || Number(line) === 0) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: whole, place: { path, line: Number(line), ...(Number(column) > 0 && { column: Number(column) }) } });
    from = index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

function isPath(word: string): boolean {
  return (word.includes('/') || /\.[A-Za-z]/.test(word)) && !word.startsWith('//') && !/^[\d.]+$/.test(word);
}
