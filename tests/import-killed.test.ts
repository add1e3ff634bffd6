import { expect, test, vi } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { ours, prepared, run, stateOf, theirs } from './faults/import-kills.ts';

vi.setConfig({ testTimeout: 600_000 });

/** So many points of all, the first and the last among them. */
const points = (all: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => Math.round((at * (all - 1)) / (count - 1)));

test('D29: a start that takes an import over and is killed before any of its writes is finished by the next one', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const all = (await run(await asked(fresh('whole')), bundled, -1)).done ?? 0;

  const wrong: unknown[] = [];
  for (const at of points(Math.ceil(all / 2), 14)) {
    const root = await asked(fresh('cut'));
    const cut = await run(root, bundled, at);
    const state = stateOf(root, await run(root, bundled, -1));
    if (JSON.stringify(state) !== JSON.stringify(ours)) wrong.push({ at, cut, state });
  }
  expect({ wrong, many: all > 20 }).toEqual({ wrong: [], many: true });

  async function asked(root: string): Promise<string> {
    await run(root, bundled, -1, archive);
    return root;
  }
});

test('D29: an import that is killed before any of its writes leaves everything as it was, or all of it to the next start', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const all = (await run(fresh('whole'), bundled, -1, archive)).done ?? 0;

  const states = new Map<string, number>();
  for (const at of points(all, 12)) {
    const root = fresh('cut');
    await run(root, bundled, at, archive);
    const state = stateOf(root, await run(root, bundled, -1));
    const which = [ours, theirs].findIndex(one => JSON.stringify(one) === JSON.stringify(state));
    const name = ['new', 'old'][which] ?? `${at}: ${JSON.stringify(state)}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  expect({ states: [...states.keys()].toSorted(), many: all > 10 }).toEqual({ states: ['new', 'old'], many: true });
});
