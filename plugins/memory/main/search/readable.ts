/** Letters that Unicode does not take apart, as people type them whose keyboard lacks them. */
export const joined: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

const ascii = /^[\0-\x7f]*$/;
/** A character that nobody sees, as it is stored. */
const codes = /⟦U\+[0-9A-F]{4,6}⟧/g;
const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
const toOpen = new RegExp(`[${Object.keys(joined).join('')}${Object.keys(joined).join('').toUpperCase()}ẞ]`, 'g');

/** A text as it is searched: with plain letters for other forms of them, without accents, points and what nobody sees. The case stays. */
export function readable(text: string): string {
  if (ascii.test(text)) return text;
  const seen = text.includes('⟦') ? text.replace(codes, '') : text;
  // Syllables of Hangul are put together again.
  return seen.normalize('NFKD').replace(unseen, '').normalize('NFC').replace(toOpen, opened);
}

/** The same without case, for looking for one text in another. */
export const plain = (text: string): string => readable(text).toLowerCase();

function opened(letter: string, at: number, text: string): string {
  const letters = joined[letter.toLowerCase()] ?? letter;
  if (letter === letter.toLowerCase()) return letters;
  // A capital begins no part of an identifier within its word.
  return /\p{Lu}/u.test(text[at + 1] ?? '') ? letters.toUpperCase() : letters.charAt(0).toUpperCase() + letters.slice(1);
}
