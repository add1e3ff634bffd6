import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childKills } from './faults/children/kills.ts';
import { childKinds, toCome } from './faults/children/kinds.ts';
import { withoutHandles } from './faults/handles.ts';
import { lacks, needing } from './support/needing.ts';

// A new seed every run finds more than one seed ever could; a failure names it.
const seed = Date.now() % 1_000_000;

const onLinux = needing(process.platform !== 'linux' && lacks.linux);

for (const kind of Object.keys(childKinds)) {
  onLinux(`D23: the kernel outlives its ${kind}, killed while it is written to, answers all the while and loses nothing`, async () => {
    const { kills, wrong } = await childKills(kind, 3, seed);
    expect({ kills, wrong }).toEqual({ kills: 3, wrong: [] });
  });
}

for (const by of ['files', 'sockets'] as const) {
  onLinux(
    `D24: a kernel whose handles ${by} take up refuses, lives on, and works again afterwards with all that it had acknowledged`,
    async () => {
      const { acknowledged, refused, wrong } = await withoutHandles(4, by);
      expect({ wrong, hasRefused: refused > 0, hasWorked: acknowledged > 0 }).toEqual({ wrong: [], hasRefused: true, hasWorked: true });
    },
  );
}

test('a kind of child that has no part yet gets its row together with its part', () => {
  const built = toCome.filter(name => existsSync(join(import.meta.dirname, '../plugins', name)));
  expect(built).toEqual([]);
});
