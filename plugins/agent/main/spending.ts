import type { Usage } from '../contract/index.ts';
import { budgetUsedUp } from './budgets/budget-error.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { Spender } from './budgets/meter.ts';
import type { RuntimeRecord } from './runtime/records.ts';

/** Who pays for a conversation: itself, and what it runs for. */
function spendersOf({ conversation, chargedTo }: Pick<RuntimeRecord, 'conversation' | 'chargedTo'>): readonly Spender[] {
  return [{ kind: 'conversation', of: conversation }, ...(chargedTo === undefined ? [] : [chargedTo])];
}

/** Throws where nothing more may be spent. */
export function mayStart(budgets: Budgets, record: RuntimeRecord): void {
  const verdict = budgets.check(spendersOf(record));
  if (verdict.state === 'stop') throw budgetUsedUp(verdict.budget);
}

/** Counts what was spent, and says whether a budget came to its end, or near it. */
export function spent(budgets: Budgets, record: Pick<RuntimeRecord, 'conversation' | 'chargedTo'>, usage: Usage, minutes: number) {
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  return budgets.spend(spendersOf(record), { tokens, money: usage.cost, minutes });
}
