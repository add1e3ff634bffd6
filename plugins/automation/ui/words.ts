import { AppError } from '@atelier/kernel';
import { dateText, durationText, type Locale, moneyText, relativeTimeText, type Texts } from '@atelier/kernel/ui';
import type { Delivery, Draft, PartName, Receipt, Rule, Trigger } from '../contract/index.ts';
import { isOver, rank } from './rule-state.ts';
import type { texts } from './texts.ts';

export type Words = Texts<(typeof texts)['en']>;

const partIcons: ReadonlyMap<PartName, string> = new Map([
  ['when', 'calendar-clock'],
  ['if', 'list-filter'],
  ['do', 'file-text'],
  ['then', 'send'],
  ['missed', 'moon'],
  ['limits', 'hourglass'],
]);

export function partIcon(part: PartName): string {
  return partIcons.get(part) ?? 'file-text';
}

const day = 86_400_000;

export function timeText(locale: Locale, at: number): string {
  return dateText(locale, at, { timeStyle: 'short' });
}

/** "14 Nov", with its year where it is another one. */
export function dayText(locale: Locale, at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dateText(locale, at, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

/** "Today 18:00", "Mon 08:30", "13 Nov 08:30". */
export function momentText(text: Words, at: number, now = Date.now()): string {
  const { locale } = text;
  const time = timeText(locale, at);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - midnight) / day);
  if (days === 0) return text.of('today', { time });
  if (days === 1) return text.of('tomorrow', { time });
  if (days === -1) return text.of('yesterday', { time });
  return `${Math.abs(days) < 6 ? dateText(locale, at, { weekday: 'short' }) : dayText(locale, at, now)} ${time}`;
}

/** Today its time, in a week its day and time, else its date. */
export function shortMoment(locale: Locale, at: number, now = Date.now()): string {
  const time = timeText(locale, at);
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time;
  if (Math.abs(at - now) < 6 * day) return `${dateText(locale, at, { weekday: 'short' })} ${time}`;
  return dayText(locale, at, now);
}

