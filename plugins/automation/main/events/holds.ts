import type { Draft } from '../../contract/index.ts';
import { longestMs } from '../failing.ts';
import type { Hold } from '../store/rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How many runs of a rule events begin in a minute. */
export const mostPerMinute = 10;
/** What happens in Atelier itself may come of a run too, by what hears of it: so many begin in an hour. */
const mostPerHour = 120;
/** After it has waited for that, so many begin that were each followed by their own trigger. */
const mostFollowed = 30;
/** So soon after its beginning a run may be what its next trigger comes of. */
const followMs = 10 * minuteMs;
const firstMs = 5 * minuteMs;
/** A rule that has waited and is set off again and again for so long is switched off. */
const endMs = 24 * hourMs;

interface Begun {
  readonly at: number;
  /** Its own trigger came soon after. */
  followed: boolean;
}

/** What becomes of an event: whether it begins nothing, and what is new of that. */
export interface Held {
  readonly held: boolean;
  /** The rule begins to wait. */
  readonly hold?: Hold;
  /** It does for the first time, so the person is told. */
  readonly isFirst?: boolean;
  /** It has waited again and again for a day. Whether that comes of its own runs is known only of events of Atelier. */
  readonly isOver?: boolean;
}

interface Listening {
  readonly id: string;
  readonly hold: Hold | undefined;
  /** When the person saved it or switched it on last: what it began before is forgotten. */
  readonly changedAt: number;
  readonly draft: Pick<Draft, 'trigger'>;
}

/**
 * Keeps events from beginning too many runs. They may themselves come of a run, of this rule or of another one, where nobody can see that: a
 * rule that has too many again and again waits longer each time.
 */
export class Holds {
  readonly #begun = new Map<string, Begun[]>();

  began(rule: string, now: number): void {
    this.#begun.set(rule, [...(this.#begun.get(rule) ?? []).slice(1 - mostPerHour), { at: now, followed: false }]);
  }

  /** What sets off a rule has come, whether a run begins or not. */
  heard(rule: string, now: number): void {
    const last = this.#begun.get(rule)?.at(-1);
    if (last !== undefined && now - last.at < followMs) last.followed = true;
  }

  /** Forgets rules that there are not any more. */
  keep(isThere: (rule: string) => boolean): void {
    for (const rule of this.#begun.keys()) if (!isThere(rule)) this.#begun.delete(rule);
  }

  isHeld({ id, hold, changedAt, draft }: Listening, now: number): Held {
    // A clock that was set back would make it wait for longer than it ever does.
    const isSetBack = hold !== undefined && hold.until - now > longestMs;
    if (hold !== undefined && now < hold.until && !isSetBack) return { held: true };
    // After a clock that was set back, the change lies ahead and says nothing.
    const begun = (this.#begun.get(id) ?? []).filter(({ at }) => at >= changedAt || changedAt > now);
    return draft.trigger.kind === 'event' ? ofAtelier(begun, hold, now) : ofOthers(begun, hold, now);
  }
}

/** Too many in an hour, or soon after it has waited for that some that each were followed by what set them off. */
function ofAtelier(begun: readonly Begun[], hold: Hold | undefined, now: number): Held {
  const isAgain = hold !== undefined && now - hold.until < 2 * hourMs;
  const first = oldest(begun, now, mostPerHour, hourMs);
  const isFollowed = isAgain && areFollowed(begun, now, hold.until);
  if (first === undefined && !isFollowed) return { held: oldest(begun, now, mostPerMinute, minuteMs) !== undefined };
  if (!isAgain) return { held: true, isFirst: true, hold: { since: now, until: (first ?? now) + hourMs, waits: 0 } };
  return again(hold, now, hourMs * 2 ** (hold.waits + 1));
}

/** Too many in a minute. The first time only the minute is over. */
function ofOthers(begun: readonly Begun[], hold: Hold | undefined, now: number): Held {
  const first = oldest(begun, now, mostPerMinute, minuteMs);
  if (first === undefined) return { held: false };
  if (hold === undefined || now - hold.until >= hourMs) return { held: true, hold: { since: now, until: first + minuteMs, waits: 0 } };
  return { ...again(hold, now, firstMs * 2 ** hold.waits), isFirst: hold.waits === 0 };
}

/** When the first of the newest `count` runs began, if that is less than `ms` ago. */
function oldest(begun: readonly Begun[], now: number, count: number, ms: number): number | undefined {
  const at = begun.at(-count)?.at;
  return at !== undefined && at <= now && now - at < ms ? at : undefined;
}

function areFollowed(begun: readonly Begun[], now: number, since: number): boolean {
  const newest = begun.slice(-mostFollowed);
  return newest.length === mostFollowed && newest.every(({ at, followed }) => followed && at >= since && now - at < hourMs);
}

function again({ since, waits }: Hold, now: number, ms: number): Held {
  if (now - since >= endMs) return { held: true, isOver: true };
  return { held: true, hold: { since, until: now + Math.min(longestMs, ms), waits: waits + 1 } };
}
