import type { ShownSection } from './setting.ts';

/** The matches of a query in a title: start and end of each. */
export type Marks = readonly (readonly [number, number])[];

/** Something the search can find: a section, or a setting in it. */
interface IndexEntry {
  readonly section: string;
  readonly setting?: string;
  readonly title: string;
  readonly plainTitle: string;
  readonly otherTexts: string;
}

export interface SearchResult {
  readonly section: string;
  readonly setting?: string;
  readonly title: string;
  readonly marks: Marks;
}

const maxResults = 60;

/** The index to search; valid until the sections change. */
export function searchIndex(sections: readonly ShownSection[]): readonly IndexEntry[] {
  const item = (section: string, title: string, otherTexts: readonly string[], setting?: string): IndexEntry => ({
    section,
    title,
    plainTitle: plain(title),
    otherTexts: plain(otherTexts.join(' ')),
    ...(setting !== undefined && { setting }),
  });
  const of = (shown: ShownSection, page: string): IndexEntry[] => [
    item(page, shown.title, [shown.about, ...shown.keywords]),
    ...shown.settings.map(({ key, title, about, keywords, choices }) =>
      item(page, title, [about, ...keywords, ...choices.map(choice => choice.title)], key),
    ),
    ...shown.entries.map(({ id, title, keywords }) => item(page, title, keywords, id)),
    ...shown.inside.flatMap(one => of(one, page)),
  ];
  return sections.flatMap(section => of(section, section.id));
}

/** The entries that contain every word of the query in their title or their other texts; the best first. */
export function search(index: readonly IndexEntry[], query: string): readonly SearchResult[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const results: { readonly rank: number; readonly result: SearchResult }[] = [];
  for (const { section, setting, title, plainTitle, otherTexts } of index) {
    let rank = setting === undefined ? 1 : 0;
    const marks: [number, number][] = [];
    let matches = true;
    for (const word of words) {
      const at = positionOf(plainTitle, word);
      if (at >= 0) {
        marks.push([at, at + word.length]);
        rank += at === 0 ? 0 : isWordStart(plainTitle, at) ? 2 : 6;
      } else if (otherTexts.includes(word)) rank += isAtWordStart(otherTexts, word) ? 10 : 20;
      else {
        matches = false;
        break;
      }
    }
    if (!matches) continue;
    marks.sort((a, b) => a[0] - b[0]);
    results.push({ rank, result: { section, title, marks, ...(setting !== undefined && { setting }) } });
  }
  return results
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(one => one.result);
}

/** The first position at the start of a word, otherwise the first position. */
function positionOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return text.indexOf(word);
}

function isAtWordStart(text: string, word: string): boolean {
  return isWordStart(text, positionOf(text, word));
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Without case and accents. Letters are replaced one by one, so that positions are those in the title. */
function plain(text: string): string {
  return [...text.toLowerCase()].map(letter => letter.normalize('NFD')[0] ?? '').join('');
}
