import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { built } from './built.ts';
import { printed } from './fresh.ts';
import { median } from './measure.ts';

const extensions = 300;
const processes = 5;

interface Taken {
  readonly woken: readonly number[];
  readonly imported: readonly number[];
  readonly activated: readonly number[];
  readonly awake: number;
}

/** Waking an extension against the plain import of its main. */
export default {
  name: 'kernel-wake',
  async run() {
    const program = await built('fixtures/measure-wake.ts');
    const taken: Taken[] = [];
    for (let round = 0; round < processes; round += 1) {
      const profile = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
      try {
        taken.push(JSON.parse(printed([program, profile, String(extensions)], {})) as Taken);
      } finally {
        rmSync(profile, { recursive: true, force: true });
      }
    }
    const middle = (way: 'woken' | 'imported' | 'activated') => taken.map(one => median(one[way]) * 1000);
    const ratio = (way: 'woken', baseline: 'imported' | 'activated') =>
      median(middle(way).map((took, round) => took / (middle(baseline)[round] ?? Number.NaN)));
    return [
      { what: 'import of a main', value: median(middle('imported')), unit: 'us', ratio: 1 },
      { what: 'waking it', value: median(middle('woken')), unit: 'us', ratio: ratio('woken', 'imported'), limit: 1.1 },
      { what: 'import of a main, and its activate over an idle context', value: median(middle('activated')), unit: 'us' },
      { what: 'waking it, of import and activate', value: median(middle('woken')), unit: 'us', ratio: ratio('woken', 'activated') },
      {
        what: 'awake in the end',
        value: median(taken.map(one => one.awake)),
        unit: 'of 300',
        ok: taken.every(one => one.awake === extensions),
      },
    ];
  },
} satisfies Bench;
