import { AsyncParallelHook, AsyncSeriesBailHook, AsyncSeriesWaterfallHook } from 'tapable';
import { Hooks } from '../../kernel/main/tables/hooks.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, timed } from './measure.ts';

const taps = 1000;
const runs = 40;
const rounds = 15;
const tap = async (): Promise<undefined> => undefined;

const bare = {
  notify: () => new AsyncParallelHook<[unknown]>(['input']),
  pipe: () => new AsyncSeriesWaterfallHook<[unknown]>(['value']),
  first: () => new AsyncSeriesBailHook<[unknown], unknown>(['input']),
};

/** A hook with a thousand taps, against tapable alone with the same taps. */
export default {
  name: 'kernel-hooks',
  async run() {
    const rows: Row[] = [];
    for (const kind of ['notify', 'pipe', 'first'] as const) rows.push(...(await measure(kind)));
    return rows;
  },
} satisfies Bench;

async function measure(kind: keyof typeof bare): Promise<readonly Row[]> {
  const alone = bare[kind]();
  const hooks = new Hooks({
    place: () => 0,
    failed: () => undefined,
    ran: () => undefined,
    signal: new AbortController().signal,
  });
  const hook = { key: '@bench/bench:hook@1', kind };
  for (let n = 0; n < taps; n += 1) {
    alone.tapPromise(`@bench/bench-${n}`, tap as never);
    hooks.tap(hook.key, `@bench/bench-${n}`, tap, {});
  }
  const repeat = (run: () => Promise<unknown>) => async () =>
    (await timed(async () => {
      for (let n = 0; n < runs; n += 1) await run();
    })) / runs;
  const input = { text: 'hello' };
  const times = await alternating(rounds, {
    alone: repeat(() => (alone as AsyncParallelHook<[unknown]>).promise(input)),
    ours: repeat(() => hooks.run(hook, input)),
  });
  return [
    { what: `${kind}: tapable alone, 1,000 taps`, value: times.time('alone') * 1000, unit: 'us', ratio: 1 },
    {
      what: `${kind}: our hook, 1,000 taps`,
      value: times.time('ours') * 1000,
      unit: 'us',
      ratio: times.ratio('ours', 'alone'),
      limit: 1.1,
    },
  ];
}
