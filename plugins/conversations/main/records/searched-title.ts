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
    const forms = formsOf(typed).map(form => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
    return {
      condition: `(${forms.map((_, index) => `title LIKE :like${index} ESCAPE '\\'`).join(' OR ')})`,
      values: Object.fromEntries(forms.map((form, index) => [`like${index}`, form])),
    };
  }
  return {
    condition: 'number IN (SELECT rowid FROM titles WHERE titles MATCH :match)',
    values: { match: `"${typed.replaceAll('"', '""')}"` },
  };
}

/** LIKE takes small and capital for the same only where the letter is one of ASCII. */
function formsOf(typed: string): readonly string[] {
  if (/^[ -~]*$/.test(typed)) return [typed];
  const [small, large] = [typed.toLowerCase(), typed.toUpperCase()];
  const [first = '', ...others] = small;
  return [...new Set([small, large, first.toUpperCase() + others.join('')])];
}
