import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openElementPages } from '../support/element-pages.ts';
import type { Row } from './bench.ts';
import { median } from './measure.ts';
import { costOf } from './page-cost.ts';

const rounds = 9;
const counts = [100, 5000] as const;
const folder = join(import.meta.dirname, 'fixtures', 'conversation-list');

declare const prepare: (count: number) => void;
declare const open: () => Promise<number>;
declare const openPlain: (count: number) => void;
declare const scrollOurs: () => Promise<number>;
declare const scrollPlain: () => Promise<number>;

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

/** Scrolling through 5,000 conversations, against 5,000 plain rows that are all in the page. */
export async function scrollListRows(): Promise<readonly Row[]> {
  await using pages = await openElementPages(folder);
  const { tab } = await pages.open();
  // Rows pass under a pointer that rests, as they do with a wheel.
  await tab.mouse.move(130, 350);
  const ours: Scrolled[] = [];
  const plain: Scrolled[] = [];
  for (let round = -2; round < rounds; round += 1) {
    await tab.evaluate(() => openPlain(5000));
    const one = await scrolled(tab, () => tab.evaluate(() => scrollPlain()));
    await tab.evaluate(() => prepare(5000));
    await tab.evaluate(() => open());
    const other = await scrolled(tab, () => tab.evaluate(() => scrollOurs()));
    if (round < 0) continue;
    plain.push(one);
    ours.push(other);
  }
  await tab.context().close();
  const ms = (all: readonly Scrolled[]) => median(all.map(({ mainMs }) => mainMs));
  const dropped = (all: readonly Scrolled[]) => median(all.map(one => one.dropped));
  return [
    { what: 'scrolled through 5,000 plain rows', value: ms(plain), unit: 'ms', ratio: 1 },
    {
      what: 'scrolled through a list of 5,000',
      value: ms(ours),
      unit: 'ms',
      ratio: median(ours.map(({ mainMs }, round) => mainMs / (plain[round]?.mainMs ?? Number.NaN))),
      limit: 2,
    },
    { what: '  frames dropped by plain rows', value: dropped(plain), unit: '' },
    { what: '  frames dropped by ours', value: dropped(ours), unit: '' },
  ];
}

interface Scrolled {
  readonly mainMs: number;
  readonly dropped: number;
}

async function scrolled(tab: Page, work: () => Promise<number>): Promise<Scrolled> {
  const { mainMs, result } = await costOf(tab, work);
  return { mainMs, dropped: result };
}
