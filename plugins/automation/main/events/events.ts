import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventName, Reason, Status } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { isBackedOff } from '../failing.ts';
import { comesOf } from '../runs/cause.ts';
import type { SharedParts } from '../shared.ts';
import { type Occasion, onceOnly } from '../store/receipts.ts';
import type { Rules } from '../store/rules.ts';
import { mayHold } from './conditions.ts';
import type { FiredEvent } from './event.ts';
import { Holds, mostPerMinute } from './holds.ts';
import { Listeners, type UsableRule } from './listeners.ts';

/** How many events wait at most; more of them come faster than any rule could run. */
const mostWaiting = 1000;
const minuteMs = 60_000;
const tallyMs = 1000;
/** How often a rule is held against an event in a second: many rules that each event may set off would be the work of a whole core. */
const mostLooks = 100_000;

/** What rules listen for: an event of Atelier, or a trigger of an extension. */
export type Source = EventName | { readonly from: string; readonly id: string };

interface Waiting {
  readonly source: string;
  read(): Promise<FiredEvent | undefined>;
  /** In whose name it happened, which its runs act in: the event of an extension does nothing that the extension may not do itself. */
  readonly within: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/** Sets off rules when something happens. Events come in order, and what is skipped is counted instead of written one by one. */
export class Events {
  readonly #parts: SharedParts;
  #listening: ReadonlyMap<string, Listeners> | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #holds = new Holds();
  readonly #tally = new Map<string, { readonly occasion: Occasion; readonly reason: Reason; count: number }>();
  /** By source, events that no rule was held against. */
  readonly #passed = new Map<string, number>();
  #second = 0;
  #looks = 0;
  #cancelTally: (() => void) | undefined;
  #isDraining = false;
  #isOver = false;

  constructor(parts: SharedParts) {
    this.#parts = parts;
  }

  /** Rules were added, changed or removed: who listens is asked for every event, so it is kept, and found anew for the next one. */
  rulesChanged(): void {
    this.#listening = undefined;
    this.#holds.keep(id => this.#parts.rules.find(id) !== undefined);
  }

  isHeard(source: Source): boolean {
    return this.#listeners().has(keyOf(source));
  }

