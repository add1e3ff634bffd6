import type { Token } from './tokens.ts';

/** The values that a phrase has caught, by the names of its blanks. */
export type Caught = Readonly<Record<string, number>>;

export interface Match {
  /** The token after it. */
  readonly end: number;
  readonly caught: Caught;
}

/** Reads a blank at a token; undefined if there is none. */
export type Blank = (tokens: readonly Token[], at: number) => { readonly end: number; readonly value: number } | undefined;

export interface Lexicon {
  readonly blanks: Readonly<Record<string, Blank>>;
}

interface Step {
  readonly words: ReadonlySet<string>;
  readonly blank: string | undefined;
  readonly isOptional: boolean;
}

export type Phrase = readonly Step[];

/** Reads a phrase such as `every|each <n>? day|days`: words with `|` between them, blanks in `<>`, and `?` after what may be left out. */
export function phrase(form: string): Phrase {
  return form.split(' ').map(part => {
    const isOptional = part.endsWith('?');
    const name = isOptional ? part.slice(0, -1) : part;
    const isBlank = name.startsWith('<');
    return { words: new Set(isBlank ? [] : name.split('|')), blank: isBlank ? name.slice(1, -1) : undefined, isOptional };
  });
}

/** The longest way in which a phrase begins at a token. Phrases are short, so trying each optional part both ways is bounded. */
export function match({ blanks }: Lexicon, form: Phrase, tokens: readonly Token[], at: number): Match | undefined {
  const from = (step: number, token: number): Match | undefined => {
    const part = form[step];
    if (part === undefined) return { end: token, caught: {} };
    const taken = taking(part, step, token);
    return taken ?? (part.isOptional ? from(step + 1, token) : undefined);
  };
  const taking = (part: Step, step: number, token: number): Match | undefined => {
    if (part.blank !== undefined) {
      const read = blanks[part.blank]?.(tokens, token);
      const rest = read && from(step + 1, read.end);
      return rest && { end: rest.end, caught: { ...rest.caught, [part.blank]: read.value } };
    }
    return part.words.has(tokens[token]?.word ?? '') ? from(step + 1, token + 1) : undefined;
  };
  return from(0, at);
}
