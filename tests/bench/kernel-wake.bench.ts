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
    const imported = taken.map(one => median(one.imported) * 1000);
    const woken = taken.map(one => median(one.woken) * 1000);
    const ratio = median(woken.map((took, round) => took / (imported[round] ?? Number.NaN)));
    return [
      { what: 'import of a main', value: median(imported), unit: 'us', ratio: 1 },
      { what: 'waking it', value: median(woken), unit: 'us', ratio, limit: 1.1 },
      {
        what: 'awake in the end',
        value: median(taken.map(one => one.awake)),
        unit: 'of 300',
        ok: taken.every(one => one.awake === extensions),
      },
    ];
  },
} satisfies Bench;
