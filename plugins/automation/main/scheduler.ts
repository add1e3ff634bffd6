import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Trigger } from '../contract/index.ts';
import { isBackedOff } from './failing.ts';
import type { Run } from './runs/runner.ts';
import type { SharedParts } from './shared.ts';
import { dueAt } from './store/receipts.ts';
import type { StoredRule } from './store/rules.ts';
import { duesBetween, isTimed, nextDue, nextDues, type TimeTrigger } from './time/occurrences.ts';
import { planDues } from './time/planning.ts';

/** The longest time that a timer can be set to. */
const longestMs = 2_147_483_647;
/** So far back a clock that was set back makes times due again. */
const backMs = 3_600_000;
const retryMs = 60_000;
/** So many that were due have a receipt each; what was due before shares one. */
const mostListed = 200;

/** A rule that was due, and the receipts of the runs that begin. */
interface Begun {
  readonly rule: Run['rule'];
  readonly receipts: readonly string[];
}

/** Finds what is due, gives each its receipt, and sleeps until the next is due: one timer, and none without a rule that waits for a time. */
export class Scheduler {
  readonly #parts: SharedParts;
  readonly #next = new WeakMap<StoredRule, number | undefined>();
  readonly #first = new WeakMap<StoredRule, { readonly until: number; readonly at: number | undefined }>();
  #earliest = Number.POSITIVE_INFINITY;
  /** The clock, when it was looked at last. */
  #seen = 0;
  #cancel: (() => void) | undefined;
  #isOver = false;
  /** What is due is nobody's: an extension whose call makes it noticed is not who it runs for. */
  readonly #asItself = AsyncLocalStorage.snapshot();

  constructor(parts: SharedParts) {
    this.#parts = parts;
  }

