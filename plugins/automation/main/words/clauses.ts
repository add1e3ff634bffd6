import type { Deliver, Draft, Language, Limits, PartName } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { type Caught, match, type Phrase, phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

/** What clauses of a sentence say besides when and what. */
export interface Said {
  missed?: Draft['missed'];
  deliver?: Deliver;
  cooldownMs?: number;
  limits?: Limits;
  isVisible?: true;
  contains?: string;
}

interface Clause {
  readonly phrase: Phrase;
  readonly part: PartName;
  readonly says: (caught: Caught) => Said | undefined;
  /** A sentence goes on otherwise after the same words, so it only counts at the end of one. */
  readonly isLast: boolean;
}

const missed =
  (policy: Draft['missed']['policy']) =>
  ({ n, unit }: Caught): Said => ({ missed: { policy, ...(n !== undefined && unit !== undefined && { lateMs: n * unit }) } });
const deliver = (to: Deliver) => (): Said => ({ deliver: to });
const cooldown = ({ n = 1, unit = 0 }: Caught): Said => ({ cooldownMs: n * unit });
const minutes = ({ n = 1, unit = 0 }: Caught): Said | undefined =>
  unit > 0 && n * unit <= 86_400_000 ? { limits: { minutes: (n * unit) / 60_000 } } : undefined;
const tokens = ({ n = 0 }: Caught): Said | undefined => (n > 0 ? { limits: { tokens: n } } : undefined);
const money = ({ money: amount = 0 }: Caught): Said | undefined => (amount > 0 ? { limits: { money: amount / 10_000 } } : undefined);

type Says = Clause['says'];
const clauses = (part: PartName, table: readonly (readonly [Says, ...string[]])[], isLast = false): Clause[] =>
  table.flatMap(([says, ...phrases]) => phrases.map(form => ({ phrase: phrase(form), part, says, isLast })));

const late = { en: ',? at? most? <n>? <unit>? late?', fr: ",? avec? au? plus? <n>? <unit>? de? d? '? retard?" };
const ifMissed = { en: 'if it? is|was? missed|asleep ,?', fr: "si c? '? est? manque|endormi|manquee|rate ,?" };
const tell = { en: 'tell|notify me', fr: 'previens|previenez|prevenez|notifie - moi' };

const en: readonly Clause[] = [
  ...clauses('missed', [
    [missed('latest'), `${ifMissed.en} run it? the? latest? once on? waking? ${late.en}`],
    [missed('skip'), `${ifMissed.en} skip it?`],
    [missed('all'), `${ifMissed.en} run all of? them? ${late.en}`],
  ]),
  ...clauses('then', [
    [deliver('something'), `${tell.en} only if there is something|anything to say|tell|report`],
    [deliver('failure'), `${tell.en} only if it fails`],
    [deliver('never'), `${tell.en} nothing`, 'do not tell|notify me', "don ' t tell|notify me"],
  ]),
  ...clauses('then', [[deliver('always'), `then ${tell.en}`, `and ${tell.en}`]], true),
  ...clauses('limits', [
    [cooldown, 'at most once every|per|in <n>? <unit>'],
    [minutes, 'stop after <n> <unit>'],
    [tokens, 'stop after <n> tokens'],
    [money, 'stop at <money>'],
  ]),
  ...clauses('do', [[() => ({ isVisible: true }), 'in a new|visible conversation']]),
];

const fr: readonly Clause[] = [
  ...clauses('missed', [
    [missed('latest'), `${ifMissed.fr} executer|execute? une seule? fois au? reveil? ${late.fr}`],
    [missed('skip'), `${ifMissed.fr} ignorer|ignore|passer|passe`],
    [missed('all'), `${ifMissed.fr} tout rattraper|executer ${late.fr}`],
  ]),
  ...clauses('then', [
    [deliver('something'), `${tell.fr} seulement|uniquement s ' il y a quelque chose a dire`],
    [deliver('failure'), `${tell.fr} seulement|uniquement en cas d ' echec`],
    [deliver('never'), 'ne me previens|prevenez pas'],
  ]),
  ...clauses('then', [[deliver('always'), `puis ${tell.fr}`, `et ${tell.fr}`]], true),
  ...clauses('limits', [
    [cooldown, 'au plus une fois toutes les <n>? <unit>', 'au plus une fois tous les <n>? <unit>', 'au plus une fois par <unit>'],
    [minutes, 'arrete|arretez|arreter apres <n> <unit>'],
    [tokens, 'arrete|arretez|arreter apres <n> jetons'],
    [money, 'arrete|arretez|arreter a <money>'],
  ]),
  ...clauses('do', [[() => ({ isVisible: true }), 'dans une nouvelle conversation']]),
];

const byLanguage = { en, fr } as const;
const contains = {
  en: phrase('if the? text|message contains'),
  fr: phrase('si le? texte|message contient'),
} as const;
const quotes = new Map([
  ['"', '"'],
  ['«', '»'],
  ['“', '”'],
]);

/** Where a quotation is looked for its end, in words. */
const mostQuoted = 120;

export interface ClauseFound {
  readonly part: PartName;
  readonly start: number;
  readonly end: number;
  readonly said: Said;
}

/** The clause that begins at a token, the longest. */
export function clauseAt(text: string, tokens: readonly Token[], start: number, language: Language): ClauseFound | undefined {
  const quoted = containsAt(text, tokens, start, language);
  if (quoted !== undefined) return quoted;
  let best: ClauseFound | undefined;
  for (const { phrase: form, part, says, isLast } of byLanguage[language]) {
    const found = match(lexicons[language], form, tokens, start);
    if (found === undefined || (best !== undefined && best.end >= found.end)) continue;
    if (isLast && ![undefined, '.', ',', ';'].includes(tokens[found.end]?.word)) continue;
    const said = says(found.caught);
    if (said !== undefined) best = { part, start, end: found.end, said };
  }
  return best;
}

function containsAt(text: string, tokens: readonly Token[], start: number, language: Language): ClauseFound | undefined {
  const found = match(lexicons[language], contains[language], tokens, start);
  const open = found && tokens[found.end];
  const closing = open && quotes.get(open.word);
  if (found === undefined || open === undefined || closing === undefined) return undefined;
  const begins = found.end + 1;
  const length = tokens.slice(begins, begins + mostQuoted).findIndex(({ word }) => word === closing);
  if (length < 0) return undefined;
  const close = begins + length;
  const value = text.slice(open.end, tokens[close]?.start).trim().slice(0, 500);
  return value === '' ? undefined : { part: 'if', start, end: close + 1, said: { contains: value } };
}
