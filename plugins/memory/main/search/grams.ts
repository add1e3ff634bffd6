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
const ascii = /^[\0-\x7f]*$/;
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Removes case and accents. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(marks, '').toLowerCase();
}

/** The trigrams of a text by their places, and how often each is there. Identifiers count as a whole and by their parts. */
export function gramsOf(text: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const place of placesOf([text])) found.set(place, (found.get(place) ?? 0) + 1);
  return found;
}

/** The place of each trigram of some texts, as often as it is there. */
function placesOf(texts: readonly string[]): number[] {
  const found: number[] = [];
  for (const text of texts)
    for (const [word] of text.slice(0, longest).matchAll(words)) {
      let folded = '';
      let count = 0;
      for (const [part] of word.matchAll(parts))
        for (const piece of part.split(humps)) {
          const one = fold(piece);
          addWord(found, one);
          folded += one;
          count += 1;
        }
      if (count > 1) addWord(found, folded);
    }
  return found;
}

function addWord(found: number[], word: string): void {
  const marked = `^${word.slice(0, longestWord)}$`;
  for (let at = 0; at + 2 < marked.length; at += 1) found.push(placeOf(marked, at));
}

/** FNV-1a over three characters, folded to two bytes. */
function placeOf(text: string, at: number): number {
  let hash = 0x811c9dc5;
  for (let next = at; next < at + 3; next += 1) hash = Math.imul(hash ^ text.charCodeAt(next), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** The vector of the texts of a memory as it is stored: for each place two bytes, then for each its weight in one. */
export function vectorOf(texts: readonly string[]): Uint8Array {
  const all = Uint16Array.from(placesOf(texts)).sort();
  let count = 0;
  for (let at = 0; at < all.length; at += 1) if (all[at] !== all[at - 1]) count += 1;
  const slow = tfGrowth * (1 - lengthPart + (lengthPart * all.length) / usualLength);
  const vector = new Uint8Array(count * 3);
  for (let from = 0, at = 0; from < all.length; at += 1) {
    const place = all[from] as number;
    let to = from + 1;
    while (all[to] === place) to += 1;
    vector[at * 2] = place & 0xff;
    vector[at * 2 + 1] = place >>> 8;
    vector[count * 2 + at] = Math.max(1, Math.round((unit * (to - from) * (tfGrowth + 1)) / (to - from + slow)));
    from = to;
  }
  return vector;
}
