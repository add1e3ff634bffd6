import { type ChildProcess, fork, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits } from '../../kernel/main/isolate/isolate-limits.ts';
import { bench, sandbox } from '../hostile/support.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, onOneProcessor, timed } from './measure.ts';

const rounds = 11;
const calls = 1000;
const starts = 9;

/** Calls into an extension's own process, and its start, against the least that two processes can do. */
export default {
  name: 'isolate',
  async run() {
    const flags = await measure('permission flags', { sandbox: undefined });
    if (sandbox) return [...flags, ...(await measure('sandbox', {}))];
    return [...flags, { what: 'sandbox: this machine has none', value: 0, unit: '' }];
  },
} satisfies Bench;

async function measure(how: string, changed: Parameters<typeof bench>[1]): Promise<readonly Row[]> {
  const free = (await callRows(how, changed)).filter(({ what }) => what.endsWith('call, small'));
  return [
    ...(await onOneProcessor(() => callRows(how, changed))),
    // Two processors that sleep in between: mostly the sleep is measured, but that is what a person's machine does.
    ...free.map(row => ({ ...row, what: `${row.what}, where the system puts them` })),
    ...(await startRows(how, changed)),
  ];
}

async function callRows(how: string, changed: Parameters<typeof bench>[1]): Promise<readonly Row[]> {
  const unlimited = { ...defaultLimits, messagesPerSecond: 1e9, messageBurst: 1e9 };
  await using built = bench('behaviours.mjs', { ...changed, limits: unlimited });
  await built.start();
  const bare = forked(built.folder);
  const each = (call: () => Promise<unknown>) => async () =>
    (await timed(async () => {
      for (let count = 0; count < calls; count += 1) await call();
    })) / calls;
  const small = { text: 'hello' };
  const large = { text: 'x'.repeat(10_000) };
  const times = await alternating(rounds, {
    bareSmall: each(() => bare.call(small)),
    small: each(() => built.run('echo', small)),
    bareLarge: each(() => bare.call(large)),
    large: each(() => built.run('echo', large)),
  });
  bare.child.kill();
  const row = (what: string, own: 'small' | 'large', baseline: 'bareSmall' | 'bareLarge'): readonly Row[] => [
    { what: `${how}: bare round trip, ${what}`, value: times.time(baseline) * 1000, unit: 'us', ratio: 1 },
    { what: `${how}: call, ${what}`, value: times.time(own) * 1000, unit: 'us', ratio: times.ratio(own, baseline), limit: 2 },
  ];
  return [...row('small', 'small', 'bareSmall'), ...row('10 KB', 'large', 'bareLarge')];
}

async function startRows(how: string, changed: Parameters<typeof bench>[1]): Promise<readonly Row[]> {
  const times = await alternating(starts, {
    bare: () => timed(() => new Promise(resolve => spawn(process.execPath, ['-e', ''], { env: {}, stdio: 'ignore' }).on('exit', resolve))),
    own: async () => {
      await using fresh = bench('behaviours.mjs', changed);
      return await timed(() => fresh.start());
    },
  });
  return [
    { what: `${how}: bare node`, value: times.time('bare'), unit: 'ms', ratio: 1 },
    { what: `${how}: start`, value: times.time('own'), unit: 'ms', ratio: times.ratio('own', 'bare') },
  ];
}

/** `child_process.fork` and one JSON message each way. */
function forked(folder: string): { child: ChildProcess; call(value: unknown): Promise<unknown> } {
  const file = join(folder, 'echo.mjs');
  writeFileSync(file, "process.on('message', message => process.send(message));");
  const child = fork(file, { env: {}, execPath: process.execPath, execArgv: [] });
  const waiting: ((value: unknown) => void)[] = [];
  child.on('message', message => waiting.shift()?.(message));
  return {
    child,
    call: value =>
      new Promise(resolve => {
        waiting.push(resolve);
        child.send({ id: 1, value });
      }),
  };
}
