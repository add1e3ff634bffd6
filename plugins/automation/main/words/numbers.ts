import type { Language } from '../../contract/index.ts';
import type { Token } from './tokens.ts';

/** Words, each with its place among them; `|` stands between those of the same place, and `-` for none. */
export const table = (words: string): Map<string, number> =>
  new Map(
    words
      .split(' ')
      .flatMap((entry, index) => entry.split('|').map((word): [string, number] => [word, index]))
      .filter(([word]) => word !== '-'),
  );

const small = {
  en: table(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  fr: table('zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
};
const tens = {
  en: table('- - twenty thirty forty fifty sixty seventy eighty ninety'),
  fr: table('- - vingt trente quarante cinquante soixante'),
};

export const digits = (token: Token | undefined, most: number): number | undefined =>
  token !== undefined && /^\d{1,9}$/.test(token.word) && Number(token.word) <= most ? Number(token.word) : undefined;

/** A number in words: "ten", "twenty-five", "dix-sept", "vingt et un". */
export function wordNumber(tokens: readonly Token[], at: number, language: Language): { end: number; value: number } | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  const ten = tens[language].get(word(at));
  const value = ten === undefined ? small[language].get(word(at)) : ten * 10;
  if (value === undefined) return undefined;
  const isAnd = language === 'fr' && ten !== undefined && word(at + 1) === 'et';
  const joined = word(at + 1) === '-' || isAnd ? at + 2 : at + 1;
  const unit = small[language].get(word(joined));
  const isTen = language === 'fr' && value === 10 && word(at + 1) === '-' && unit !== undefined && unit > 6;
  const isUnit = unit !== undefined && unit > 0 && unit < 10 && (ten !== undefined || isTen) && (!isAnd || unit === 1);
  return isUnit ? { end: joined + 1, value: value + unit } : { end: at + 1, value };
}
