import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionState } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { Found } from '../manifest/manifest.ts';
import { type ExtensionRecord, ExtensionRecords, transitions } from './extension-records.ts';

const found = { id: '@test/one', bundled: true, problems: [] as Found['problems'] } as Found;
const states = Object.keys(transitions) as readonly ExtensionState[];

/** The states on the shortest path from `stopped` to a state, by the table. */
function wayTo(state: ExtensionState): readonly ExtensionState[] {
  const ways: ExtensionState[][] = [[]];
  for (const way of ways) {
    const last = way.at(-1) ?? 'stopped';
    if (last === state) return way;
    if (way.length < states.length) ways.push(...transitions[last].map(next => [...way, next]));
  }
  throw new Error(`Nothing leads to ${state}.`);
}

function recordIn(state: ExtensionState): { readonly records: ExtensionRecords; readonly record: ExtensionRecord } {
  const records = new ExtensionRecords(() => undefined);
  const record = records.make(found);
  for (const next of wayTo(state)) records.move(record, next);
  return { records, record };
}

test('every transition of the table is made and reported, and every other one throws and changes nothing', () => {
  const outcomes = states.flatMap(from =>
    states.map(to => {
      const { records, record } = recordIn(from);
      try {
        records.move(record, to);
        return `${from} → ${record.state}`;
      } catch (error) {
        return `${from} stays ${record.state}: ${(error as { code?: string }).code}`;
      }
    }),
  );
  const expected = states.flatMap(from =>
    states.map(to => (transitions[from].includes(to) ? `${from} → ${to}` : `${from} stays ${from}: extension/impossible-transition`)),
  );
  expect(outcomes).toEqual(expected);
});

test('the listener is called for each transition after it is made', () => {
  const heard: string[] = [];
  const records = new ExtensionRecords(({ found: { id }, state }) => heard.push(`${id} ${state}`));
  const record = records.make(found);
  for (const state of ['dormant', 'waking', 'active', 'stopped'] as const) records.move(record, state);
  expect(heard).toEqual(['@test/one dormant', '@test/one waking', '@test/one active', '@test/one stopped']);
});

test('only `ExtensionRecords` can write a record, and the compiler checks it', () => {
  const { record } = recordIn('dormant');
  const write = (): void => {
    // @ts-expect-error: a record is read-only outside of the file that writes it.
    record.state = 'active';
  };
  expect(write).toBeTypeOf('function');
});

test('a late end of an earlier start’s process does not affect the process of the current start', () => {
  const { records, record } = recordIn('waking');
  const process = () => ({
    isolation: undefined,
    exited: new Promise<never>(() => undefined),
    stop: async () => undefined,
    setSlow() {},
    endForBudget() {},
  });
  const [earlier, present] = [process(), process()];
  records.beginStart(record);
  records.setProcess(record, earlier);
  records.endStart(record);
  records.beginStart(record);
  records.setProcess(record, present);
  records.processEnded(record, earlier);
  expect([record.process === present, record.generation]).toEqual([true, 2]);
});

test('the picture in the README has the transitions of the table, and no others', () => {
  const picture = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const drawn = [...picture.matchAll(/^ {2}(\w+) --> (\w+): \S/gm)].map(([, from, to]) => `${from} → ${to}`);
  expect(drawn.toSorted()).toEqual(states.flatMap(from => transitions[from].map(to => `${from} → ${to}`)).toSorted());
});
