import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { beginConversation, type NewConversation, openConversations } from './conversations.ts';

function opened() {
  const migrated = migrateTo(migrations, 80);
  const records = openConversations(migrated.database);
  return {
    records,
    db: migrated.database,
    begin: (id: string, fields: NewConversation = {}) => beginConversation(records, 7, { title: 'New', id, ...fields }),
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}

test('a record is read as it was stored, and a change affects only the given fields', () => {
  using all = opened();
  const made = all.begin('one', { title: 'É\u202e👍 "quoted"', project: 'p', accessMode: 'open', pinned: true, createdAt: 2 ** 41 });
  const kept = all.records.get('one');
  all.records.change('one', { unread: true, archivedAt: 9, project: undefined, tasks: '[]' });
  all.records.change('one', {});
  expect({ kept, changed: all.records.get('one') }).toEqual({
    kept: made,
    changed: { ...made, unread: true, archivedAt: 9, project: undefined, tasks: '[]' },
  });
});

test('a removed conversation is in no list, can be restored completely, and is deleted when it is forgotten', () => {
  using all = opened();
  const records = ['a', 'b', 'c'].map(id => all.begin(id, { project: 'p', source: 'pi', sourceId: id }));
  all.records.remove(['a', 'b'], 50);
  const removed = {
    find: all.records.find('a'),
    all: all.records.all(),
    ofProject: all.records.ofProject('p'),
    ofSource: all.records.ofSource('pi', 'a'),
    before: [all.records.removedBefore(50), all.records.removedBefore(51)],
  };
  all.records.restore(['a']);
  all.records.forget('b');
  expect({ removed, restored: all.records.get('a'), all: all.records.all(), left: all.records.removedBefore(99) }).toEqual({
    removed: { find: undefined, all: ['c'], ofProject: ['c'], ofSource: undefined, before: [[], ['a', 'b']] },
    restored: records[0],
    all: ['a', 'c'],
    left: [],
  });
});

test('the error for an unknown conversation names it', () => {
  using all = opened();
  expect(() => all.records.get('nobody')).toThrow('did not find the conversation nobody');
});

test('a conversation of a source exists once, and can be imported again after it was removed', () => {
  using all = opened();
  all.begin('a', { source: 'pi', sourceId: 'x' });
  const twice = () => all.begin('b', { source: 'pi', sourceId: 'x' });
  expect(twice).toThrow();
  all.records.remove(['a'], 1);
  twice();
  expect(all.records.ofSource('pi', 'x')?.id).toBe('b');
});

test('D15: deleting a conversation deletes the rows of its messages and all their words', () => {
  using all = opened();
  for (const id of ['a', 'b']) all.begin(id, { title: `lighthouse ${id}` });
  const insert = all.db.prepare(
    "INSERT INTO entries (number, id, at, kind, json) SELECT (number << 26), id, 1, 'user', '{}' FROM conversations",
  );
  insert.run();
  all.db.prepare("INSERT INTO texts (rowid, user) SELECT number, 'lighthouse' FROM entries").run();
  all.db.prepare('INSERT INTO indexed (conversation) SELECT number FROM conversations').run();
  const count = () =>
    ['SELECT id FROM entries', 'SELECT conversation FROM indexed', "SELECT rowid FROM texts WHERE texts MATCH 'lighthouse'"].map(
      sql => all.db.prepare(sql).all().length,
    );
  const before = count();
  all.records.forget('a');
  expect([before, count()]).toEqual([
    [2, 2, 4],
    [1, 1, 2],
  ]);
});

test('a migration makes existing titles searchable', () => {
  using old = migrateTo(migrations, 10);
  old.database.exec(`
    INSERT INTO conversations (id, title, title_source, created_at, updated_at)
    VALUES ('a', 'Un phare', 'manual', 1, 1), ('b', 'Autre chose', 'manual', 1, 1)
  `);
  const now = old.goOnTo(80);
  const found = () =>
    now.prepare("SELECT c.id FROM texts JOIN conversations c ON c.number = texts.rowid >> 26 WHERE texts MATCH 'PHARE OR autre'").all();
  const first = found();
  openConversations(now).change('b', { title: 'Rien' });
  expect([first, found()]).toEqual([[{ id: 'a' }, { id: 'b' }], [{ id: 'a' }]]);
});
