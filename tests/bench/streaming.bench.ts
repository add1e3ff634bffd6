import { join } from 'node:path';
import { openElementPages } from '../support/element-pages.ts';
import type { Bench, Row } from './bench.ts';
import type { Streamed } from './fixtures/streamed.ts';
import { median } from './measure.ts';
import { type Cost, costOf, longestTask } from './page-cost.ts';
import { havePeer, peers } from './peers.ts';

const rounds = 3;
const folder = join(import.meta.dirname, 'fixtures', 'streaming');
const peerNames = ['streamdown', 'react-markdown', 'pi-web-ui'] as const;
declare const run: (name: string) => Promise<Streamed>;

/** One answer of 5,000 deltas at 1,000 a second, each a task of its own, against plain lines and beside what others use. */
export default {
  name: 'streaming',
  async run() {
    await using pages = await openElementPages(folder);
    await using others = havePeer('react') ? await openElementPages(peers) : undefined;
    const names = ['none', 'lines', 'ours', ...(others === undefined ? [] : peerNames)];
    const seen = new Map<string, Cost<Streamed>[]>(names.map(name => [name, []]));
    for (let round = -1; round < rounds; round += 1) {
      for (const name of names) {
        // Some of them bring styles and workers that our policy would refuse.
        const isPeer = peerNames.some(peer => peer === name);
        if (isPeer && round < 0) continue;
        const { tab } = await (isPeer ? others : pages)!.open(isPeer ? '/?bare' : '/');
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
    const rows = (name: string): Row[] => {
      const limit = (figure: number) => (name === 'ours' ? { limit: figure } : {});
      return [
        { what: `${name}: dropped frames`, value: middle(name, ({ result }) => result.dropped), unit: 'of 300', ...limit(0) },
        { what: `${name}: longest gap`, value: middle(name, ({ result }) => result.longestGap), unit: 'ms' },
        { what: `${name}: elements`, value: middle(name, ({ result }) => result.nodes), unit: '' },
        { what: `${name}: heap growth`, value: middle(name, ({ heapMb }) => heapMb), unit: 'MB', ...limit(2) },
        {
          what: `${name}: first text after`,
          value: Math.max(...of(name).map(({ result }) => result.firstFrames)),
          unit: 'frames',
          ...limit(1),
        },
      ];
    };
    return [
      { what: 'a page that shows nothing, main thread', value: middle('none', ({ mainMs }) => mainMs), unit: 'ms' },
      { what: 'plain lines, net', value: median(net('lines')), unit: 'ms', ratio: 1 },
      { what: 'ours with colours, net', value: median(net('ours')), unit: 'ms', ratio, limit: 1.6 },
      ...(others === undefined ? [] : peerNames).map(name => ({
        what: `${name}, net`,
        value: median(net(name)),
        unit: 'ms',
        ratio: median(net(name).map((ms, round) => ms / (net('lines')[round] ?? Number.NaN))),
      })),
      ...names.slice(1).flatMap(name => rows(name)),
      { what: 'ours: longest task', value: longest, unit: 'ms', limit: 25 },
    ];
  },
} satisfies Bench;
