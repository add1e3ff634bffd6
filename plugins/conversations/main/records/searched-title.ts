/** What of a title search a statement needs. */
export interface SearchedTitle {
  readonly condition: string;
  readonly values: Readonly<Record<string, string>>;
}

const shortestGram = 3;

/** How titles are searched for what was typed: by the index of three letters, or one by one where fewer were. */
export function searchedTitle(text: string): SearchedTitle | undefined {
  // The index ends a question at a NUL, and then complains of the quotation mark that is missing.
  const typed = text.replaceAll(/\p{Cc}/gu, ' ').trim();
  if (typed === '') return undefined;
  // Marks stand above a letter and are no letter of the index's.
  const letters = typed.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if ([...letters].length < shortestGram) {
    return { condition: "title LIKE :like ESCAPE '\\'", values: { like: `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%` } };
  }
  return {
    condition: 'number IN (SELECT rowid FROM titles WHERE titles MATCH :match)',
    values: { match: `"${typed.replaceAll('"', '""')}"` },
  };
}
