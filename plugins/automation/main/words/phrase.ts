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

export interface Phrase {
  readonly steps: readonly Step[];
  /** The words that it can begin with; undefined if a blank can be its first. */
  readonly firsts: ReadonlySet<string> | undefined;
}

/** Reads a phrase such as `every|each <n>? day|days`: words with `|` between them, blanks in `<>`, and `?` after what may be left out. */
export function phrase(form: string): Phrase {
  const steps = form.split(' ').map(part => {
    const isOptional = part.endsWith('?');
    const name = isOptional ? part.slice(0, -1) : part;
    const isBlank = name.startsWith('<');
    return { words: new Set(isBlank ? [] : name.split('|')), blank: isBlank ? name.slice(1, -1) : undefined, isOptional };
  });
  return { steps, firsts: firstsOf(steps) };
}

function firstsOf(steps: readonly Step[]): ReadonlySet<string> | undefined {
  const required = steps.findIndex(({ isOptional }) => !isOptional);
  const begins = steps.slice(0, required + 1);
  if (required < 0 || begins.some(({ blank }) => blank !== undefined)) return undefined;
  return new Set(begins.flatMap(({ words }) => [...words]));
}

/** The longest way in which a phrase begins at a token. Phrases are short, so trying each optional part both ways is bounded. */
export function match({ blanks }: Lexicon, { steps, firsts }: Phrase, tokens: readonly Token[], at: number): Match | undefined {
  if (firsts?.has(tokens[at]?.word ?? '') === false) return undefined;
  const from = (step: number, token: number): Match | undefined => {
    const part = steps[step];
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