  /** Something has happened; what it was is read only if a rule listens. */
  happened(source: Source, read: () => Promise<FiredEvent | undefined>): void {
    const key = keyOf(source);
    if (this.#isOver || !this.#listeners().has(key)) return;
    if (this.#waiting.length >= mostWaiting || !this.#mayLook()) return this.#pass(key);
    this.#waiting.push({ source: key, read, within: AsyncLocalStorage.snapshot() });
    if (!this.#isDraining) void this.#drain();
  }

  /** Writes what was counted. */
  flush(): void {
    for (const [source, count] of this.#passed)
      for (const rule of this.#listeners().get(source)?.any ?? []) this.#skipped(rule, 'rate', count);
    this.#passed.clear();
    this.#cancelTally?.();
    this.#cancelTally = undefined;
    if (this.#tally.size === 0) return;
    const { db, receipts, clock, log, changed } = this.#parts;
    const tallies = [...this.#tally.values()];
    this.#tally.clear();
    try {
      db.transaction(() => {
        for (const { occasion, reason, count } of tallies) receipts.skip(occasion, reason, clock.now(), count);
      });
    } catch (error) {
      log.warn(`What was skipped could not be noted: ${String((error as Error).message)}`);
    }
    for (const rule of new Set(tallies.map(({ occasion }) => occasion.rule))) changed(rule);
  }

  end(): void {
    this.flush();
    this.#isOver = true;
    this.#waiting.length = 0;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (!this.#mayLook()) {
        this.#pass(next.source);
        continue;
      }
      try {
        const event = await next.within(next.read);
        if (event === undefined || this.#isOver) continue;
        const { rules = [], looks = 0 } = this.#listeners().get(next.source)?.found(event.fields) ?? {};
        this.#looks += looks;
        for (const rule of rules) next.within(() => this.#occurs(rule, event));
      } catch (error) {
        this.#parts.log.warn(`An event set off nothing: ${String((error as Error).message)}`);
      }
    }
    this.#isDraining = false;
  }

  #occurs(listening: UsableRule, event: FiredEvent): void {
    const rule = this.#parts.rules.find(listening.id);
    if (rule?.draft === undefined) return;
    const now = this.#parts.clock.now();
    if (comesOf(rule.id, now)) return this.#skipped(rule as UsableRule, 'loop');
    this.#holds.heard(rule.id, now);
    const reason = this.#reasonNot(rule as UsableRule);
    if (reason !== undefined) return this.#skipped(rule as UsableRule, reason);
    this.#begin(rule as UsableRule, event, onceOnly());
  }

  /**
   * The webhook of a rule was called. Each call has a receipt of its own, also one that begins nothing; the same call again has the one that it
   * had, and begins only what Atelier had no time for.
   */
  called(
    id: string,
    event: FiredEvent,
    occurrence: string,
  ): { readonly receipt: string; readonly status: Status; readonly reason?: Reason } {
    const { rules, receipts, clock, changed } = this.#parts;
    const rule = rules.usable(id);
    const there = receipts.of(id, occurrence);
    this.#holds.heard(id, clock.now());
    const reason = mayHold(rule.draft, event.fields) ? this.#reasonNot(rule) : 'condition';
    if (there !== undefined && (reason !== undefined || there.reason !== 'missed')) return there;
    const now = clock.now();
    if (reason !== undefined) {
      receipts.skip({ rule: id, title: rule.title, cause: 'event', due: now, occurrence }, reason, now);
      receipts.prune(id);
      changed(id);
    } else this.#begin(rule, event, occurrence);
    const written = receipts.of(id, occurrence);
    if (written === undefined) throw new Error('a receipt was not written');
    return written;
  }

  #begin(rule: UsableRule, event: FiredEvent, occurrence: string): void {
    const { db, rules, receipts, runner, clock, changed } = this.#parts;
    const now = clock.now();
    const occasion = { rule: rule.id, title: rule.title, cause: 'event', due: now, occurrence } as const;
    const before = rules.find(rule.id);
    let receipt: string | undefined;
    try {
      receipt = db.transaction(() => {
        const id = receipts.begin(occasion);
        rules.change(rule.id, { beganAt: now });
        receipts.prune(rule.id);
        return id;
      });
    } catch (error) {
      if (before !== undefined) rules.restore(before);
      this.#parts.unwritten(occasion);
      throw error;
    }
    if (receipt === undefined) return;
    this.#holds.began(rule.id, now);
    changed(rule.id);
    runner.add({ receipt, rule, event, isConditional: true });
  }

  #reasonNot(rule: UsableRule): Reason | undefined {
    const { id, draft, beganAt, backOffUntil } = rule;
    const { runner, clock, isPaused } = this.#parts;
    const now = clock.now();
    if (isPaused()) return 'paused';
    if (isBackedOff(backOffUntil, now)) return 'back-off';
    if (beganAt !== undefined && now >= beganAt && now - beganAt < (draft.cooldownMs ?? 0)) return 'cooldown';
    if (runner.isBusy(id)) return 'overlap';
    return this.#isHeld(rule, now) ? 'rate' : undefined;
  }

  #isHeld(rule: UsableRule, now: number): boolean {
    const { rules, log, notice, turnOff } = this.#parts;
    const { id, title } = rule;
    const { held, hold, isFirst, isOver } = this.#holds.isHeld(rule, now);
    try {
      if (isOver === true) {
        const isOfAtelier = rule.draft.trigger.kind === 'event';
        turnOff(id, isOfAtelier ? errors['automation/loops']({ title }) : errors['automation/bursts']({ title, most: mostPerMinute }));
      }
      if (hold !== undefined) rules.change(id, { hold });
    } catch (error) {
      // It waits all the same.
      if (hold !== undefined) rules.restore({ ...rule, hold });
      log.warn(`How long a rule waits could not be written: ${String((error as Error).message)}`);
    }
    if (isFirst === true && hold !== undefined)
      notice(errors['automation/too-often']({ title, minutes: Math.ceil((hold.until - now) / minuteMs) }));
    return held;
  }

  /** No rule is held against it, and it is counted for the rules that it would set off whatever it says. */
  #pass(source: string): void {
    this.#passed.set(source, (this.#passed.get(source) ?? 0) + 1);
    this.#cancelTally ??= this.#parts.clock.after(tallyMs, () => this.flush());
  }

  #mayLook(): boolean {
    const second = Math.floor(this.#parts.clock.now() / 1000);
    if (second !== this.#second) [this.#second, this.#looks] = [second, 0];
    return this.#looks <= mostLooks;
  }

  #listeners(): ReadonlyMap<string, Listeners> {
    this.#listening ??= listenersOf(this.#parts.rules);
    return this.#listening;
  }

  #skipped({ id: rule, title }: UsableRule, reason: Reason, count = 1): void {
    const { clock } = this.#parts;
    const now = clock.now();
    const minute = now - (now % minuteMs);
    const occurrence = `${reason} ${minute}`;
    const there = this.#tally.get(`${rule} ${occurrence}`);
    if (there === undefined) {
      const occasion = { rule, title, cause: 'event' as const, due: minute, occurrence };
      this.#tally.set(`${rule} ${occurrence}`, { occasion, reason, count });
    } else there.count += count;
    this.#cancelTally ??= clock.after(tallyMs, () => this.flush());
  }
}

const keyOf = (source: Source): string => (typeof source === 'string' ? source : `${source.from} ${source.id}`);

function sourceOf({ draft: { trigger } }: UsableRule): string | undefined {
  if (trigger.kind === 'event') return trigger.event;
  return trigger.kind === 'extension' ? keyOf(trigger) : undefined;
}

function listenersOf(rules: Rules): ReadonlyMap<string, Listeners> {
  const listening = new Map<string, Listeners>();
  for (const rule of rules.all()) {
    const source = rule.on && rule.draft !== undefined ? sourceOf(rule as UsableRule) : undefined;
    if (source === undefined) continue;
    const listeners = listening.get(source) ?? new Listeners();
    listening.set(source, listeners);
    listeners.add(rule as UsableRule);
  }
  return listening;
}
