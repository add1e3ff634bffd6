import { longestMs } from '../failing.ts';

const minuteMs = 60_000;
/** How many runs of a rule events begin in a minute. */
const mostPerMinute = 10;
const firstMs = 5 * minuteMs;
/** After so long without too many it is calm again. */
const calmMs = 60 * minuteMs;

interface Hold {
  readonly until: number;
  readonly waits: number;
}

/**
 * Keeps events from beginning too many runs. What others tell of may itself come of a run, of this rule or of another one, and nobody
 * could see that: such a rule waits longer each time that it had too many again.
 */
export class Holds {
  readonly #begun = new Map<string, number[]>();
  readonly #holds = new Map<string, Hold>();

  began(rule: string, now: number): void {
    this.#begun.set(rule, [...this.#lately(rule, now), now]);
  }

  /** Whether no run of a rule may begin; `waitMs` if it begins to wait with this event. */
  isHeld(rule: string, now: number, mayLoop: boolean): { readonly held: boolean; readonly waitMs?: number } {
    const hold = this.#holds.get(rule);
    // A clock that was set back would make it wait for longer than it ever does.
    if (hold !== undefined && now < hold.until && hold.until - now <= longestMs) return { held: true };
    const lately = this.#lately(rule, now);
    if (lately.length < mostPerMinute) return { held: false };
    if (!mayLoop) return { held: true };
    const isAgain = hold !== undefined && now - hold.until < calmMs;
    const waits = isAgain ? hold.waits + 1 : 0;
    // The first time only the minute is over.
    const waitMs = waits === 0 ? undefined : Math.min(longestMs, firstMs * 2 ** (waits - 1));
    this.#holds.set(rule, { until: waitMs === undefined ? (lately[0] ?? now) + minuteMs : now + waitMs, waits });
    return { held: true, ...(waitMs !== undefined && { waitMs }) };
  }

  #lately(rule: string, now: number): readonly number[] {
    return (this.#begun.get(rule) ?? []).filter(at => now - at < minuteMs && at <= now);
  }
}
