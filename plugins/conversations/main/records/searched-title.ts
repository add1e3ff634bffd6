/** What of a title search a statement needs. */
export interface SearchedTitle {
  readonly condition: string;
  readonly values: Readonly<Record<string, string>>;
}

const shortestGram = 3;
const escaped = "ESCAPE '\\'";

/** How titles are searched for what was typed: by the index of three letters, or one by one where fewer were. */
export function searchedTitle(text: string): SearchedTitle | undefined {
  // The index ends a question at a NUL, and then complains of the quotation mark that is missing.
  const typed = text.replaceAll(/\p{Cc}/gu, ' ').trim();
  if (typed === '') return undefined;
  // Marks stand above a letter and are no letter of the index's.
  const letters = typed.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if ([...letters].length < shortestGram) {
    const [small, large] = [typed.toLowerCase(), typed.toUpperCase()];
    const [first = '', ...others] = small;
    // LIKE knows the two cases of the Latin letters without marks only.
    const [like, alike, begun] = [small, large, first.toUpperCase() + others.join('')].map(
      form => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`,
    );
    const condition = `(title LIKE :like ${escaped} OR title LIKE :alike ${escaped} OR title LIKE :begun ${escaped})`;
    return { condition, values: { like: like ?? '', alike: alike ?? '', begun: begun ?? '' } };
  }
  return {
    condition: 'number IN (SELECT rowid FROM titles WHERE titles MATCH :match)',
    values: { match: `"${typed.replaceAll('"', '""')}"` },
  };
}
