import { join } from 'node:path';
import { openElementPages } from '../support/element-pages.ts';
import type { Bench, Row } from './bench.ts';
import type { Streamed } from './fixtures/streamed.ts';
import { median } from './measure.ts';
import { type Cost, costOf, longestTask } from './page-cost.ts';

const rounds = 3;
const folder = join(import.meta.dirname, 'fixtures', 'streaming');
declare const run: (name: string) => Promise<Streamed>;

export default {
  name: 'streaming',
  async run() {
    await using pages = await openElementPages(folder);
    const names = ['none', 'lines', 'ours'];
    const seen = new Map<string, Cost<Streamed>[]>(names.map(name => [name, []]));
    for (let round = -1; round < rounds; round += 1) {
      for (const name of names) {
        const { tab } = await pages.open();
        const cost = await costOf(tab, () => tab.evaluate(one => run(one), name));
        if (round >= 0) seen.get(name)?.push(cost);
        await tab.context().close();
      }
    }
    const { tab, complaints } = await pages.open();
    const longest = await longestTask(tab, () => tab.evaluate(() => run('ours')));
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    const of = (name: string): readonly Cost<Streamed>[] => seen.get(name) ?? [];
    const net = (name: string) => of(name).map(({ mainMs }, round) => mainMs - (of('none')[round]?.mainMs ?? 0));
    const ratio = median(net('ours').map((ms, round) => ms / (net('lines')[round] ?? Number.NaN)));
    const middle = (name: string, figure: (cost: Cost<Streamed>) => number) => median(of(name).map(figure));
    const rows = (name: string, what: string): Row[] => [
      { what: `${what}: dropped frames`, value: middle(name, ({ result }) => result.dropped), unit: 'of 300' },
      { what: `${what}: longest gap`, value: middle(name, ({ result }) => result.longestGap), unit: 'ms' },
      { what: `${what}: elements`, value: middle(name, ({ result }) => result.nodes), unit: '' },
      { what: `${what}: heap growth`, value: middle(name, ({ heapMb }) => heapMb), unit: 'MB' },
    ];
    return [
      { what: 'a page that shows nothing, main thread', value: middle('none', ({ mainMs }) => mainMs), unit: 'ms' },
      { what: 'plain lines, net', value: median(net('lines')), unit: 'ms', ratio: 1 },
      { what: 'ours with colours, net', value: median(net('ours')), unit: 'ms', ratio, limit: 1.6 },
      ...rows('lines', 'plain lines'),
      ...rows('ours', 'ours'),
      { what: 'ours: longest task', value: longest, unit: 'ms', limit: 25 },
      { what: 'ours: first text after', value: Math.max(...of('ours').map(({ result }) => result.firstFrames)), unit: 'frames', limit: 1 },
    ];
  },
} satisfies Bench;
