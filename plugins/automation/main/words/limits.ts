import type { Language, Limits } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

/** What begins the limits of a run. After the open ones an amount of money may also be the price of something. */
const leads = {
  en: ['stop it? at|after', 'stop the run at|after', 'budget of? :?', 'limit of? :?', 'limited to'].map(phrase),
  fr: [
    'arrete|arretez|arreter - la|le a|apres',
    'arrete|arretez|arreter a|apres',
    'arrete|arretez|arreter au bout de',
    "s ' arreter a|apres",
    'budget de? :?',
    "budget d ' :?",
    'limite|limites de? :?',
  ].map(phrase),
} as const;
const open = {
  en: ['at most', 'no more than', 'for at most', 'max|maximum :?', 'max|maximum of'].map(phrase),
  fr: ['au plus', 'au maximum', 'pas plus de', 'max|maximum :?'].map(phrase),
} as const;
const amounts: Readonly<
  Record<Language, readonly (readonly [ReturnType<typeof phrase>, (value: Readonly<Record<string, number>>) => Limits])[]>
> = {
  en: [
    [phrase('<money>'), ({ money = 0 }) => ({ money: money / 10_000 })],
    [phrase('<n> tokens|token'), ({ n = 0 }) => ({ tokens: n })],
    [phrase('<span>'), ({ span = 0 }) => ({ minutes: span / 60_000 })],
    [phrase('<n> <unit>'), ({ n = 0, unit = 0 }) => ({ minutes: (n * unit) / 60_000 })],
  ],
  fr: [
    [phrase('<money>'), ({ money = 0 }) => ({ money: money / 10_000 })],
    [phrase('<n> jetons|jeton|tokens'), ({ n = 0 }) => ({ tokens: n })],
    [phrase('<span>'), ({ span = 0 }) => ({ minutes: span / 60_000 })],
    [phrase('<n> <unit>'), ({ n = 0, unit = 0 }) => ({ minutes: (n * unit) / 60_000 })],
  ],
};
const joins = /^(?:and|or|et|ou|,|at|after|a|apres)$/;
const mostJoins = 3;

export interface LimitsFound {
  readonly end: number;
  readonly limits: Limits;
}

/** The limits that begin at a token: "stop at $0.05 and 2 minutes", "budget 1 $", "max 2 minutes". */
export function limitsAt(tokens: readonly Token[], start: number, language: Language): LimitsFound | undefined {
  const lexicon = lexicons[language];
  const ended = (forms: readonly ReturnType<typeof phrase>[]) =>
    Math.max(-1, ...forms.map(form => match(lexicon, form, tokens, start)?.end ?? -1));
  const [isOpen, begins] =
    ended(open[language]) > ended(leads[language]) - 1 ? [true, ended(open[language])] : [false, ended(leads[language])];
  if (begins < 0) return undefined;
  let found: LimitsFound | undefined = amountAt(tokens, begins, language);
  if (found === undefined || (isOpen && (found.limits.money ?? 0) > 1)) return undefined;
  for (;;) {
    let at: number = found.end;
    for (let count = 0; count < mostJoins && joins.test(tokens[at]?.word ?? ''); count += 1) at += 1;
    const next: LimitsFound | undefined = at === found.end ? undefined : amountAt(tokens, at, language);
    // The same limit twice is not one of them.
    if (next === undefined || Object.keys(next.limits).some(name => Object.hasOwn(found?.limits ?? {}, name))) return found;
    found = { end: next.end, limits: { ...found.limits, ...next.limits } };
  }
}

function amountAt(tokens: readonly Token[], at: number, language: Language): LimitsFound | undefined {
  let best: LimitsFound | undefined;
  for (const [form, says] of amounts[language]) {
    const found = match(lexicons[language], form, tokens, at);
    if (found !== undefined && (best === undefined || found.end > best.end)) best = { end: found.end, limits: says(found.caught) };
  }
  return best;
}
