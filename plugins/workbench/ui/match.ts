/** The matches of a query in a text: start and end of each. */
export type Marks = readonly (readonly [number, number])[];

/** How well a title matches a query, lower is better; undefined if a word of the query is missing. */
export function match(title: string, query: string): { readonly rank: number; readonly marks: Marks } | undefined {
  const text = plain(title);
  const words = plain(query).split(/\s+/).filter(Boolean);
  const marks: [number, number][] = [];
  let rank = 0;
  for (const word of words) {
    const at = positionOf(text, word);
    if (at < 0) return undefined;
    marks.push([at, at + word.length]);
    rank += at === 0 ? 0 : isWordStart(text, at) ? 1 : 3;
  }
  return { rank: rank * 100 + Math.min(text.length, 99), marks: marks.toSorted((a, b) => a[0] - b[0]) };
}

/** The first position at the start of a word, otherwise the first position. */
function positionOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return text.indexOf(word);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
}

/** Without case and accents. Letters are replaced one by one, so that positions are those in the title. */
function plain(text: string): string {
  return [...text.toLowerCase()].map(letter => letter.normalize('NFD')[0]!).join('');
}