/** "Mon 23 Nov, 08:30". */
export function fullMomentText(locale: Locale, at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const date = dateText(locale, at, { weekday: 'short', day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
  return `${date}, ${timeText(locale, at)}`;
}

export function isTimed(trigger: Trigger): boolean {
  return trigger.kind === 'cron' || trigger.kind === 'once' || trigger.kind === 'every';
}

/** What it waits for, in a few words. */
export function triggerText(text: Words, trigger: Trigger): string {
  if (trigger.kind === 'event') return text.of(`event.${trigger.event}`);
  if (trigger.kind === 'webhook') return text.of('when.webhook');
  return trigger.kind === 'extension' ? trigger.id : '';
}

/** The line below the title of a rule: when it runs next, and what happened last. */
export function aboutText(text: Words, rule: Rule, now = Date.now()): string {
  const { on, state, running, last, nextAt, offSince, problem, failures, draft } = rule;
  const { locale } = text;
  if (isProposed(rule)) return text.of('byExtension', { by: rule.by ?? '' });
  if (draft === undefined) return problem?.message ?? text.of('newer');
  if (running?.waits === true) return text.of('waitsForYou');
  if (running !== undefined) {
    const since = text.of('runningSince', { time: timeText(locale, running.began ?? running.due) });
    return running.lateMs === undefined ? since : `${since}, ${text.of('late', { late: durationText(locale, running.lateMs) })}`;
  }
  if (!on) {
    if (problem !== undefined) return text.of('offBecause', { problem: problem.message });
    if (last !== undefined && isOver(rule)) return `${receiptTitle(text, last)}, ${momentText(text, last.began ?? last.due, now)}`;
    return offSince === undefined ? text.of('off') : text.of('offSince', { day: dayText(locale, offSince, now) });
  }
  const waits = triggerText(text, draft.trigger);
  const next =
    state === 'paused'
      ? text.of('paused')
      : nextAt !== undefined
        ? momentText(text, nextAt, now)
        : waits === ''
          ? text.of('noNext')
          : waits;
  return `${next}, ${failures > 1 ? text.of('failedTimes', { count: failures }) : lastText(text, last, now)}`;
}

/** What came of its newest run, and when: `now` is looked at each minute, so a run of this minute has no seconds. */
export function lastText(text: Words, last: Receipt | undefined, now: number): string {
  if (last === undefined) return text.of('neverRan');
  const at = last.began ?? last.due;
  return text.of(`last.${last.status}`, { when: now - at < 60_000 ? text.of('justNow') : relativeTimeText(text.locale, at, now) });
}

/** Waits to be looked at and switched on by the person. */
export const isProposed = ({ state }: Rule): boolean => state === 'proposed';

export type Group = 'soon' | 'later' | 'happens' | 'over' | 'off';
const groups: readonly Group[] = ['soon', 'later', 'happens', 'over', 'off'];

export function groupOf(rule: Rule, now = Date.now()): Group {
  const { on, running, nextAt, draft } = rule;
  if (running !== undefined) return 'soon';
  // One of a newer Atelier does not run here, whatever it is switched to.
  if (!on || draft === undefined) return isOver(rule) ? 'over' : 'off';
  if (!isTimed(draft.trigger)) return 'happens';
  return nextAt !== undefined && nextAt - now <= day ? 'soon' : 'later';
}

/** The rules by group, each group in the order in which its rules are due. */
export function groupedRules(rules: readonly Rule[], now = Date.now()): readonly (readonly [Group, readonly Rule[]])[] {
  return groups
    .map(group => [group, rules.filter(rule => groupOf(rule, now) === group).toSorted((a, b) => rank(a) - rank(b))] as const)
    .filter(([, found]) => found.length > 0);
}

/** What a receipt is called: "Ran late, by 1 h 4 min", "Skipped: asleep". */
export function receiptTitle(text: Words, { status, reason, lateMs, waits, refused }: Receipt): string {
  if (waits === true) return text.of('waitsForYou');
  if (status === 'ran' && refused !== undefined) return text.of('ranRefused');
  if (status === 'ran' && lateMs !== undefined) return text.of('ranLate', { late: durationText(text.locale, lateMs) });
  if (status === 'skipped' || (status === 'failed' && reason !== undefined && reason !== 'error'))
    return reason === undefined
      ? text.of(`status.${status}`)
      : `${text.of(`status.${status}`)}${text.of('because', { reason: text.of(`reason.${reason}`) })}`;
  return text.of(`status.${status}`);
}

/** How long it took, what it cost, and whether the person was told. */
export function receiptFacts(text: Words, receipt: Receipt): readonly string[] {
  const { durationMs, cost, count, cause, delivery, status, lateMs } = receipt;
  const { locale } = text;
  return [
    count !== undefined && count > 1 ? text.of('times', { count }) : undefined,
    status === 'running' && lateMs !== undefined ? text.of('late', { late: durationText(locale, lateMs) }) : undefined,
    cause === 'person' ? text.of('asked') : undefined,
    status === 'skipped' || durationMs === undefined ? undefined : durationText(locale, durationMs),
    cost === undefined ? undefined : moneyText(locale, cost),
    delivery === undefined ? undefined : toldText(text, delivery),
  ].filter(fact => fact !== undefined);
}

function toldText(text: Words, { kind, status, path = '' }: Delivery): string {
  if (kind === 'notification') return text.of(status === 'sent' ? 'told.sent' : 'told.failed');
  if (kind === 'channel') return text.of(`posted.${status}`);
  if (kind === 'message') return text.of(`left.${status as 'sent'}`);
  return status === 'sent' ? text.of('written', { path }) : text.of('notWritten');
}

/** The error of a call, as one that can be shown. */
export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'automation/failed', message: String(thrown) });
}

export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Whether there is enough of it to be saved. */
export function isWhole({ action, title }: Draft): boolean {
  const hasWork =
    action.kind === 'instruction'
      ? action.instruction.trim() !== '' && (action.where !== 'continued' || action.conversation !== undefined)
      : action.kind === 'notify'
        ? action.text.trim() !== ''
        : action.kind === 'command'
          ? action.command.trim() !== ''
          : action.kind === 'emit'
            ? action.event.trim() !== ''
            : true;
  return hasWork && title.trim() !== '';
}
