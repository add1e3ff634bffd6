import type { Price } from '../../contract/index.ts';
import table from './prices.json' with { type: 'json' };

/** A price of the bundled table. */
export interface Listed {
  readonly price: Price;
  /** `2026-11-23`. */
  readonly dated: string;
  readonly source: string;
}

type Line = readonly [input: number, output: number, cacheRead: number, cacheWrite: number, source: string, dated: string];

const lines: Readonly<Record<string, Line>> = table.models as unknown as Record<string, Line>;

/** The date of the newest price in the table. */
export const tableDate: string = table.dated;

/** The bundled price of a model, by `provider/model`. */
export function listedPrice(model: string): Listed | undefined {
  if (!Object.hasOwn(lines, model)) return undefined;
  const [input, output, cacheRead, cacheWrite, source, dated] = lines[model] as Line;
  return { price: { input, output, cacheRead, cacheWrite }, dated, source };
}

/** What tokens cost at a price, in dollars. */
export function costAt(price: Price, tokens: Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>): number {
  const { input, output, cacheRead, cacheWrite } = tokens;
  return (input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite) / 1e6;
}
