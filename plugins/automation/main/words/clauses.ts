import type { Deliver, Draft, Language, Limits, PartName } from '../../contract/index.ts';
import { conditionsAt } from './conditions.ts';
import { lexicons } from './lexicon.ts';
import { limitsAt } from './limits.ts';
import { type Names, type NamesSaid, namedAt } from './names.ts';
import { type Caught, match, type Phrase, phrase } from './phrase.ts';
import type { Reason } from './reasons.ts';
import type { Token } from './tokens.ts';
import { judgedAt, unableAt } from './unable.ts';

/** What clauses of a sentence say besides when and what. */
export interface Said extends NamesSaid {
  missed?: Draft['missed'];
  deliver?: Deliver;
  cooldownMs?: number;
  limits?: Limits;
  isVisible?: true;
  conditions?: NonNullable<Draft['conditions']>;
}

interface Clause {
  readonly phrase: Phrase;
  readonly part: PartName;
  readonly says: (caught: Caught) => Said;
  /** `last`: a sentence goes on otherwise after the same words, so it only counts at the end of one. `own`: also only at its beginning. */
  readonly stands: 'anywhere' | 'last' | 'own';
}

const missed =
  (policy: Draft['missed']['policy']) =>
  ({ n, unit }: Caught): Said => ({ missed: { policy, ...(n !== undefined && unit !== undefined && { lateMs: n * unit }) } });
const deliver = (to: Deliver) => (): Said => ({ deliver: to });
const cooldown = ({ n = 1, unit = 0 }: Caught): Said => ({ cooldownMs: n * unit });
const money = ({ money: amount = 0, small = amount }: Caught): Said => ({ limits: { money: small / 10_000 } });

type Says = Clause['says'];
const clauses = (part: PartName, table: readonly (readonly [Says, ...string[]])[], stands: Clause['stands'] = 'anywhere'): Clause[] =>
  table.flatMap(([says, ...phrases]) => phrases.map(form => ({ phrase: phrase(form), part, says, stands })));

const late = { en: ',? at? most? <n>? <unit>? late?', fr: ",? avec? au? plus? <n>? <unit>? de? d? '? retard?" };
const ifMissed = { en: 'if it? is|was? missed|asleep ,?', fr: "si c? '? est? manque|endormi|manquee|rate ,?" };
const tell = { en: 'tell|notify me', fr: 'previens|previenez|prevenez|notifie -? moi' };

const en: readonly Clause[] = [
  ...clauses('missed', [
    [missed('latest'), `${ifMissed.en} run it? the? latest? once on? waking? ${late.en}`],
    [missed('skip'), `${ifMissed.en} skip it?`],
    [missed('all'), `${ifMissed.en} run all of? them? ${late.en}`],
  ]),
  ...clauses('then', [
    [deliver('something'), `${tell.en} only if there is something|anything to say|tell|report`],
    [deliver('failure'), `${tell.en} only if it fails`],
  ]),
  ...clauses(
    'then',
    [
      [deliver('never'), `${tell.en} nothing`, 'do not ever? tell|notify me', "don ' t ever? tell|notify me", 'never tell|notify me'],
      [deliver('never'), 'without telling|notifying me', 'no notifications|notification'],
      [deliver('always'), `then ${tell.en}`, `and ${tell.en}`],
    ],
    'last',
  ),
  ...clauses('limits', [[cooldown, 'at most once every|per|in <n>? <unit>']], 'last'),
  ...clauses(
    'limits',
    [
      [money, 'at most <small>', 'for at most <small>', 'spend at most <money>', 'at most <money> per|each|a run|time'],
      [money, 'up to <small>', 'max|maximum <small>', 'for? <small> at most|maximum'],
    ],
    'own',
  ),
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
  ]),
  ...clauses(
    'then',
    [
      [deliver('never'), 'ne me previens|prevenez|notifie pas|jamais', 'ne me previens|prevenez de rien', 'sans me prevenir|notifier'],
      [deliver('never'), 'pas de notifications|notification', 'sans notifications|notification', 'ne me previens|prevenez plus'],
      [deliver('always'), `puis ${tell.fr}`, `et ${tell.fr}`],
    ],
    'last',
  ),
  ...clauses(
    'limits',
    [[cooldown, 'au plus une fois toutes les <n>? <unit>', 'au plus une fois tous les <n>? <unit>', 'au plus une fois par <unit>']],
    'last',
  ),
  ...clauses(
    'limits',
    [
      [money, 'au plus|maximum <small>', 'pas plus de <small>', '<small> au plus|maximum', 'depense au plus <money>'],
      [money, 'au plus|maximum <money> par execution|fois'],
    ],
    'own',
  ),
  ...clauses('do', [[() => ({ isVisible: true }), 'dans une nouvelle conversation']]),
];

