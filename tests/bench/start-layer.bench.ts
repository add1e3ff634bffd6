import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'shell', 'cli', 'atelier.mjs');
const rounds = 15;

function run(args: readonly string[]): number {
  const started = performance.now();
  const ran = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  if (ran.status === null) throw ran.error ?? new Error(`node ended by ${ran.signal}`);
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What `npm start` pays before the app begins, once everything is installed: the check of the packages and nothing else. */
export default {
  name: 'start-layer',
  async run() {
    const bare: number[] = [];
    const layer: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(run(['-e', '']));
      // Wrong use of start is found after the setup and before the host.
      layer.push(run([bin, 'start', '--port=none']));
    }
    return [
      { what: 'node alone', value: median(bare), unit: 'ms', ratio: 1 },
      { what: 'node with the start layer', value: median(layer), unit: 'ms', ratio: median(layer) / median(bare), limit: 4 },
    ];
  },
} satisfies Bench;
