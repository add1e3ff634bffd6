import type { Charge, Database } from '@atelier/kernel';
import type { Budget } from '../../contract/index.ts';
import { type Amount, add, budgetsOf, judge, nothing, type Spender, type Verdict } from './meter.ts';

export interface Budgets {
  /** With what is spent of each that is about somebody. */
  all(): readonly Budget[];
  save(budget: Budget): void;
  remove(id: string): void;
  /** Written before it returns. The strictest verdict over all who spend; `stop` wins over `warn`. */
  spend(spenders: readonly Spender[], amount: Partial<Amount>): Verdict;
  /** Before a turn begins: whether anything may be spent at all. */
  check(spenders: readonly Spender[]): Verdict;
  spent(spender: Spender): Amount;
  /** Begins again at nothing: a deleted conversation, or a person who resets a budget. */
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

const strictness: Record<Verdict['state'], number> = { fine: 0, warn: 1, stop: 2 };

/** Budgets and what was spent of them, in the agent's database. What extensions spend is charged to them at the kernel as well. */
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
  let kept: readonly Budget[] | undefined;
  const limits = (): readonly Budget[] => {
    kept ??= select.all().map(fromRow);
    return kept;
  };
  return {
    all: () =>
      limits().map(budget => (budget.of === undefined ? budget : { ...budget, spent: spent({ kind: budget.kind, of: budget.of }) })),
    save: ({ id, kind, of, tokens, money, minutes }) => {
      kept = undefined;
      upsert.run(id, kind, of ?? null, tokens ?? null, money ?? null, minutes ?? null, Date.now());
    },
    remove: id => {
      kept = undefined;
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
