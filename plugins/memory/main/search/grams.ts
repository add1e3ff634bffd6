/** How many places trigrams are hashed into; a place fits two bytes. */
export const places = 65_536;

/** What of a text is read: a longer one says nothing more that could be found by it. */
const longest = 8000;
/** A word of more letters is data. */
const longestWord = 64;
/** The weights that a blob holds are whole numbers; this one stands for 1. */
export const unit = 100;

const tfGrowth = 0.4;
const lengthPart = 0.4;
const usualLength = 110;

const marks = /\p{M}/gu;
const words = /[\p{L}\p{N}]+(?:[_.\-/:][\p{L}\p{N}]+)*/gu;
const parts = /[\p{L}\p{N}]+/gu;
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Removes case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase();
}

/** The trigrams of a text by their places, and how often each is there. Identifiers count as a whole and by their parts. */
export function gramsOf(text: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [word] of text.slice(0, longest).matchAll(words)) {
    const pieces = [...word.matchAll(parts)].flatMap(([part]) => part.split(humps));
    const folded = pieces.map(fold);
    for (const piece of folded) addWord(found, piece);
    if (folded.length > 1) addWord(found, folded.join(''));
  }
  return found;
}

function addWord(found: Map<number, number>, word: string): void {
  const marked = `^${word.slice(0, longestWord)}$`;
  for (let at = 0; at + 2 < marked.length; at += 1) {
    const place = placeOf(marked, at);
    found.set(place, (found.get(place) ?? 0) + 1);
  }
}

/** FNV-1a over three characters, folded to two bytes. */
function placeOf(text: string, at: number): number {
  let hash = 0x811c9dc5;
  for (let next = at; next < at + 3; next += 1) hash = Math.imul(hash ^ text.charCodeAt(next), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** The vector of a memory as it is stored: for each place two bytes, then for each its weight in one. */
export function vectorOf(fields: readonly { readonly text: string; readonly times: number }[]): Uint8Array {
  const counts = new Map<number, number>();
  for (const { text, times } of fields)
    for (const [place, count] of gramsOf(text)) counts.set(place, (counts.get(place) ?? 0) + count * times);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const length = sorted.reduce((sum, [, count]) => sum + count, 0);
  const slow = tfGrowth * (1 - lengthPart + (lengthPart * length) / usualLength);
  const vector = new Uint8Array(sorted.length * 3);
  sorted.forEach(([place, count], at) => {
    vector[at * 2] = place & 0xff;
    vector[at * 2 + 1] = place >>> 8;
    vector[sorted.length * 2 + at] = Math.max(1, Math.round((unit * count * (tfGrowth + 1)) / (count + slow)));
  });
  return vector;
}
