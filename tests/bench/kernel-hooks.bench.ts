import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineHook, type ExtensionContext } from '@atelier/kernel';
import { startKernel } from '@atelier/kernel/start';
import { extension, writeExtension } from '@atelier/kernel/testing';
import { AsyncParallelHook, AsyncSeriesBailHook, AsyncSeriesWaterfallHook } from 'tapable';
import type { Bench, Row } from './bench.ts';
import { bareHost } from './fixtures/bare-host.ts';
import { alternating, timed } from './measure.ts';

const taps = 1000;
const runs = 40;
const rounds = 15;
const tap = async (): Promise<undefined> => undefined;

const hooks = {
  notify: defineHook.notify<object>('@bench/hooks:told@1'),
  pipe: defineHook.pipe<object>('@bench/hooks:piped@1'),
  first: defineHook.first<object, undefined>('@bench/hooks:asked@1'),
};
const bare = {
  notify: () => new AsyncParallelHook<[unknown]>(['input']),
  pipe: () => new AsyncSeriesWaterfallHook<[unknown]>(['value']),
  first: () => new AsyncSeriesBailHook<[unknown], unknown>(['input']),
};

/** A hook with a thousand taps, from `ctx.tap` to `ctx.run` of a real kernel, against tapable alone with the same taps. */
export default {
  name: 'kernel-hooks',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const own = Promise.withResolvers<ExtensionContext>();
    const forget = writeExtension(
      join(folder, 'bundled'),
      extension('@bench/hooks', ctx => own.resolve(ctx), { taps: Object.values(hooks).map(({ key }) => key) }),
      'hooks',
    );
    const kernel = await startKernel(bareHost(folder, join(folder, 'bundled')));
    try {
      await kernel.wake('@bench/hooks');
      const ctx = await own.promise;
      const rows: Row[] = [];
      for (const kind of ['notify', 'pipe', 'first'] as const) rows.push(...(await measure(ctx, kind)));
      return rows;
    } finally {
      await kernel.close();
      forget();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;

async function measure(ctx: ExtensionContext, kind: keyof typeof bare): Promise<readonly Row[]> {
  const alone = bare[kind]();
  const hook = hooks[kind] as typeof hooks.notify;
  for (let n = 0; n < taps; n += 1) {
    alone.tapPromise(`@bench/bench-${n}`, tap as never);
    ctx.tap(hook, tap);
  }
  const repeat = (run: () => Promise<unknown>) => async () =>
    (await timed(async () => {
      for (let n = 0; n < runs; n += 1) await run();
    })) / runs;
  const input = { text: 'hello' };
  const times = await alternating(rounds, {
    alone: repeat(() => (alone as AsyncParallelHook<[unknown]>).promise(input)),
    ours: repeat(() => ctx.run(hook, input)),
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