  /** When a rule is due next, if its time is known. */
  nextOf(rule: StoredRule): number | undefined {
    const trigger = timeOf(rule);
    if (trigger === undefined) return undefined;
    if (!this.#next.has(rule)) this.#next.set(rule, nextDue(trigger, rule.planned));
    return this.#next.get(rule);
  }

  /** When a rule runs next: not while all are paused, and what its back-off or its cooldown will skip is left out. */
  firstOf(rule: StoredRule): number | undefined {
    return this.#parts.isPaused() ? undefined : this.#notSkipped(rule, this.#parts.clock.now());
  }

  /** When the next rule runs that is not going to be skipped. It is asked after each receipt, so it looks at each rule only shortly. */
  get first(): number {
    let first = Number.POSITIVE_INFINITY;
    if (this.#parts.isPaused() || this.#earliest === first) return first;
    const now = this.#parts.clock.now();
    for (const rule of this.#parts.rules.all())
      if ((this.nextOf(rule) ?? first) < first) first = Math.min(first, this.#notSkipped(rule, now) ?? first);
    return first;
  }

  /** When this trigger sets off a run next; without what every rule that is on and has it will skip. */
  nextRuns(trigger: Trigger, from: number, count: number): number[] {
    if (!isTimed(trigger) || this.#parts.isPaused()) return [];
    const now = this.#parts.clock.now();
    const its = [...this.#parts.rules.all()].filter(rule => isDeepStrictEqual(timeOf(rule), trigger));
    const until = its.length === 0 ? 0 : Math.min(...its.map(rule => skipsUntil(rule, now)));
    return nextDues(trigger, Math.max(from, until - 1), count);
  }

  #notSkipped(rule: StoredRule, now: number): number | undefined {
    const [trigger, next, until] = [timeOf(rule), this.nextOf(rule), skipsUntil(rule, now)];
    if (trigger === undefined || next === undefined || next >= until) return next;
    const known = this.#first.get(rule);
    if (known?.until === until) return known.at;
    const at = nextDue(trigger, until - 1);
    this.#first.set(rule, { until, at });
    return at;
  }

  /** When the next rule is due, which then has a receipt, also one that says why it is skipped. */
  get earliest(): number {
    return this.#earliest;
  }

  /** When rules are due next, in order. */
  nextTimes(most: number): number[] {
    const rules = [...this.#parts.rules.all()].flatMap(rule => {
      const [trigger, next] = [timeOf(rule), this.nextOf(rule)];
      return trigger === undefined || next === undefined ? [] : [{ trigger, next }];
    });
    const first = rules.sort((a, b) => a.next - b.next).slice(0, most);
    const times = first.flatMap(({ trigger, next }) => [next, ...nextDues(trigger, next, most - 1)]);
    return [...new Set(times)].sort((a, b) => a - b).slice(0, most);
  }

  /** The machine has slept, which stops timers, or its clock was set; or something happens anyway. Looks at no rule unless one is due. */
  nudge(): void {
    this.#asItself(() => this.#look());
  }

  /** Gives everything that is due its receipt, begins what runs, and waits for the next. Rules have changed, or a timer has come. */
  tick(): void {
    this.#asItself(() => this.#tick());
  }

  #tick(): void {
    if (this.#isOver) return;
    this.#cancel?.();
    const now = this.#parts.clock.now();
    const begun: Begun[] = [];
    const earliest = this.#together(now, begun) ?? this.#oneByOne(now, begun);
    this.#earliest = earliest;
    this.#sleep(now);
    const { runner, changed } = this.#parts;
    for (const { rule, receipts } of begun) {
      for (const receipt of receipts) runner.add({ receipt, rule, event: undefined, isConditional: true });
      changed(rule.id);
    }
  }

  #look(): void {
    const now = this.#parts.clock.now();
    if (now >= this.#earliest || now < this.#seen) this.#tick();
    else this.#sleep(now);
  }

  /** Until the next is due. */
  #sleep(now: number): void {
    this.#cancel?.();
    this.#seen = now;
    if (this.#isOver || this.#earliest === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#parts.clock.after(Math.min(longestMs, Math.max(0, this.#earliest - now)), () => this.nudge());
  }

  end(): void {
    this.#isOver = true;
    this.#cancel?.();
  }

  /** Everything that is due, written at once: a disk takes as long for a thousand receipts as for one. Undefined if that failed, and nothing was. */
  #together(now: number, begun: Begun[]): number | undefined {
    const { db, rules } = this.#parts;
    const before = [...rules.all()];
    try {
      return db.transaction(() =>
        before.reduce((earliest, rule) => Math.min(earliest, this.#comeTo(rule, now, begun)), Number.POSITIVE_INFINITY),
      );
    } catch {
      // One by one it is seen which rule cannot be written.
      for (const rule of before) rules.restore(rule);
      begun.length = 0;
      return undefined;
    }
  }

  #oneByOne(now: number, begun: Begun[]): number {
    const { rules, log } = this.#parts;
    let earliest = Number.POSITIVE_INFINITY;
    for (const rule of [...rules.all()]) {
      const its: Begun[] = [];
      try {
        earliest = Math.min(earliest, this.#comeTo(rule, now, its));
        begun.push(...its);
      } catch (error) {
        log.warn(`What was due was not begun and is tried again: ${String((error as Error).message)}`);
        rules.restore(rule);
        earliest = Math.min(earliest, now + retryMs);
      }
    }
    return earliest;
  }

  /** Returns when the rule is due next, if ever; adds what begins. */
  #comeTo(one: StoredRule, now: number, begun: Begun[]): number {
    const { rules, receipts } = this.#parts;
    const rule = this.#broughtBack(one, now);
    const trigger = timeOf(rule);
    if (trigger === undefined) return Number.POSITIVE_INFINITY;
    // The clock was set back, up to an hour ago: its times come again, and those that have a receipt are over.
    const back = () => Math.max(now - backMs, Math.min(now, rule.changedAt), Math.min(now, receipts.floor(rule.id)));
    const at = rule.planned > now ? rules.change(rule.id, { planned: back() }) : rule;
    const next = this.nextOf(at);
    if (next === undefined) return Number.POSITIVE_INFINITY;
    if (next > now) return next;
    this.#due(at, trigger, next, now, begun);
    const after = rules.find(rule.id);
    return (after && this.nextOf(after)) ?? Number.POSITIVE_INFINITY;
  }

  /** A rule for one time that a wrong clock made missed is on again, once the clock is right and its time is still to come. */
  #broughtBack(rule: StoredRule, now: number): StoredRule {
    const { rules, receipts } = this.#parts;
    const { id, on, draft, planned, offSince } = rule;
    if (on || draft?.trigger.kind !== 'once' || draft.trigger.at <= now) return rule;
    // Not one that the person has switched off.
    if (planned <= now || offSince !== planned) return rule;
    const isMissed = receipts.of(id, dueAt(draft.trigger.at))?.reason === 'missed';
    return isMissed ? rules.change(id, { on: true, offSince: undefined }) : rule;
  }

  #due(rule: StoredRule, trigger: TimeTrigger, first: number, now: number, begun: Begun[]): void {
    const { db, rules, receipts, runner, isPaused } = this.#parts;
    if (rule.draft === undefined) return;
    const { draft } = rule;
    const { dues, left } = duesBetween(trigger, rule.planned, now, mostListed);
    const plan = planDues({
      ...{ dues, left, now, missed: draft.missed, cooldownMs: draft.cooldownMs ?? 0 },
      ...{ isPaused: isPaused(), isRunning: runner.isBusy(rule.id) },
      ...{ backOffUntil: rule.backOffUntil, beganAt: rule.beganAt },
    });
    const occasion = (due: number) => ({ rule: rule.id, title: rule.title, cause: 'time' as const, due, occurrence: dueAt(due) });
    const written = db.transaction(() => {
      if (left !== 0) receipts.skip(occasion(first), 'missed', now, left);
      const runs: string[] = [];
      for (const { due, skipped } of plan) {
        const receipt = skipped === undefined ? receipts.begin(occasion(due)) : undefined;
        if (skipped !== undefined) receipts.skip(occasion(due), skipped, now);
        if (receipt !== undefined) runs.push(receipt);
      }
      const isLast = nextDue(trigger, now) === undefined;
      rules.change(rule.id, {
        planned: now,
        ...(runs.length > 0 && { beganAt: now }),
        ...(isLast && { on: false, offSince: now }),
      });
      receipts.prune(rule.id);
      return runs;
    });
    begun.push({ rule: { ...rule, draft }, receipts: written });
  }
}

/** Until when what is due is skipped, as `planDues` decides it. */
function skipsUntil({ backOffUntil, beganAt, draft }: StoredRule, now: number): number {
  const backOff = backOffUntil !== undefined && isBackedOff(backOffUntil, now) ? backOffUntil : 0;
  return Math.max(backOff, beganAt === undefined || beganAt > now ? 0 : beganAt + (draft?.cooldownMs ?? 0));
}

function timeOf({ on, draft }: StoredRule): TimeTrigger | undefined {
  return on && draft !== undefined && isTimed(draft.trigger) ? draft.trigger : undefined;
}
