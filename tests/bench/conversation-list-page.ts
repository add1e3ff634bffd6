import { join } from 'node:path';
import { openElementPages } from '../support/element-pages.ts';
import type { Row } from './bench.ts';
import { median } from './measure.ts';
import { costOf } from './page-cost.ts';

const rounds = 9;
const counts = [100, 5000] as const;
const folder = join(import.meta.dirname, 'fixtures', 'conversation-list');

declare const prepare: (count: number) => void;
declare const open: () => Promise<number>;

/** What the sidebar's list costs the page's main thread until its first rows are painted: with 5,000 conversations against 100. */
export async function openListRows(): Promise<readonly Row[]> {
  await using pages = await openElementPages(folder);
  const times = new Map<number, number[]>(counts.map(count => [count, []]));
  let most = 0;
  const { tab } = await pages.open();
  for (let round = -2; round < rounds; round += 1) {
    for (const count of counts) {
      await tab.evaluate(many => prepare(many), count);
      const { mainMs, result } = await costOf(tab, () => tab.evaluate(() => open()));
      most = Math.max(most, result);
      if (round >= 0) times.get(count)?.push(mainMs);
    }
  }
  await tab.context().close();
  const [few = [], many = []] = counts.map(count => times.get(count));
  return [
    { what: 'list of 100 opened', value: median(few), unit: 'ms', ratio: 1 },
    {
      what: 'list of 5,000 opened',
      value: median(many),
      unit: 'ms',
      ratio: median(many.map((ms, round) => ms / (few[round] ?? Number.NaN))),
      limit: 1.5,
    },
    { what: 'rows that exist at once, at most', value: most, unit: '', limit: 60 },
  ];
}
