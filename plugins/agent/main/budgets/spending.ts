import type { AppError, Log } from '@atelier/kernel';
import type { HiddenRun, Usage } from '../../contract/index.ts';
import type { ConversationEvents } from '../events.ts';
import type { RuntimeRecord } from '../runtime/records.ts';
import { budgetUsedUp } from './budget-error.ts';
import type { Budgets, Spender, Verdict } from './budgets.ts';

/** Charges what conversations spend to their budgets, and emits an event when one is nearly or wholly used up. */
export class Spending {
  readonly #budgets: Budgets;
  readonly #events: ConversationEvents;
  readonly #log: Log;
  /** What was spent and the disk did not take: charged with what is spent next. */
  #owed: (() => Verdict)[] = [];

  constructor(budgets: Budgets, events: ConversationEvents, log: Log) {
    this.#budgets = budgets;
    this.#events = events;
    this.#log = log;
  }

  /** Throws if nothing more may be spent. */
  check(record: RuntimeRecord): void {
    const verdict = this.#budgets.check(spendersOf(record));
    if (verdict.state === 'stop') throw budgetUsedUp(verdict.budget);
  }

  /** Charges what was spent; returns an error if nothing more may be spent. */
  charge(record: RuntimeRecord, usage: Usage, minutes: number): AppError | undefined {
    const verdict = this.#spend(spendersOf(record), usage, minutes);
    if (verdict.state !== 'fine') this.#events.emit(record.conversation, { kind: 'budget', budget: verdict.budget });
    return verdict.state === 'stop' ? budgetUsedUp(verdict.budget) : undefined;
  }

  /** Throws if nothing more may be spent for what a hidden run is charged to. */
  checkHidden({ chargedTo }: HiddenRun): void {
    const verdict = this.#budgets.check(spendersOf({ conversation: 'hidden', chargedTo }));
    if (verdict.state === 'stop') throw budgetUsedUp(verdict.budget);
  }

  chargeHidden({ chargedTo }: HiddenRun, usage: Usage): void {
    this.#spend(spendersOf({ conversation: 'hidden', chargedTo }), usage, 0);
  }

  #spend(spenders: readonly Spender[], usage: Usage, minutes: number): Verdict {
    const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    this.#owed.push(() => this.#budgets.spend(spenders, { tokens, money: usage.cost, minutes }));
    try {
      let verdict: Verdict = { state: 'fine' };
      for (let [spend] = this.#owed; spend !== undefined; [spend] = this.#owed) {
        verdict = spend();
        this.#owed.shift();
      }
      return verdict;
    } catch (error) {
      this.#log.warn(String(error));
      return this.#budgets.check(spenders);
    }
  }
}

/** What is charged for a conversation: itself, and what it runs for. */
function spendersOf({ conversation, chargedTo }: Pick<RuntimeRecord, 'conversation' | 'chargedTo'>): readonly Spender[] {
  return [{ kind: 'conversation', of: conversation }, ...(chargedTo === undefined ? [] : [chargedTo])];
}
