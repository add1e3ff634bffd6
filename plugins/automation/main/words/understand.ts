import type { Locale } from '@atelier/kernel';
import type { Draft, Language, PartName, Understood } from '../../contract/index.ts';
import { wrongIn } from '../form.ts';
import { type Kept, keptIn, lostOf } from './before.ts';
import { clauseAt, isShown, type Said } from './clauses.ts';
import { impossibleAt } from './clock-times.ts';
import { itWords, misfitWords, taskWords } from './doubts.ts';
import { leftoverIn } from './leftover.ts';
import { type Names, noNames } from './names.ts';
import { type Reason, reasons } from './reasons.ts';
import { joinedAt, reminderAt } from './reminders.ts';
import { quotedIn, type Token, tokensOf } from './tokens.ts';
import { type Unread, unreadBeside } from './unread.ts';
import { findWhen, type WhenFound } from './when.ts';
import type { Reading } from './when-forms.ts';

const most = { title: 60, instruction: 8000, notice: 500 };

interface Part {
  readonly part: PartName;
  readonly start: number;
  readonly end: number;
}

const connectors = new Set([',', '.', ';', ':', '-', '–', '—', 'and', 'then', 'et', 'puis', 'ensuite']);
const closing = new Set([',', '.', ';', ':', '-', '–', '—', 'and', 'then', 'et', 'puis', 'ensuite']);
const cues = {
  en: /^(?:every|each|on|at|when|whenever|in|tomorrow)$/,
  fr: /^(?:chaque|tous|toutes|le|a|quand|lorsque|lorsqu|dans|demain)$/,
} as const;

