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

test('D29: what an import replaced comes back whole or not at all, killed before any write of asking for it or of doing it', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const back = { ...theirs, asides: 1, keptFile: 'ours', keptDatabase: true };
  const imported = async (): Promise<string> => {
    const root = fresh('cut');
    await run(root, bundled, -1, archive);
    await run(root, bundled, -1);
    return root;
  };
  const asked = async (): Promise<string> => {
    const root = await imported();
    await run(root, bundled, -1, 'back');
    return root;
  };
  const writes = {
    asking: (await run(await imported(), bundled, -1, 'back')).done ?? 0,
    doing: Math.ceil(((await run(await asked(), bundled, -1)).done ?? 0) / 2),
  };

  const states = new Set<string>();
  const cut = async (root: string, at: number, how: string, allowed: readonly (readonly [string, unknown])[]) => {
    await run(root, bundled, at, how);
    const state = JSON.stringify(stateOf(root, await run(root, bundled, -1)));
    states.add(allowed.find(([, one]) => JSON.stringify(one) === state)?.[0] ?? `${how} ${at}: ${state}`);
  };
  for (const at of points(writes.asking, 6))
    await cut(await imported(), at, 'back', [
      ['back', back],
      ['imported', ours],
    ]);
  for (const at of points(writes.doing, 10)) await cut(await asked(), at, 'start', [['back', back]]);
  expect({ states: [...states].toSorted(), many: writes.doing > 20 }).toEqual({ states: ['back', 'imported'], many: true });
});
