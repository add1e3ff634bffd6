import { daysOf } from './days.ts';
import { readable } from './readable.ts';

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

const accents = /\p{M}/gu;
const words = /[\p{L}\p{N}]+(?:[_.\-/:][\p{L}\p{N}]+)*/gu;
const parts = /[\p{L}\p{N}]+/gu;
const ascii = /^[\0-\x7f]*$/;
/** The same as `words` in a text of ours alone, which is found faster. */
const plainWords = /[A-Za-z0-9]+(?:[_.\-/:][A-Za-z0-9]+)*/g;
/** A word without parts, as most are. */
const simple = /^[A-Za-z]?[a-z0-9]*$/;
const simpleAny = /^\p{L}?[\p{Ll}\p{Lo}\p{N}]*$/u;
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Scripts that write no spaces between words. */
const unspaced = /(?:(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])+/gu;
const pictures = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;
/** What marks the edges of a word. */
const [caret, dollar] = [0x5e, 0x24];
/** What stands in a trigram for what is no letter. */
const marks = { sign: 1, day: 2 } as const;
/** A day counts as a word of so many letters. */
const asWord = 6;

/** Removes case and accents. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(accents, '').toLowerCase();
}

/**
 * The trigrams of a text by their places, and how often each is there. Identifiers count as a whole and by their parts, a script without spaces
 * by its signs and their pairs.
 */
export function gramsOf(text: string): Map<number, number> {
  return counted(placesOf([text]));
}

/** The trigrams of the words alone, as the sketches of what was forgotten are made of: they cannot be made anew. */
export function gramsOfWords(text: string): Map<number, number> {
  const found: number[] = [];
  addWords(found, text.slice(0, longest));
  return counted(found);
}

function counted(all: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const place of all) found.set(place, (found.get(place) ?? 0) + 1);
  return found;
}

/** The place of each trigram of some texts, as often as it is there. */
function placesOf(texts: readonly string[]): number[] {
  const found: number[] = [];
  for (const text of texts) {
    const read = readable(text.slice(0, longest));
    if (ascii.test(read)) addWords(found, read);
    else {
      addWords(found, read.replace(unspaced, ' '));
      for (const [run] of read.matchAll(unspaced)) addRun(found, run);
      for (const [sign] of read.matchAll(pictures)) addWord(found, sign);
    }
    for (const day of daysOf(read)) for (let nth = 0; nth < asWord; nth += 1) found.push(placeOf(marks.day, day, nth));
  }
  return found;
}

function addWords(found: number[], read: string): void {
  for (const word of read.match(ascii.test(read) ? plainWords : words) ?? []) {
    if (simple.test(word) || simpleAny.test(word)) {
      addWord(found, fold(word));
      continue;
    }
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
}

/** Signs of a script without spaces: nobody knows where a word begins. */
function addRun(found: number[], run: string): void {
  const { length } = run;
  for (let at = 0; at < length; at += 1) {
    const sign = run.charCodeAt(at);
    found.push(placeOf(sign, marks.sign, marks.sign));
    if (at + 1 < length) found.push(placeOf(sign, run.charCodeAt(at + 1), marks.sign));
  }
}

function addWord(found: number[], word: string): void {
  const length = Math.min(word.length, longestWord);
  let [first, second] = [caret, length === 0 ? dollar : word.charCodeAt(0)];
  for (let at = 1; at <= length; at += 1) {
    const third = at === length ? dollar : word.charCodeAt(at);
    found.push(placeOf(first, second, third));
    first = second;
    second = third;
  }
}

/** FNV-1a over three characters, folded to two bytes. */
function placeOf(first: number, second: number, third: number): number {
  let hash = Math.imul(0x811c9dc5 ^ first, 0x01000193);
  hash = Math.imul(hash ^ second, 0x01000193);
  hash = Math.imul(hash ^ third, 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** The vector of the texts of a memory as it is stored: for each place two bytes, then for each its weight in one. */
export function vectorOf(texts: readonly string[]): Uint8Array {
  const all = new Uint16Array(placesOf(texts)).sort();
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
