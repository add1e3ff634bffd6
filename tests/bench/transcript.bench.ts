import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ElementPages, openElementPages } from '../support/element-pages.ts';
import type { Bench, Row } from './bench.ts';
import { median } from './measure.ts';
import { type Cost, costOf, longestTask } from './page-cost.ts';

const rounds = 5;
const folder = join(import.meta.dirname, 'fixtures', 'transcript');
const far = ['m0', 'm5001', 'm9999', 'm137', 'm7000', 'm2501', 'm9000', 'm42'];

interface Opened {
  readonly paint: number;
  readonly nodes: number;
}
interface Scrolled {
  readonly dropped: number;
  readonly most: number;
}
declare const prepare: (count: number) => Promise<void>;
declare const open: (kind: string) => Promise<Opened>;
declare const scroll: (step: number) => Promise<Scrolled>;
declare const reach: (keys: readonly string[]) => Promise<number[]>;
declare const type: (letters: number) => Promise<{ times: number[]; typed: number; shown: number; isAtEnd: boolean }>;
declare const close: () => void;

/** A transcript of 2,000 and 10,000 messages, half of them answers in markdown: opening, scrolling, jumping, typing below. */
export default {
  name: 'transcript',
  async run() {
    await using pages = await openElementPages(folder);
    return [...(await openRows(pages)), ...(await reachRows(pages)), ...(await typeRows(pages)), ...(await againRows(pages))];
  },
} satisfies Bench;

const subjects = [
  ['plain', 2000],
  ['virtualizer', 2000],
  ['ours', 2000],
  ['virtualizer', 10_000],
  ['ours', 10_000],
] as const;

async function ready(pages: ElementPages, count: number): Promise<Page> {
  const { tab } = await pages.open();
  await tab.evaluate(many => prepare(many), count);
  return tab;
}

async function openRows(pages: ElementPages): Promise<readonly Row[]> {
  const opened = new Map<string, Cost<Opened>[]>();
  const scrolled = new Map<string, Cost<Scrolled>[]>();
  for (let round = -1; round < rounds; round += 1) {
    for (const [kind, count] of subjects) {
      const tab = await ready(pages, count);
      const one = await costOf(tab, () => tab.evaluate(name => open(name), kind));
      const other = await costOf(tab, () => tab.evaluate(() => scroll(300)));
      await tab.context().close();
      if (round < 0) continue;
      const name = `${kind} ${count}`;
      opened.set(name, [...(opened.get(name) ?? []), one]);
      scrolled.set(name, [...(scrolled.get(name) ?? []), other]);
    }
  }
  const tab = await ready(pages, 10_000);
  const longest = await longestTask(tab, () => tab.evaluate(() => open('ours')));
  const longestScrolling = await longestTask(tab, () => tab.evaluate(() => scroll(300)));
  await tab.context().close();
  const main = (costs: Map<string, Cost<unknown>[]>, name: string) => (costs.get(name) ?? []).map(({ mainMs }) => mainMs);
  const row = (what: string, costs: Map<string, Cost<unknown>[]>, name: string, base: string, limit?: number): Row => ({
    what,
    value: median(main(costs, name)),
    unit: 'ms',
    ratio: median(main(costs, name).map((ms, round) => ms / (main(costs, base)[round] ?? Number.NaN))),
    ...(limit === undefined ? {} : { limit }),
  });
  const most = [
    ...(opened.get('ours 10000') ?? []).map(({ result }) => result.nodes),
    ...(scrolled.get('ours 10000') ?? []).map(({ result }) => result.most),
  ];
  return [
    row('open 2,000 all as plain text, main thread', opened, 'plain 2000', 'plain 2000'),
    row('ours: open 2,000', opened, 'ours 2000', 'plain 2000', 0.25),
    row('ours: open 10,000, of plain text at 2,000', opened, 'ours 10000', 'plain 2000', 0.25),
    row('ours: open 10,000, of 2,000', opened, 'ours 10000', 'ours 2000', 1.5),
    { what: 'ours: first paint of 10,000', value: median((opened.get('ours 10000') ?? []).map(({ result }) => result.paint)), unit: 'ms' },
    { what: 'ours: longest task of opening 10,000', value: longest, unit: 'ms', limit: 50 },
    { what: 'ours: most elements with 10,000', value: Math.max(...most), unit: '', limit: 1500 },
    row('@lit-labs/virtualizer and marked: 160 steps through 2,000', scrolled, 'virtualizer 2000', 'virtualizer 2000'),
    row('ours: 160 steps through 2,000', scrolled, 'ours 2000', 'virtualizer 2000', 1.2),
    row('ours: 160 steps through 10,000', scrolled, 'ours 10000', 'virtualizer 10000', 1.2),
    { what: 'ours: longest task of scrolling', value: longestScrolling, unit: 'ms', limit: 50 },
    {
      what: 'ours: dropped frames of 160',
      value: median((scrolled.get('ours 10000') ?? []).map(({ result }) => result.dropped)),
      unit: '',
      limit: 0,
    },
  ];
}

async function reachRows(pages: ElementPages): Promise<readonly Row[]> {
  const tab = await ready(pages, 10_000);
  await tab.evaluate(() => open('ours'));
  const times = await tab.evaluate(keys => reach(keys), far);
  await tab.context().close();
  return [{ what: 'ours: reach any message, the slowest of eight', value: Math.max(...times), unit: 'ms', limit: 100 }];
}

async function typeRows(pages: ElementPages): Promise<readonly Row[]> {
  const tab = await ready(pages, 10_000);
  await tab.evaluate(() => open('ours'));
  const { times, typed, shown, isAtEnd } = await tab.evaluate(() => type(120));
  await tab.context().close();
  return [
    {
      what: 'typing while an answer streams, p95',
      value: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
      unit: 'ms',
    },
    { what: 'letters typed; the end was followed', value: typed, unit: 'of 120', ok: typed === 120 && isAtEnd && shown > 5000 },
  ];
}

/** Opened again and again in one page: nothing may pile up. */
async function againRows(pages: ElementPages): Promise<readonly Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const tab = await ready(pages, 2000);
    const times: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      const { mainMs } = await costOf(tab, () => tab.evaluate(() => open('ours')));
      times.push(mainMs);
      await tab.evaluate(() => close());
      await tab.evaluate(many => prepare(many), 2000);
    }
    await tab.context().close();
    ratios.push((times[7] ?? Number.NaN) / (times[0] ?? Number.NaN));
  }
  return [
    { what: 'the same transcript, the eighth opening of the first', value: median(ratios), unit: '', ratio: median(ratios), limit: 1.15 },
  ];
}
