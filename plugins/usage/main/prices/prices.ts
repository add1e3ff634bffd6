import type { Database } from '@atelier/kernel';
import type { ModelPrice, Price } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { listedPrice } from './price-table.ts';

/** Dollars for a million tokens; the most expensive model known costs 600. */
const mostPrice = 100_000;

interface Row {
  readonly model: string;
  readonly tokens: number;
  readonly input: number | null;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly correctedAt: number;
}

/** The prices that the person has corrected, beside those of the bundled table. */
export class Prices {
  readonly #save;
  readonly #remove;
  readonly #count;
  readonly #all;

  constructor(db: Database) {
    this.#save = db.prepare(
      'INSERT OR REPLACE INTO prices (model, input, output, cache_read, cache_write, corrected_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#remove = db.prepare('DELETE FROM prices WHERE model = ?');
    this.#count = db.prepare<{ corrected: number }>('SELECT count(*) AS corrected FROM prices');
    this.#all = db.prepare<Row>(`
      SELECT m.model, m.tokens, p.input, p.output, p.cache_read AS cacheRead, p.cache_write AS cacheWrite, p.corrected_at AS correctedAt
      FROM (
        SELECT model, sum(tokens) AS tokens FROM (
          SELECT model, input + output + cache_read + cache_write AS tokens FROM sums UNION ALL SELECT model, 0 FROM prices
        ) GROUP BY model
      ) m LEFT JOIN prices p ON p.model = m.model
      WHERE m.model <> '' ORDER BY m.tokens DESC, m.model LIMIT 500`);
  }

  get corrected(): number {
    return this.#count.get()?.corrected ?? 0;
  }

  correct(model: string, price: Price, now: number): void {
    const { input, output, cacheRead, cacheWrite } = price;
    const amounts = [input, output, cacheRead, cacheWrite];
    if (!amounts.every(amount => Number.isFinite(amount) && amount >= 0 && amount <= mostPrice))
      throw errors['usage/price-range']({ model, most: String(mostPrice) });
    this.#save.run(model, ...amounts, now);
  }

  restore(model: string): void {
    this.#remove.run(model);
  }

  /** Of every model that was used or has a corrected price. */
  all(): ModelPrice[] {
    return this.#all.all().map(({ model, tokens, input, correctedAt, ...rest }) => {
      const listed = listedPrice(model);
      return {
        model,
        tokens,
        ...(listed && { listed: listed.price, source: listed.source, dated: listed.dated }),
        ...(input !== null && {
          corrected: { input, output: rest.output, cacheRead: rest.cacheRead, cacheWrite: rest.cacheWrite },
          correctedAt,
        }),
      };
    });
  }
}
