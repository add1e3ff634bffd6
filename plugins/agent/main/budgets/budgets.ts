import type { Charge, Database } from '@atelier/kernel';
import type { Budget } from '../../contract/index.ts';

/** What is charged: a conversation, or the automation, channel or extension that it runs for. */
export interface Spender {
  readonly kind: Budget['kind'];
  readonly of: string;
}

export interface Amount {
  readonly tokens: number;
  readonly money: number;
  readonly minutes: number;
}

/** `stop`: nothing more may be spent. `warn`: returned once, by the spending that crosses the warning share. */
export type Verdict = { readonly state: 'fine' } | { readonly state: 'warn' | 'stop'; readonly budget: Budget };

export interface Budgets {
  /** All budgets; one for a single spender comes with what it has spent. */
  all(): readonly Budget[];
  save(budget: Budget): void;
  remove(id: string): void;
  /** Stores the spending before it returns. Returns the strictest verdict over all spenders; `stop` is stricter than `warn`. */
  spend(spenders: readonly Spender[], amount: Partial<Amount>): Verdict;
  /** Whether anything may be spent, for use before a turn. */
  check(spenders: readonly Spender[]): Verdict;
  spent(spender: Spender): Amount;
  /** Resets the spending to nothing, when a conversation is deleted or the person resets a budget. */
  forget(spender: Spender): void;
}

interface BudgetRow {
  id: string;
  kind: Budget['kind'];
  of: string | null;
  tokens: number | null;
  money: number | null;
  minutes: number | null;
}

const warnAt = 0.8;
export const nothing: Amount = { tokens: 0, money: 0, minutes: 0 };
const measures = ['tokens', 'money', 'minutes'] as const;
const strictness: Record<Verdict['state'], number> = { fine: 0, warn: 1, stop: 2 };

/** Budgets and their spending, in the agent's database. The spending of extensions is also reported to the kernel. */
export function openBudgets(db: Database, charge: (charge: Charge) => void = () => {}): Budgets {
  const select = db.prepare<BudgetRow>('SELECT id, kind, of_whom AS of, tokens, money, minutes FROM budgets ORDER BY rowid');
  const upsert = db.prepare(`
    INSERT INTO budgets (id, kind, of_whom, tokens, money, minutes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, of_whom = excluded.of_whom, tokens = excluded.tokens,
      money = excluded.money, minutes = excluded.minutes
  `);
  const remove = db.prepare('DELETE FROM budgets WHERE id = ?');
  const read = db.prepare<{ tokens: number; money: number; milliseconds: number }>(
    'SELECT tokens, money, milliseconds FROM spending WHERE kind = ? AND of_whom = ?',
  );
  const write = db.prepare(`
    INSERT INTO spending (kind, of_whom, tokens, money, milliseconds) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, of_whom) DO UPDATE SET tokens = excluded.tokens, money = excluded.money, milliseconds = excluded.milliseconds
  `);
  const forget = db.prepare('DELETE FROM spending WHERE kind = ? AND of_whom = ?');

  const spent = ({ kind, of }: Spender): Amount => {
    const row = read.get(kind, of);
    return row ? { tokens: row.tokens, money: row.money, minutes: row.milliseconds / 60_000 } : nothing;
  };
  let cache: readonly Budget[] | undefined;
  const limits = (): readonly Budget[] => {
    cache ??= select.all().map(fromRow);
    return cache;
  };
  return {
    all: () =>
      limits().map(budget => (budget.of === undefined ? budget : { ...budget, spent: spent({ kind: budget.kind, of: budget.of }) })),
    save: ({ id, kind, of, tokens, money, minutes }) => {
      cache = undefined;
      upsert.run(id, kind, of ?? null, tokens ?? null, money ?? null, minutes ?? null, Date.now());
    },
    remove: id => {
      cache = undefined;
      remove.run(id);
    },
    spend: (spenders, amount) => {
      const verdicts = db.transaction(() =>
        spenders.map(spender => {
          const before = spent(spender);
          const after = add(before, amount);
          write.run(spender.kind, spender.of, after.tokens, after.money, after.minutes * 60_000);
          return judge(budgetsOf(limits(), spender), before, after);
        }),
      );
      for (const { kind, of } of spenders) {
        const { tokens, money } = add(nothing, amount);
        if (kind === 'extension' && (tokens > 0 || money > 0)) charge({ extension: of, tokens, money });
      }
      return strictest(verdicts);
    },
    check: spenders => strictest(spenders.map(spender => judge(budgetsOf(limits(), spender), spent(spender), spent(spender)))),
    spent,
    forget: ({ kind, of }) => void forget.run(kind, of),
  };
}

function strictest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted((a, b) => strictness[b.state] - strictness[a.state])[0] ?? { state: 'fine' };
}

function fromRow({ id, kind, of, tokens, money, minutes }: BudgetRow): Budget {
  return {
    id,
    kind,
    ...(of === null ? {} : { of }),
    ...(tokens === null ? {} : { tokens }),
    ...(money === null ? {} : { money }),
    ...(minutes === null ? {} : { minutes }),
  };
}

/** Negative and non-finite numbers count as 0, so that no provider can lower or break a sum. */
export function add(a: Amount, b: Partial<Amount>): Amount {
  const plus = (measure: keyof Amount) => {
    const more = b[measure] ?? 0;
    return a[measure] + (Number.isFinite(more) && more > 0 ? more : 0);
  };
  return { tokens: plus('tokens'), money: plus('money'), minutes: plus('minutes') };
}

/** The used share of a budget: 1 is all of it. A limit of 0 is used up from the start. */
function shareOf(budget: Budget, spent: Amount): number {
  const shares = measures.map(measure => {
    const limit = budget[measure];
    if (limit === undefined) return 0;
    return limit === 0 ? 1 : spent[measure] / limit;
  });
  return Math.max(0, ...shares);
}

/** The budgets that apply to a spender: its own, and those for every spender of its kind. */
function budgetsOf(budgets: readonly Budget[], { kind, of }: Spender): readonly Budget[] {
  return budgets.filter(budget => budget.kind === kind && (budget.of === undefined || budget.of === of));
}

/** The verdict on a spending over all budgets that apply. */
export function judge(budgets: readonly Budget[], before: Amount, after: Amount): Verdict {
  const used = budgets.toSorted((a, b) => shareOf(b, after) - shareOf(a, after))[0];
  if (used && shareOf(used, after) >= 1) return { state: 'stop', budget: { ...used, spent: after } };
  const crossed = budgets.find(budget => shareOf(budget, before) < warnAt && shareOf(budget, after) >= warnAt);
  return crossed ? { state: 'warn', budget: { ...crossed, spent: after } } : { state: 'fine' };
}
