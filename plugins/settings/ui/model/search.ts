import type { ShownSection } from './setting.ts';

/** Where the words of a query stand in a title: the start and the end of each piece. */
export type Marks = readonly (readonly [number, number])[];

/** Something the search can find: a section, or a setting in it. */
interface Searched {
  readonly section: string;
  readonly setting?: string;
  readonly title: string;
  readonly plainTitle: string;
  readonly others: string;
}

export interface Found {
  readonly section: string;
  readonly setting?: string;
  readonly title: string;
  readonly marks: Marks;
}

const most = 60;

/** All there is to find, made once for as long as the sections stay the same. */
export function indexOf(sections: readonly ShownSection[]): readonly Searched[] {
  const item = (section: string, title: string, others: readonly string[], setting?: string): Searched => ({
    section,
    title,
    plainTitle: plain(title),
    others: plain(others.join(' ')),
    ...(setting !== undefined && { setting }),
  });
  const of = (shown: ShownSection, page: string): Searched[] => [
    item(page, shown.title, [shown.about, ...shown.keywords]),
    ...shown.settings.map(({ key, title, about, keywords, choices }) =>
      item(page, title, [about, ...keywords, ...choices.map(choice => choice.title)], key),
    ),
    ...shown.entries.map(({ id, title, keywords }) => item(page, title, keywords, id)),
    ...shown.inside.flatMap(one => of(one, page)),
  ];
  return sections.flatMap(section => of(section, section.id));
}

/** What has every word of the query, in its title or beside it; the best first. */
export function search(index: readonly Searched[], query: string): readonly Found[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { readonly rank: number; readonly found: Found }[] = [];
  for (const { section, setting, title, plainTitle, others } of index) {
    let rank = setting === undefined ? 1 : 0;
    const marks: [number, number][] = [];
    let fits = true;
    for (const word of words) {
      const at = placeOf(plainTitle, word);
      if (at >= 0) {
        marks.push([at, at + word.length]);
        rank += at === 0 ? 0 : isStart(plainTitle, at) ? 2 : 6;
      } else if (others.includes(word)) rank += placeIsStart(others, word) ? 10 : 20;
      else {
        fits = false;
        break;
      }
    }
    if (!fits) continue;
    marks.sort((a, b) => a[0] - b[0]);
    found.push({ rank, found: { section, title, marks, ...(setting !== undefined && { setting }) } });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(one => one.found);
}

/** At the start of a word if it is at one, and anywhere otherwise. */
function placeOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isStart(text, at)) return at;
  return text.indexOf(word);
}

function placeIsStart(text: string, word: string): boolean {
  return isStart(text, placeOf(text, word));
}

function isStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Without case and accents, letter for letter, so that places in it are places in the title. */
function plain(text: string): string {
  return [...text.toLowerCase()].map(letter => letter.normalize('NFD')[0] ?? '').join('');
}
