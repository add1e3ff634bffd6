import type { AppError, Log } from '@atelier/kernel';
import type { HiddenRun, Usage } from '../../contract/index.ts';
import { agentErrors } from '../errors.ts';
import type { ConversationEvents } from '../events.ts';
import type { Child, Children } from '../runtime/children.ts';
import type { RuntimeRecord } from '../runtime/records.ts';
import { budgetUsedUp } from './budget-error.ts';
import { type Amount, add, type Budgets, nothing, type Spender, type Verdict } from './budgets.ts';

/** Charges what conversations spend to their budgets, and emits an event when one is nearly or wholly used up. */
export class Spending {
  readonly #budgets: Budgets;
  readonly #events: ConversationEvents;
  readonly #log: Log;
  readonly #children: Pick<Children, 'get' | 'ofTree'>;
  /** What was spent and the disk did not take: charged with what is spent next. */
  #owed: (() => Verdict)[] = [];

  constructor(budgets: Budgets, events: ConversationEvents, log: Log, children: Pick<Children, 'get' | 'ofTree'>) {
    this.#budgets = budgets;
    this.#events = events;
    this.#log = log;
    this.#children = children;
  }

  /** Throws if nothing more may be spent. */
  check(record: RuntimeRecord): void {
    const verdict = this.#budgets.check(this.#spendersOf(record));
    if (verdict.state === 'stop') throw budgetUsedUp(verdict.budget);
    const limit = this.#limitOf(record.conversation);
    if (limit !== undefined) throw limit;
  }

  /** Charges what was spent; returns an error if nothing more may be spent. */
  charge(record: RuntimeRecord, usage: Usage, minutes: number): AppError | undefined {
    const verdict = this.#spend(this.#spendersOf(record), usage, minutes);
    if (verdict.state !== 'fine') this.#events.emit(record.conversation, { kind: 'budget', budget: verdict.budget });
    return verdict.state === 'stop' ? budgetUsedUp(verdict.budget) : this.#limitOf(record.conversation);
  }

  /** Throws if nothing more may be spent for what a hidden run is charged to. */
  checkHidden({ chargedTo }: HiddenRun): void {
    const verdict = this.#budgets.check(spendersOf({ conversation: 'hidden', chargedTo }));
    if (verdict.state === 'stop') throw budgetUsedUp(verdict.budget);
  }

  chargeHidden({ chargedTo }: HiddenRun, usage: Usage): void {
    this.#spend(spendersOf({ conversation: 'hidden', chargedTo }), usage, 0);
  }

  /** What a child spends, the conversation of the person spends too. */
  #spendersOf(record: RuntimeRecord): readonly Spender[] {
    const root = this.#children.get(record.conversation)?.root;
    return [...spendersOf(record), ...(root === undefined ? [] : [{ kind: 'conversation', of: root } as const])];
  }

  /** Why a child makes no further request: it, or all that have one limit with it, have used that. */
  #limitOf(conversation: string): AppError | undefined {
    const child = this.#children.get(conversation);
    if (child === undefined) return undefined;
    const { tree, limits = {}, treeLimits = {} } = child;
    const spent = (of: string) => this.#budgets.spent({ kind: 'conversation', of });
    if (isReached(spent(conversation), limits)) return agentErrors['agent/child-limit']({});
    const whole = this.#children.ofTree(tree).map(spent).reduce(add, nothing);
    return isReached(whole, treeLimits) ? agentErrors['agent/tree-limit']({}) : undefined;
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

function isReached(spent: Amount, { tokens, money }: NonNullable<Child['limits']>): boolean {
  return (tokens !== undefined && spent.tokens >= tokens) || (money !== undefined && spent.money >= money);
}

/** What is charged for a conversation: itself, and what it runs for. */
function spendersOf({ conversation, chargedTo }: Pick<RuntimeRecord, 'conversation' | 'chargedTo'>): readonly Spender[] {
  return [{ kind: 'conversation', of: conversation }, ...(chargedTo === undefined ? [] : [chargedTo])];
}
