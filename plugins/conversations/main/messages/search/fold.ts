const beyondAscii = /[^\0-\x7f]/;

/**
 * Removes case and accents and keeps the length, so that a position in the result is the same in the text. The text should be in NFC.
 */
export function folded(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text.replace(/[^\0-\x7f]/gu, foldedCharacter).replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

/** Scripts without spaces between words: each of their characters counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const everyUnspaced = new RegExp(unspaced, 'gu');

export function spaced(text: string): string {
  return unspaced.test(text) ? text.replace(everyUnspaced, ' $& ') : text;
}

function foldedCharacter(character: string): string {
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.length === character.length ? bare : character;
}