/** Reads a sentence as a rule. The same words at the same time are always the same rule. */
export function understand(
  text: string,
  reading: Omit<Reading, 'language'> & {
    readonly language?: Language;
    readonly names?: Names;
    readonly told?: Locale;
    /** The rule that the sentence was of: what it still says in that rule's words goes on to mean the same. */
    readonly before?: Draft;
  },
): Understood {
  const tokens = tokensOf(text);
  const language = reading.language ?? languageOf(text, tokens);
  const isQuoted = quotedIn(tokens);
  const { before, names = noNames, told = language } = reading;
  const kept: Kept = before === undefined ? {} : keptIn(text, tokens, before, reading.zone, names);
  const when: WhenFound | undefined =
    before !== undefined && kept.when !== undefined
      ? { ...kept.when, trigger: before.trigger }
      : findWhen(tokens, { ...reading, language }, otherIn(text, tokens, { language, names, isQuoted }));
  const isVisible = isShown(tokens, language, isQuoted);
  const besides = unreadOf(tokens, when, language, isQuoted);
  const parts: Part[] = [];
  const [unread, bounds]: [{ start: number; end: number }[], string[]] = [[], []];
  const [rest, judged]: [Token[][], { start: number; end: number }[]] = [[], []];
  /** Conditions on "it", by which something else than what happened may be meant. */
  const unsure: { start: number; end: number }[] = [];
  const isTask = new Set<number>();
  let said: Said = {};
  let fragment: Token[] = [];
  const isRule = (draft: Draft): boolean => {
    const said = wrongIn({ draft })?.said[told];
    if (said !== undefined) bounds.push(said);
    return said === undefined;
  };
  const tell = (reason: Reason): void => {
    const said = reasons[told][reason];
    if (!bounds.includes(said)) bounds.push(said);
  };
  const skip = (end: number): number => {
    if (fragment.length > 0) rest.push(fragment);
    fragment = [];
    return end;
  };
  const leave = (start: number, end: number): number => {
    unread.push(rangeOf(tokens.slice(start, end)));
    return skip(end);
  };
  /** What no rule may have is not understood, and says what it may. */
  const take = (part: PartName, start: number, end: number, trigger: Draft['trigger'], clause: Said): number => {
    if (!isRule(draftOf('', trigger, { kind: 'notify', text: 'x' }, clause, 'x'))) return leave(start, end);
    parts.push({ part, ...rangeOf(tokens.slice(start, end)) });
    return skip(end);
  };
  for (let at = 0; at < tokens.length; ) {
    if (when?.start === at) {
      if (when.never !== undefined) tell(when.never);
      at = when.trigger === undefined ? leave(at, when.end) : take('when', at, when.end, when.trigger, {});
      continue;
    }
    if (when?.apart?.start === at) {
      parts.push({ part: 'when', ...rangeOf(tokens.slice(at, when.apart.end)) });
      at = skip(when.apart.end);
      continue;
    }
    if (before !== undefined && kept.ifs?.start === at) {
      if (isOfEvent(before) && isTimed(when?.trigger)) {
        tell('timed');
        at = leave(at, kept.ifs.end);
        continue;
      }
      said = { ...said, ...(before.conditions && { conditions: before.conditions }) };
      at = take('if', at, kept.ifs.end, { kind: 'webhook' }, {});
      continue;
    }
    if (kept.work?.start === at) {
      at = take('do', at, kept.work.end, { kind: 'webhook' }, {});
      continue;
    }
    const asked = isQuoted(at) ? undefined : clauseAt(text, tokens, at, { language, names, begun: when?.end });
    const clause = asked?.why === 'file' && isVisible ? undefined : asked;
    const beside = besides.find(({ start }) => start === at);
    const notRead =
      beside !== undefined && (clause === undefined || beside.why !== 'event') ? beside : clause?.isUnclear ? clause : undefined;
    if (notRead !== undefined) {
      if (notRead.why !== undefined) tell(notRead.why);
      at = leave(at, notRead.end);
      continue;
    }
    if (clause?.isTask) {
      said = { ...said, ...clause.said };
      fragment.push(...tokens.slice(at, clause.end));
      judged.push(rangeOf(tokens.slice(at, clause.end)));
      at = clause.end;
      continue;
    }
    if (clause !== undefined && (when === undefined || clause.end <= when.start || at >= when.end)) {
      const wrong = isOtherwise(said, clause.said) ? 'twice' : isOfEvent(clause.said) && isTimed(when?.trigger) ? 'timed' : undefined;
      if (wrong !== undefined) {
        tell(wrong);
        at = leave(at, clause.end);
        continue;
      }
      if (clause.isOfIt) unsure.push(rangeOf(tokens.slice(at, clause.end)));
      said = { ...said, ...clause.said, ...((said.limits || clause.said.limits) && { limits: { ...said.limits, ...clause.said.limits } }) };
      at = take(clause.part, at, clause.end, { kind: 'webhook' }, clause.said);
      continue;
    }
    const token = tokens[at];
    if (token !== undefined) fragment.push(token);
    if (!isQuoted(at)) isTask.add(at);
    at += 1;
  }
  if (fragment.length > 0) rest.push(fragment);
  const doubts = unsure.map(({ start, end }) => itWords(text.slice(start, end), told));
  if (when?.trigger !== undefined) {
    const whens = [when, ...(when.apart ? [when.apart] : [])];
    const { unread: left, doubts: asked } = leftoverIn({
      ...{ tokens, whens, language, isTask: at => isTask.has(at) },
      isTimeless: when.isTimeless === true,
    });
    if (left.length > 0) tell('beside');
    unread.push(...left.map(({ start, end }) => rangeOf(tokens.slice(start, end))));
    if (when.misfit !== undefined && when.trigger.kind === 'once') doubts.push(misfitWords(when.trigger, when.misfit, told));
    const quoted = asked.map(({ start, end }) => rangeOf(tokens.slice(start, end))).map(({ start, end }) => text.slice(start, end));
    if (quoted.length > 0) doubts.push(taskWords(quoted, told));
  }
  // Marks around a whole sentence are no work.
  const trimmed = rest.map(trim).filter(found => found.some(({ word }) => !/^["«»“”]$/.test(word)));
  const isUnread = when === undefined && cues[language].test(tokens[0]?.word ?? '');
  const comma = isUnread ? tokens.findIndex(({ word }) => word === ',') : -1;
  const first = tokens.slice(0, comma < 0 ? tokens.length : comma);
  const begun = isUnread && first.length > 0 ? [rangeOf(first)] : [];
  const unknown = [...begun, ...unread.filter(range => begun.every(({ start, end }) => range.start >= end || range.end <= start))];
  const isKnown = ({ start }: { readonly start: number }) => unknown.every(range => start >= range.end || start < range.start);
  const upToUnknown = (part: Part): Part => {
    const next = unknown.find(({ start }) => start > part.start && start < part.end);
    return next === undefined ? part : { ...part, end: text.slice(0, next.start).trimEnd().length };
  };
  const doing = trimmed.map(trimmedTokens => ({ part: 'do' as const, ...rangeOf(trimmedTokens) }));
  const work = trimmed.map(range => text.slice(rangeOf(range).start, rangeOf(range).end)).join(', ');
  const own = kept.work === undefined ? undefined : before?.action;
  const action = own ?? actionOf(trimmed, work, text, language, said);
  if (own !== undefined && doing.length > 0) {
    // What does it takes no further words.
    const further = doing.map(({ start, end }) => ({ start, end }));
    unread.push(...further);
    unknown.push(...further);
    tell('beside');
  }
  if (action?.kind === 'notify' && judged.length > 0) {
    unread.push(...judged);
    unknown.push(...judged);
    tell('judged');
  }
  const whole =
    when?.trigger !== undefined && unread.length === 0 && action !== undefined
      ? draftOf(text, when.trigger, action, said, own === undefined ? work : (before?.title ?? ''))
      : undefined;
  const draft = whole !== undefined && isRule(whole) ? whole : undefined;
  if (before !== undefined && draft !== undefined) doubts.push(...lostOf(before, draft, reading.zone, names, told));
  return {
    language,
    ...(draft && { draft }),
    parts: [...parts, ...doing.filter(isKnown).map(upToUnknown)].sort((a, b) => a.start - b.start),
    unknown: unknown.sort((a, b) => a.start - b.start),
    ...(bounds.length > 0 && { bounds }),
    ...(draft && doubts.length > 0 && { doubts }),
    missing: [...(when?.trigger === undefined ? (['when'] as const) : []), ...(action === undefined ? (['do'] as const) : [])],
  };
}

/** Tells which tokens are no time: they stand in quotation marks, or in a limit such as "at most once every hour". */
function otherIn(
  text: string,
  tokens: readonly Token[],
  { language, names, isQuoted }: { readonly language: Language; readonly names: Names; readonly isQuoted: (at: number) => boolean },
): (at: number) => boolean {
  const other = new Set<number>();
  for (let at = 0; at < tokens.length; at += 1) {
    if (isQuoted(at) || (at > 0 && !connectors.has(tokens[at - 1]?.word ?? ''))) continue;
    const clause = clauseAt(text, tokens, at, { language, names, begun: undefined });
    if (clause === undefined || clause.isUnclear || (clause.part !== 'limits' && clause.part !== 'missed')) continue;
    for (; at < clause.end; at += 1) other.add(at);
    at -= 1;
  }
  return at => isQuoted(at) || other.has(at);
}

/** What is beside the time and not read; what an event is not held to counts only where no clause says it. */
function unreadOf(tokens: readonly Token[], when: WhenFound | undefined, language: Language, isQuoted: (at: number) => boolean): Unread[] {
  const found: Unread[] = [];
  if (when?.trigger !== undefined) {
    const isEvent = when.trigger.kind === 'event' || when.trigger.kind === 'webhook';
    for (const at of [when, ...(when.apart ? [when.apart] : [])])
      found.push(...unreadBeside(tokens, { ...at, isEvent }, language, isQuoted));
  }
  for (const at of tokens.keys()) {
    const end = isQuoted(at) ? undefined : impossibleAt(tokens, at, language);
    if (end === undefined) continue;
    const [there, isRead] = [found.find(({ start }) => start === at), when !== undefined && at >= when.start && at < when.end];
    if (there !== undefined) found.splice(found.indexOf(there), 1, { ...there, why: 'clock' });
    else if (!isRead && (when === undefined || when.isTimeless)) found.push({ start: at, end, why: 'clock' });
  }
  return found;
}

const isTimed = (trigger: Draft['trigger'] | undefined): boolean =>
  trigger?.kind === 'cron' || trigger?.kind === 'once' || trigger?.kind === 'every';

/** A time brings no fields that a condition could look at. */
const isOfEvent = ({ conditions = [] }: Pick<Draft, 'conditions'>): boolean => conditions.flat().some(test => 'field' in test);

/** Whether a clause says otherwise what was said before. */
function isOtherwise(said: Said, clause: Said): boolean {
  const [limits, ...others] = [
    [said.limits, clause.limits],
    [said, clause],
  ] as const;
  const differs = ([one, other]: readonly [object | undefined, object | undefined]) =>
    Object.entries(other ?? {}).some(([name, value]) => {
      const there: unknown = Object.entries(one ?? {}).find(([of]) => of === name)?.[1];
      return name !== 'limits' && there !== undefined && JSON.stringify(there) !== JSON.stringify(value);
    });
  return differs(limits) || others.some(differs);
}

function draftOf(text: string, trigger: Draft['trigger'], action: Draft['action'], said: Said, work: string): Draft {
  const { missed = { policy: 'latest' }, deliver = 'always', cooldownMs, limits, conditions, to } = said;
  return {
    title: titleOf(action.kind === 'notify' ? action.text : work),
    sentence: text.trim(),
    trigger,
    ...(conditions && { conditions }),
    action,
    deliver,
    ...(to && { to }),
    missed,
    ...(cooldownMs !== undefined && { cooldownMs }),
    ...(limits && { limits }),
  };
}

function actionOf(
  fragments: readonly (readonly Token[])[],
  work: string,
  text: string,
  language: Language,
  { isVisible, project, model }: Said,
): Draft['action'] | undefined {
  if (work === '') return undefined;
  const [first = [], ...more] = fragments;
  const begins = reminderAt(first, 0, language);
  if (begins !== undefined) {
    // A time may stand between "remind me" and what it says.
    const [next = [], ...others] = begins < first.length ? [first.slice(begins), ...more] : more;
    const said = [next.slice(joinedAt(next, 0, language)), ...others].filter(range => range.length > 0);
    const notice = said
      .map(range => text.slice(rangeOf(range).start, rangeOf(range).end))
      .join(', ')
      .slice(0, most.notice);
    return notice === '' ? undefined : { kind: 'notify', text: notice };
  }
  const named = { ...(project !== undefined && { project }), ...(model !== undefined && { model }) };
  return { kind: 'instruction', instruction: work.slice(0, most.instruction), where: isVisible ? 'visible' : 'hidden', ...named };
}

function titleOf(work: string): string {
  const title = work.length <= most.title ? work : `${work.slice(0, most.title - 1).trimEnd()}…`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function trim(fragment: readonly Token[]): readonly Token[] {
  let [start, end] = [0, fragment.length];
  while (start < end && connectors.has(fragment[start]?.word ?? '')) start += 1;
  while (end > start && closing.has(fragment[end - 1]?.word ?? '')) end -= 1;
  return fragment.slice(start, end);
}

const rangeOf = (tokens: readonly Token[]) => ({ start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 });

const typical = {
  en: new Set(
    'the an every each when at in on and then day hours minutes tomorrow yesterday today remind stop me if of to my read send is'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'le la les un une des tous toutes chaque quand de du dans et puis jour heures demain moi si mon ma mes est lis matin soir lundi mardi mercredi jeudi vendredi samedi dimanche hier avant apres heure midi minuit rappelle previens arrete fois par sur semaine mois'.split(
      ' ',
    ),
  ),
} as const;

function languageOf(text: string, tokens: readonly Token[]): Language {
  const count = (language: Language) => tokens.filter(({ word }) => typical[language].has(word)).length;
  const accents = /(?:^|\s)à(?:\s|$)|[çéèêû]/i.test(text) ? 1 : 0;
  return count('fr') + accents > count('en') ? 'fr' : 'en';
}
