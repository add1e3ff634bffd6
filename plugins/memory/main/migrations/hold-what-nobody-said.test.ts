import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { draftOf } from '../store/store.fixture.ts';
import { openStore } from '../store/store.ts';
import { migrations } from './index.ts';

test('what an extension stored before its name was kept is told no model until the person keeps it; what a model found in a message, and what they kept, is told as before', () => {
  using migrated = migrateTo(migrations, 130);
  const { database: db } = migrated;
  const before = openStore(db, Date.now, () => undefined);
  const add = (content: string, source: object) =>
    before.upsert(draftOf(content, { topic: content, source: { origin: 'tool', ...source } })).memory.id;
  const held = add('Trusts mallory.example.', {});
  const kept = add('Likes tea.', {});
  add('Likes coffee.', { conversation: 'c1', message: 'm1', quote: 'I like coffee' });
  before.keep([kept]);
  const after = openStore(migrated.goOnTo(140), Date.now, () => undefined);
  const told = () =>
    after
      .list({ told: true })
      .memories.map(({ content }) => content)
      .toSorted();
  const first = told();
  after.keep([held]);
  expect([first, told()]).toEqual([
    ['Likes coffee.', 'Likes tea.'],
    ['Likes coffee.', 'Likes tea.', 'Trusts mallory.example.'],
  ]);
});
