import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { createNotes, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { backUpDaily } from './daily-backup.ts';
import { openDatabase } from './storage.ts';

const day = 24 * 60 * 60 * 1000;

test('a database is backed up once a day, and only if it was written to', async () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  const log = keptLog();
  const counts: number[] = [];
  const pass = async (later: number) => {
    await backUpDaily([database], Date.now() + later, log);
    counts.push(readdirSync(folder.file('backups')).length);
  };
  insert('one');
  await pass(0);
  insert('two');
  await pass(1000);
  // File times and backup times have a precision of milliseconds.
  const written = Date.now();
  while (Date.now() === written);
  await pass(day + 1000);
  await pass(2 * day + 1000);
  database.close();
  expect([counts, log.lines]).toEqual([[1, 1, 2, 2], []]);
});

test('a backup that fails is logged, and the next database is still backed up', async () => {
  using folder = tempFolder();
  const one = openNotes(folder, [createNotes]).database;
  const other = openDatabase(folder.file('other/o.sqlite'), [createNotes], {
    owner: '@test/other',
    backups: folder.file('more'),
    log: keptLog(),
  });
  const log = keptLog();
  rmSync(folder.file('backups'), { recursive: true, force: true });
  writeFileSync(folder.file('backups'), 'a file where the folder should be');
  await backUpDaily([one, other], Date.now(), log).finally(() => [one, other].map(database => database.close()));
  expect([log.lines.map(line => line.text), readdirSync(folder.file('more')).length]).toEqual([['A daily backup failed.'], 1]);
});
