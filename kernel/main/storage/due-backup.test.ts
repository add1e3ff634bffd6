import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { backupNames, createNotes, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { surplusOf } from './backup.ts';
import { backUpDue, QuietBackup } from './due-backup.ts';
import { openDatabase } from './storage.ts';

const day = 24 * 60 * 60 * 1000;

test('a database is backed up once a day, and only if it was written to', async () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  const log = keptLog();
  const counts: number[] = [];
  const pass = async (later: number) => {
    await backUpDue([database], 'hourly', Date.now() + later, log);
    counts.push(backupNames(folder).length);
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
  await backUpDue([one, other], 'hourly', Date.now(), log).finally(() => [one, other].map(database => database.close()));
  expect([log.lines.map(line => line.text), readdirSync(folder.file('more')).length]).toEqual([['A backup failed.'], 1]);
});

test('at the end of a session every change is backed up; in a quiet minute only if the newest backup is an hour old', async () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  const counts: unknown[] = [];
  const pass = async (moment: 'end' | 'quiet' | 'change', later: number) => {
    await backUpDue([database], moment, Date.now() + later, keptLog());
    counts.push([moment, backupNames(folder).length]);
  };
  insert('one');
  await pass('quiet', 0);
  insert('two');
  await pass('quiet', 1000);
  await pass('quiet', day / 24);
  await pass('end', 0);
  insert('three');
  await pass('end', 0);
  database.close();
  const again = openNotes(folder, [createNotes]);
  await backUpDue([again.database], 'change', Date.now(), keptLog());
  again.database.close();
  expect([counts, backupNames(folder).length]).toEqual([
    [
      ['quiet', 1],
      ['quiet', 1],
      ['quiet', 2],
      ['end', 2],
      ['end', 3],
    ],
    3,
  ]);
});

test('a quiet minute begins again with each write, and without a write there is no timer', async () => {
  vi.useFakeTimers();
  try {
    let backups = 0;
    const quiet = new QuietBackup(async () => {
      backups += 1;
    });
    const seen: unknown[] = [];
    const see = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      seen.push([backups, vi.getTimerCount()]);
    };
    await see(100_000);
    quiet.written();
    await see(59_000);
    quiet.written();
    await see(59_000);
    await see(1000);
    await see(100_000);
    quiet.written();
    await quiet.end();
    await see(100_000);
    expect(seen).toEqual([
      [0, 0],
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('of many backups the newest three are kept, then one for each of some hours and days, and not too many bytes', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const now = 2000 * day + 12 * hour + 30 * minute;
  const every = (step: number, count: number, bytes: number) =>
    Array.from({ length: count }, (_, at) => ({ time: now - at * step, bytes }));
  const keptAges = (backups: readonly { readonly time: number; readonly bytes: number }[], unit: number) => {
    const surplus = new Set(surplusOf(backups));
    return backups.filter(backup => !surplus.has(backup)).map(({ time }) => (now - time) / unit);
  };
  const mega = 1024 * 1024;
  expect({
    minutes: keptAges(every(minute, 300, mega), minute),
    days: keptAges(every(day, 30, mega), day),
    large: keptAges(every(day, 30, 100 * mega), day),
    huge: keptAges(every(day, 30, 5000 * mega), day),
    // 1000 short sessions in a day do not displace the backup of the day before.
    sessions: keptAges([...every(minute / 10, 1000, mega), { time: now - day, bytes: mega }], hour),
  }).toEqual({
    minutes: [0, 1, 2, 31, 91],
    days: [0, 1, 2, 3, 4, 5, 6],
    large: [0, 1],
    huge: [0, 1],
    sessions: [0, 0.1 / 60, 0.2 / 60, expect.closeTo(0.5, 1), expect.closeTo(1.5, 1), 24],
  });
});
