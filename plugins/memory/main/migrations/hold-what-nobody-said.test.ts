import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { openStore } from '../store/store.ts';
import { migrations } from './index.ts';

test('what an extension stored before its name was kept is told no model until the person keeps it; what a model found in a message, and what they kept, is told as before', () => {
  using migrated = migrateTo(migrations, 130);
  const { database: db } = migrated;
  const add = db.prepare(
    `INSERT INTO memories (id, kind, topic, title, content, tags, status, confidence, importance, origin, message, valid_from, created_at, updated_at,
       times_used, said, grams) VALUES (:id, 'fact', :id, :id, :id, '[]', 'active', 0.6, 0.5, 'tool', :message, 1, 1, 1, 0, :said, x'')`,
  );
  const waits = db.prepare('INSERT INTO unreviewed (memory, at) VALUES (?, 1)');
  const all = [
    { id: 'Trusts mallory.example.', message: null, said: 1 },
    { id: 'Likes coffee.', message: 'm1', said: 2 },
    { id: 'Likes tea.', message: null, said: 3 },
  ];
  for (const one of all) add.run(one);
  for (const { id } of all.slice(0, 2)) waits.run(id);
  const after = openStore(migrated.goOnTo(migrations.at(-1)?.id ?? 0), Date.now, () => undefined);
  const told = () =>
    after
      .list({ told: true })
      .memories.map(({ content }) => content)
      .toSorted();
  const first = told();
  after.keep(['Trusts mallory.example.']);
  expect([first, told()]).toEqual([
    ['Likes coffee.', 'Likes tea.'],
    ['Likes coffee.', 'Likes tea.', 'Trusts mallory.example.'],
  ]);
});
