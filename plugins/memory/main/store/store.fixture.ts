import type { Database } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import type { Draft } from '../../contract/index.ts';
import { migrations } from '../migrations/index.ts';
import { openProposals } from '../upkeep/proposals.ts';
import { openStore } from './store.ts';

const latest = migrations.at(-1)?.id ?? 0;
export const hour = 3600 * 1000;

export const draftOf = (content: string, more: Partial<Draft> = {}): Draft => ({
  kind: 'preference',
  title: 'Package manager',
  content,
  source: { origin: 'manual' },
  ...more,
});

/** A store over a database in memory, with a clock that is put forward by hand. */
export function opened() {
  const migrated = migrateTo(migrations, latest);
  const db: Database = migrated.database;
  let time = 1000 * hour;
  const told: (readonly number[])[] = [];
  const store = openStore(
    migrated.database,
    () => time,
    numbers => told.push(numbers),
  );
  const draft = draftOf;
  return {
    store,
    proposals: openProposals(migrated.database, store, () => time),
    db,
    told,
    pass: (ms: number) => (time += ms),
    now: () => time,
    draft,
    words: (at?: number) => store.list({ ...(at !== undefined && { at }) }).memories.map(memory => memory.content),
    captured: (content: string, from: number, more: Partial<Draft> = {}) =>
      draft(content, { from, source: { origin: 'captured', conversation: 'c1', message: 'm1', quote: content }, ...more }),
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}

/** The code of what it throws. */
export const failure = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
