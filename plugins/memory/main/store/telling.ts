import { fold } from '../search/grams.ts';
import { joined } from '../search/readable.ts';

/** They change nothing of what a sentence says. */
const small = new Set('a an the of to in on at is are was be le la les l un une des du de d est sont et and au aux en'.split(' '));

const ordinary = /^[\t\n\r\x20-\x7e]*$/;
const codes = /⟦U\+[0-9A-F]{4,6}⟧/g;
const unseen = /(?![\t\n\r])[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters of two other scripts that look like ours, each before the one that it is taken for. */
const lookalikes = 'аaеeоoрpсcуyхxіiјjѕsкkмmтtнhвbһhԁdԛqԝwαaεeοoιiκkνvρpτtυuχxβbηh';
const taken = new Map([...Object.entries(joined), ...(lookalikes.match(/../gu) ?? []).map(([from = '', to = '']) => [from, to] as const)]);
const other = /[^\t\n\r\x20-\x7e]/gu;

/** A text as a reader takes it, for comparing: without accents and what is invisible, with plain letters for those that only look like them. */
export function legible(text: string): string {
  if (ordinary.test(text)) return text;
  const plain = text.replaceAll(codes, '').normalize('NFKD').replaceAll(unseen, '');
  return plain.replaceAll(other, one => taken.get(one) ?? (taken.get(one.toLowerCase()) ?? one).toUpperCase());
}

/** The words of a text, whatever their case, accents, punctuation and signs. */
export function wordsOf(text: string): string[] {
  return ordinary.test(text) ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? []) : formerWordsOf(legible(text));
}

/** The same as it was before signs counted for nothing. */
export function formerWordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const mostPieces = 200;

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  return distinct(text.split(/[.!?;\n]/).slice(0, mostPieces));
}

/** The sentences of a text, and their parts: what says something by itself. */
export function piecesOf(text: string): string[] {
  const sentences = sentencesOf(text);
  const parts = sentences.flatMap(sentence => sentence.split(/[,:()]|\s(?:and|et)\s/));
  return distinct([...sentences, ...parts.slice(0, mostPieces)]);
}

const distinct = (pieces: readonly string[]) => [...new Set(pieces.map(piece => piece.trim()))].filter(piece => piece !== '');

/** Those that say something, in their order. */
export function tellingWords(text: string): string[] {
  return tellingOf(wordsOf(text));
}

export function tellingOf(words: readonly string[]): string[] {
  return words.filter(word => !small.has(word));
}
