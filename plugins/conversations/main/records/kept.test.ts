import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { keptLog } from '../../../../kernel/testing/kept-log.ts';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { migrations } from '../migrations/index.ts';
import { beginConversation } from './conversations.ts';
import { openKeptRecords } from './keeping.ts';

/** Records of a database of their own; `lines` counts what the file says, and `titles` what it comes to. */
function opened() {
  const folder = tempFolder();
  const migrated = migrateTo(migrations, migrations.at(-1)?.id ?? 0);
  const file = join(folder.path, 'kept.jsonl');
  const log = keptLog();
  const again = () => openKeptRecords(migrated.database, file, log);
  return {
    file,
    again,
    ...again(),
    db: migrated.database,
    lines: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '').length,
    titles: () => [...again().kept.read().conversations].map(([id, { title, pinned = false }]) => [id, title, pinned]),
    [Symbol.dispose]() {
      migrated[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('what is set is in the file when the call returns, and a file that was written anew says the same in one line for each', async () => {
  using all = opened();
  const { records, projects, choices, kept, lines, titles } = all;
  beginConversation(records, 1, { id: 'a', title: 'New' });
  beginConversation(records, 2, { id: 'b', title: 'New' });
  records.change('a', { title: 'Mine', titleSource: 'manual', pinned: true });
  records.change('b', { unread: true, lastMessageAt: 5 });
  projects.add({ id: 'p', name: 'garden', folder: '/garden' }, 1);
  projects.add({ id: 'q', name: 'kitchen', folder: '/kitchen' }, 1);
  projects.move('q', '');
  choices.changePreferences({ chime: false });
  choices.changePreferences({ chime: false });
  const before = [lines(), titles(), kept.read().projects.map(({ id }) => id), [...kept.read().settings.keys()]];
  await kept.write();
  const after = [lines(), titles(), kept.read().projects.map(({ id }) => id), [...kept.read().settings.keys()]];
  records.forget('a');
  const rest = [
    ['a', 'Mine', true],
    ['b', 'New', false],
  ];
  expect({ before, after, forgotten: titles() }).toEqual({
    before: [7, rest, ['p', 'q'], ['preferences']],
    after: [4, rest, ['p', 'q'], ['preferences']],
    forgotten: [['b', 'New', false]],
  });
});

test('a line that was cut, or that is none, costs no other line', async () => {
  using all = opened();
  beginConversation(all.records, 1, { id: 'a', title: 'First' });
  appendFileSync(all.file, '{"conversation":"c","set":{"title":"Cut of');
  beginConversation(all.again().records, 2, { id: 'b', title: 'Second' });
  appendFileSync(
    all.file,
    'null\n[]\n{"conversation":"a","set":7}\n{"conversation":"d","set":{"title":"No time"}}\n{"projects":[null,{"id":3}]}\n',
  );
  const read = all.again().kept.read();
  expect({ titles: all.titles(), projects: read.projects }).toEqual({
    titles: [
      ['a', 'First', false],
      ['b', 'Second', false],
    ],
    projects: [],
  });
});

test('what is changed while the file is written anew is in it', async () => {
  using all = opened();
  all.db.transaction(() => {
    for (let at = 0; at < 1200; at += 1) beginConversation(all.records, at, { id: `c${at}`, title: 'New' });
  });
  const writing = all.kept.write();
  all.records.change('c3', { title: 'Meanwhile' });
  all.records.forget('c4');
  await writing;
  const titles = new Map(all.titles().map(([id, title]) => [id, title]));
  expect([titles.size, titles.get('c3'), titles.get('c4')]).toEqual([1199, 'Meanwhile', undefined]);
});

test('through a link nothing is written, a folder in its place changes nothing, and the next writing takes the place of the link', async () => {
  using all = opened();
  const elsewhere = `${all.file}.elsewhere`;
  writeFileSync(elsewhere, 'of somebody else\n');
  symlinkSync(elsewhere, all.file);
  beginConversation(all.records, 1, { id: 'a', title: 'First' });
  await all.kept.write();
  const first = [readFileSync(elsewhere, 'utf8'), all.titles()];
  renameSync(all.file, `${all.file}.before`);
  mkdirSync(all.file);
  beginConversation(all.records, 1, { id: 'b', title: 'Second' });
  await all.kept.write();
  expect({ first, isFolder: existsSync(all.file), records: all.records.all(), titles: all.titles() }).toEqual({
    first: ['of somebody else\n', [['a', 'First', false]]],
    isFolder: true,
    records: ['a', 'b'],
    titles: [],
  });
});
