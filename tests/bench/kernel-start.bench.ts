import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './bench.ts';
import { built } from './built.ts';
import { writeExtensions } from './fixtures/many-extensions.ts';
import { printed, untilPrinted } from './fresh.ts';
import { alternating, type Measured } from './measure.ts';

const installed = 1000;
const rounds = 15;

/** What a start costs: with a thousand extensions that sleep, with none, and with our own plugins. */
export default {
  name: 'kernel-start',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    try {
      return [...(await discovering(folder)), ...(await untilReady(folder))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;

async function discovering(folder: string): Promise<readonly Row[]> {
  const [start, none] = [await built('fixtures/measure-start.ts'), await built('fixtures/measure-none.ts')];
  const [full, empty] = [join(folder, 'full'), join(folder, 'empty')];
  writeExtensions(join(full, 'extensions'), installed);
  mkdirSync(empty);
  const measure = (mode: string, profile: string) => () => Number(printed([start, mode, profile], {}));
  const cold = (profile: string) => () => {
    rmSync(join(profile, 'cache'), { recursive: true, force: true });
    return measure('kernel', profile)();
  };
  const times = await alternating(rounds, {
    limit: measure('limit', full),
    floor: measure('floor', full),
    cold: cold(full),
    warm: measure('kernel', full),
    emptyCold: cold(empty),
    emptyWarm: measure('kernel', empty),
    none: () => Number(printed([none, empty], {})),
    noneCached: () => Number(printed([none, empty], { NODE_COMPILE_CACHE: join(folder, 'compiled') })),
  });
  const limit = times.time('limit');
  // What the kernel costs without extensions is the business of the rows below.
  const marginal = (what: 'cold' | 'warm', without: 'emptyCold' | 'emptyWarm'): Pick<Row, 'value' | 'unit' | 'ratio'> => {
    const value = times.time(what) - times.time(without);
    return { value, unit: 'ms', ratio: value / limit };
  };
  return [
    { what: '1,000 texts in memory: JSON.parse and Map.set', value: limit, unit: 'ms', ratio: 1 },
    { what: '1,000 files: the same after reading them', value: times.time('floor'), unit: 'ms', ratio: times.time('floor') / limit },
    { what: '1,000 installed, asleep: cold, above none', ...marginal('cold', 'emptyCold'), limit: 4 },
    { what: '1,000 installed, asleep: warm, above none', ...marginal('warm', 'emptyWarm'), limit: 1.6 },
    { what: 'none installed: discovery and the import of its validators', value: times.time('none'), unit: 'ms', limit: 2 },
    { what: 'the same with the compile cache, as npm start has it', value: times.time('noneCached'), unit: 'ms', limit: 2 },
  ];
}

async function untilReady(folder: string): Promise<readonly Row[]> {
  const ready = await built('fixtures/ready.ts');
  const bare = join(import.meta.dirname, 'fixtures/empty-with-sqlite.mjs');
  const plugins = join(import.meta.dirname, '../../plugins');
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const kernel = (env: Readonly<Record<string, string>>) => () => untilPrinted([ready, join(folder, 'own'), plugins], env);
  const empty = (env: Readonly<Record<string, string>>) => () => untilPrinted([bare, join(folder, 'empty.sqlite')], env);
  const times = await alternating(rounds, {
    empty: empty({}),
    kernel: kernel({}),
    emptyCached: empty(cache),
    kernelCached: kernel(cache),
  });
  return [...pair(times, 'empty', 'kernel', ''), ...pair(times, 'emptyCached', 'kernelCached', ', compile cache')];
}

function pair<Name extends string>(times: Measured<Name>, bare: Name, own: Name, how: string): readonly Row[] {
  return [
    { what: `node and an open database${how}`, value: times.time(bare), unit: 'ms', ratio: 1 },
    { what: `kernel ready, our plugins asleep${how}`, value: times.time(own), unit: 'ms', ratio: times.ratio(own, bare), limit: 1.5 },
  ];
}