const byLanguage = { en, fr } as const;
const visible = { en: phrase('in a new|visible conversation'), fr: phrase('dans une nouvelle conversation') } as const;

/** Whether a sentence asks for a conversation that is shown: what runs there may also write files. */
export const isShown = (tokens: readonly Token[], language: Language, isQuoted: (at: number) => boolean): boolean =>
  tokens.some((_, at) => !isQuoted(at) && match(lexicons[language], visible[language], tokens, at) !== undefined);

export interface ClauseFound {
  readonly part: PartName;
  readonly start: number;
  readonly end: number;
  readonly said: Said;
  /** It is followed by words that say something else of it. */
  readonly isUnclear?: boolean;
  /** Why it is not understood. */
  readonly why?: Reason;
  /** A condition on "it", not right after what sets off the rule: another thing may be meant. */
  readonly isOfIt?: true;
  /** Its words are a part of what is done too. */
  readonly isTask?: true;
}

const stops: readonly (string | undefined)[] = [undefined, '.', ',', ';'];
const joins: readonly (string | undefined)[] = ['and', 'then', 'but', 'et', 'puis', 'mais'];

/** The clause that begins at a token, the longest. `begun`: where the time has ended, so that a clause begins there too. */
export function clauseAt(
  text: string,
  tokens: readonly Token[],
  start: number,
  { language, names, begun }: { readonly language: Language; readonly names: Names; readonly begun: number | undefined },
): ClauseFound | undefined {
  const asked = conditionsAt(text, tokens, start, { language, isAfterWhen: start === begun });
  if (asked?.conditions !== undefined) {
    const between = tokens.slice(begun ?? start, start);
    const isOfIt = asked.isOfIt && !between.every(({ word }) => stops.includes(word) || joins.includes(word));
    return { part: 'if', start, end: asked.end, said: { conditions: asked.conditions }, ...(isOfIt && { isOfIt }) };
  }
  if (asked !== undefined) return { part: 'if', start, end: asked.end, said: {}, isUnclear: true, why: 'condition' };
  const quoted = namedAt(tokens, start, { language, names, begun });
  if (quoted !== undefined) return quoted;
  let best: ClauseFound | undefined;
  const [before, after] = [tokens[start - 1]?.word, (at: number) => tokens[at]?.word];
  const listed = limitsAt(tokens, start, language);
  const said = listed && { part: 'limits' as const, stands: 'own' as const, found: { end: listed.end, said: { limits: listed.limits } } };
  for (const { part, stands, found } of [...(said ? [said] : []), ...formsAt(tokens, start, language)]) {
    if (best !== undefined && best.end >= found.end) continue;
    const [isBegun, isJoined] = [stops.includes(before), joins.includes(before)];
    if (stands === 'own' && !isBegun && !isJoined) continue;
    const isEnded = stands === 'anywhere' || stops.includes(after(found.end)) || joins.includes(after(found.end));
    if (!isEnded && (stands === 'last' || isJoined)) continue;
    const length = isEnded ? 0 : tokens.slice(found.end).findIndex(({ word }) => stops.includes(word));
    const end = length < 0 ? tokens.length : found.end + length;
    best = { part, start, end, said: found.said, ...(!isEnded && { isUnclear: true }) };
  }
  const isEnded = best !== undefined && (stops.includes(after(best.end)) || joins.includes(after(best.end)));
  const isJudged = isEnded || best?.isUnclear ? undefined : judgedAt(tokens, start, language);
  if (isJudged !== undefined) return { ...isJudged, part: 'then', said: { deliver: 'something' }, isTask: true };
  if (best !== undefined && best.isUnclear !== true) return best;
  const isBegun = start === begun || stops.includes(before) || joins.includes(before);
  const unable = unableAt(tokens, start, language, isBegun);
  return unable === undefined ? best : { ...unable, part: 'do', said: {}, isUnclear: true };
}

function* formsAt(tokens: readonly Token[], start: number, language: Language) {
  for (const { phrase: form, part, says, stands } of byLanguage[language]) {
    const found = match(lexicons[language], form, tokens, start);
    if (found !== undefined) yield { part, stands, found: { end: found.end, said: says(found.caught) } };
  }
}
