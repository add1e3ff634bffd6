/** How long a question must have been in view, unchanged, before it can be answered with yes: a click on its way is no answer to it. */
export const armingMs = 700;

/** A text of more lines or characters is folded, and cannot be allowed before the person has unfolded it. */
const most = { lines: 12, characters: 1_000 };
/** What is shown of a folded text. */
const shown = { lines: 8, characters: 600 };

export interface Folded {
  readonly beginning: string;
  readonly lines: number;
  readonly characters: number;
}

/** The beginning and the size of a text that is too long to be taken in at once; undefined for a shorter one. */
export function foldedText(text: string): Folded | undefined {
  const lines = text.split('\n');
  if (lines.length <= most.lines && text.length <= most.characters) return undefined;
  const beginning = lines.slice(0, shown.lines).join('\n').slice(0, shown.characters);
  return { beginning, lines: lines.length, characters: text.length };
}
