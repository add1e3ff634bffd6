// Run with: node tests/bench/isolate.bench.ts. Prints ratios within this one run; figures of two machines do not compare.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ordinaryLimits } from '../../kernel/main/isolate/isolate-limits.ts';
import { bench, sandbox } from '../hostile/support.ts';

const rounds = 7;
const calls = 2000;
const starts = 11;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function perCall(call: () => Promise<unknown>): Promise<number> {
  return (
    (await timed(async () => {
      for (let count = 0; count < calls; count++) await call();
    })) / calls
  );
}

/** The least that two processes can do: `child_process.fork` and one JSON message each way. */
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

const bareStart = () =>
  timed(() => new Promise(resolve => spawn(process.execPath, ['-e', ''], { env: {}, stdio: 'ignore' }).on('exit', resolve)));

async function measure(name: string, changed: Parameters<typeof bench>[1]): Promise<void> {
  await using built = bench('behaviours.mjs', {
    ...changed,
    limits: { ...ordinaryLimits, messagesPerSecond: 1e9, messageBurst: 1e9 },
  });
  await built.start();
  const bare = forked(built.folder);
  const small = { text: 'hello' };
  const large = { text: 'x'.repeat(10_000) };
  const ratios: Record<string, number[]> = { small: [], large: [] };
  const took: Record<string, number[]> = { small: [], large: [] };
  await perCall(() => built.run('echo', small));
  await perCall(() => bare.call(small));
  for (let round = 0; round < rounds; round++) {
    for (const [size, value] of Object.entries({ small, large })) {
      const own = await perCall(() => built.run('echo', value));
      ratios[size]?.push(own / (await perCall(() => bare.call(value))));
      took[size]?.push(own * 1000);
    }
  }
  bare.child.kill();
  for (const size of ['small', 'large']) {
    console.log(
      `${name}: call, ${size}: ${median(ratios[size] ?? []).toFixed(2)}x of a bare fork (${median(took[size] ?? []).toFixed(1)} us)`,
    );
  }

  const startRatios: number[] = [];
  const startTimes: number[] = [];
  for (let count = 0; count < starts; count++) {
    await using fresh = bench('behaviours.mjs', changed);
    const own = await timed(() => fresh.start());
    startRatios.push(own / (await bareStart()));
    startTimes.push(own);
  }
  console.log(`${name}: start: ${median(startRatios).toFixed(2)}x of a bare node (${median(startTimes).toFixed(0)} ms)`);
}

await measure('permission flags', { sandbox: undefined });
if (sandbox) await measure('sandbox', {});
else console.log('sandbox: this machine has none');
