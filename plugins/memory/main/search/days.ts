const months: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, fev: 2, mar: 3, apr: 4, avr: 4, may: 5, mai: 5, jun: 6, juin: 6, jul: 7, juil: 7, aug: 8, aou: 8 },
  ...{ sep: 9, oct: 10, nov: 11, dec: 12 },
};
const name =
  '(jan(?:uary|vier|v)?|feb(?:ruary)?|fev(?:rier|r)?|mar(?:ch|s)?|apr(?:il)?|avr(?:il)?|may|mai|june?|juin|july?|juil(?:let)?|aug(?:ust)?|aout|sept?(?:emb(?:er|re))?|oct(?:ob(?:er|re))?|nov(?:emb(?:er|re))?|dec(?:emb(?:er|re))?)';
/** What follows the number of a day, and what stands before it. They are looked for beside a number alone: in a whole text they cost more than all else of a vector. */
const nameAfter = new RegExp(`^(?:er|st|nd|rd|th)?\\.? (?:of )?${name}(?!\\p{L})`, 'iu');
const nameBefore = new RegExp(`(?<!\\p{L})${name}\\.? $`, 'iu');
const noMore = /^(?:st|nd|rd|th)?(?![\d\p{L}])/iu;
const letter = /\p{L}$/u;
/** The longest of them have so many characters, with one on each side. */
const longestName = 24;
const iso = /(?<![\d-])\d{4}-(\d{1,2})-(\d{1,2})(?![\d-])/g;
/** Points and hyphens alone are as often versions and lists. */
const numbers = /(?<![\d/.-])(\d{1,2})(?:([/.-])(\d{1,2})\2(?:\d{4}|\d{2})|\/(\d{1,2}))(?![\d/]|[.-]\d)/g;

/** The days of the year that a text names, as `month * 32 + day`. Where it says 03/02 nobody knows which is the month: it names both. */
export function daysOf(text: string): number[] {
  if (!/\d/.test(text)) return [];
  const days = new Set<number>();
  const add = (day: number, month: number) => {
    if (day >= 1 && day <= 31 && month >= 1 && month <= 12) days.add(month * 32 + day);
  };
  const monthOf = (word: string) => months[word.slice(0, 4).toLowerCase()] ?? months[word.slice(0, 3).toLowerCase()] ?? 0;
  for (const { 0: day, index } of text.matchAll(/\d+/g)) {
    if (day.length > 2) continue;
    const end = index + day.length;
    const before = text.slice(Math.max(0, index - longestName), index);
    const after = text.slice(end, end + longestName);
    const [, next] = letter.test(before) ? [] : (nameAfter.exec(after) ?? []);
    if (next !== undefined) add(Number(day), monthOf(next));
    const [, last] = before.endsWith(' ') && noMore.test(after) ? (nameBefore.exec(before) ?? []) : [];
    if (last !== undefined) add(Number(day), monthOf(last));
  }
  if (!/\d[/.-]\d/.test(text)) return [...days];
  for (const [, month, day] of text.matchAll(iso)) add(Number(day), Number(month));
  for (const [, one, , other, short] of text.matchAll(numbers)) {
    add(Number(one), Number(other ?? short));
    add(Number(other ?? short), Number(one));
  }
  return [...days];
}
