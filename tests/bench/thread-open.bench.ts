import { join } from 'node:path';
import { openElementPages } from '../support/element-pages.ts';
import type { Bench } from './bench.ts';
import { median } from './measure.ts';
import { costOf, longestTask } from './page-cost.ts';

const rounds = 7;
const few = 100;
const many = 10_000;
declare const open: (messages: number) => Promise<{ nodes: number; milliseconds: number }>;

/** Opening the end of a conversation in its own screen: the same work whatever lies before it. */
export default {
  name: 'thread-open',
  async run() {
    await using pages = await openElementPages(join(import.meta.dirname, 'fixtures', 'thread'));
    const opened = async (messages: number) => {
      const { tab } = await pages.open();
      const cost = await costOf(tab, () => tab.evaluate(count => open(count), messages));
      await tab.context().close();
      return cost;
    };
    const [short, long] = [[], []] as [Awaited<ReturnType<typeof opened>>[], Awaited<ReturnType<typeof opened>>[]];
    for (let round = -1; round < rounds; round += 1) {
      const [one, other] = [await opened(few), await opened(many)];
      if (round < 0) continue;
      short.push(one);
      long.push(other);
    }
    const { tab } = await pages.open();
    const longest = await longestTask(tab, () => tab.evaluate(count => open(count), many));
    await tab.context().close();
    const ratio = median(long.map(({ mainMs }, round) => mainMs / (short[round]?.mainMs ?? Number.NaN)));
    return [
      { what: 'open the end of 100 messages, main thread', value: median(short.map(({ mainMs }) => mainMs)), unit: 'ms', ratio: 1 },
      { what: 'open the end of 10,000 messages', value: median(long.map(({ mainMs }) => mainMs)), unit: 'ms', ratio, limit: 1.5 },
      { what: 'until it is on the screen', value: median(long.map(({ result }) => result.milliseconds)), unit: 'ms' },
      { what: 'longest task of opening 10,000', value: longest, unit: 'ms' },
      { what: 'elements with 10,000', value: Math.max(...long.map(({ result }) => result.nodes)), unit: '' },
    ];
  },
} satisfies Bench;
