/** Where the words of a query stand in a text: the start and the end of each piece, for marking. */
export type Marks = readonly (readonly [number, number])[];

/** How well a title fits what was typed; undefined where a word of it is missing. Less is better. */
export function match(title: string, typed: string): { readonly rank: number; readonly marks: Marks } | undefined {
  const text = plain(title);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const marks: [number, number][] = [];
  let rank = 0;
  for (const word of words) {
    const at = placeOf(text, word);
    if (at < 0) return undefined;
    marks.push([at, at + word.length]);
    rank += at === 0 ? 0 : isStart(text, at) ? 1 : 3;
  }
  return { rank: rank * 100 + Math.min(text.length, 99), marks: marks.toSorted((a, b) => a[0] - b[0]) };
}

/** At the start of a word if it is at one, and anywhere otherwise. */
function placeOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isStart(text, at)) return at;
  return text.indexOf(word);
}

function isStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
}

/** Without case and accents, letter for letter, so that places in it are places in the title. */
function plain(text: string): string {
  return [...text.toLowerCase()].map(letter => letter.normalize('NFD')[0]!).join('');
}
