import type { Budget } from '../../contract/index.ts';

/** Who spends: a conversation, and what it runs for. */
export interface Spender {
  readonly kind: Budget['kind'];
  readonly of: string;
}

export interface Amount {
  readonly tokens: number;
  readonly money: number;
  readonly minutes: number;
}

/** `stop`: nothing more may be spent. `warn`: told once, by the spending that came to it. */
export type Verdict = { readonly state: 'fine' } | { readonly state: 'warn' | 'stop'; readonly budget: Budget };

export const warnAt = 0.8;
export const nothing: Amount = { tokens: 0, money: 0, minutes: 0 };
const measures = ['tokens', 'money', 'minutes'] as const;

/** Negative and broken numbers are nothing: nobody earns, and nothing makes a sum unreadable. */
export function add(a: Amount, b: Partial<Amount>): Amount {
  const plus = (measure: keyof Amount) => {
    const more = b[measure] ?? 0;
    return a[measure] + (Number.isFinite(more) && more > 0 ? more : 0);
  };
  return { tokens: plus('tokens'), money: plus('money'), minutes: plus('minutes') };
}

/** How far a budget is used: 1 is all of it. A limit of nothing is used from the start. */
export function shareOf(budget: Budget, spent: Amount): number {
  const shares = measures.map(measure => {
    const limit = budget[measure];
    if (limit === undefined) return 0;
    return limit === 0 ? 1 : spent[measure] / limit;
  });
  return Math.max(0, ...shares);
}

/** The budgets that hold for somebody: their own, and those for each of their kind. */
export function budgetsOf(budgets: readonly Budget[], { kind, of }: Spender): readonly Budget[] {
  return budgets.filter(budget => budget.kind === kind && (budget.of === undefined || budget.of === of));
}

/** What a spending comes to, over all budgets that hold. */
export function judge(budgets: readonly Budget[], before: Amount, after: Amount): Verdict {
  const used = budgets.toSorted((a, b) => shareOf(b, after) - shareOf(a, after))[0];
  if (used && shareOf(used, after) >= 1) return { state: 'stop', budget: { ...used, spent: after } };
  const crossed = budgets.find(budget => shareOf(budget, before) < warnAt && shareOf(budget, after) >= warnAt);
  return crossed ? { state: 'warn', budget: { ...crossed, spent: after } } : { state: 'fine' };
}
