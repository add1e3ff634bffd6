import { cutAt } from '../store/light-entry.ts';
import { folded } from './fold.ts';

export interface Snippet {
  readonly snippet: string;
  readonly marks: number[][];
}

const longest = 200;
const lead = 40;
const maxScanned = 64 * 1024;
const maxPlaces = 60;
const letter = /[\p{L}\p{N}\p{Co}\p{M}]/u;

interface Place {
  readonly from: number;
  readonly to: number;
  readonly word: number;
}

/** The piece of a text that contains most of the words, on one line; undefined if it contains none. */
export function snippetOf(text: string, words: readonly string[]): Snippet | undefined {
  const looked = text.slice(0, maxScanned).normalize('NFC');
  const places = placesOf(folded(looked), words);
  if (places.length === 0) return undefined;
  const from = bestStart(places);
  const begin = from <= lead ? 0 : wordStart(looked, from - lead);
  const piece = cutAt(looked.slice(begin), longest);
  const isCut = begin + piece.length < looked.length || looked.length < text.length;
  const before = begin > 0 ? '…' : '';
  // Each character is replaced by one, so that the positions stay the same.
  const line = piece.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  const shift = before.length - begin;
  const marks = places
    .filter(place => place.from >= begin && place.to <= begin + piece.length)
    .map(place => [place.from + shift, place.to + shift]);
  return { snippet: `${before}${line}${isCut ? '…' : ''}`, marks };
}

/** The beginning of a text, without marks. */
export function beginningOf(text: string): Snippet {
  const piece = cutAt(text, longest).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return { snippet: piece.length < text.length ? `${piece}…` : piece, marks: [] };
}

/** The positions of the words, in order and without overlaps. */
function placesOf(text: string, words: readonly string[]): readonly Place[] {
  const places: Place[] = [];
  for (const [word, wanted] of words.entries()) {
    let found = 0;
    for (let at = text.indexOf(wanted); at !== -1 && found < maxPlaces; at = text.indexOf(wanted, at + 1)) {
      if (at > 0 && letter.test(characterBefore(text, at)) && letter.test(wanted[0] ?? '') && !isUnspaced(wanted)) continue;
      places.push({ from: at, to: at + wanted.length, word });
      found += 1;
    }
  }
  places.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return places.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/** The start of the piece that contains the most different words; the first of equals. */
function bestStart(places: readonly Place[]): number {
  let best = { from: places[0]?.from ?? 0, count: 0 };
  for (const { from } of places) {
    const count = new Set(places.filter(place => place.from >= from && place.to <= from + longest - lead).map(({ word }) => word)).size;
    if (count > best.count) best = { from, count };
  }
  return best.from;
}

function wordStart(text: string, from: number): number {
  const space = text.slice(from, from + lead).search(/\s/);
  if (space !== -1) return from + space + 1;
  const first = text.charCodeAt(from);
  return first >= 0xdc00 && first <= 0xdfff ? from + 1 : from;
}

function characterBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(at - 2, at) : (text[at - 1] ?? '');
}

function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    word,
  );
}
