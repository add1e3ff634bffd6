import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { backupNames, createNotes, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startMaintenance } from './maintenance.ts';
import type { OpenDatabase } from './storage.ts';
import { checkWeekly } from './weekly-check.ts';

const day = 24 * 60 * 60 * 1000;

test('the reserve is made after the start, databases are backed up within the hour, and no work continues after the end', async () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  insert('one');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const maintenance = startMaintenance({
      folder: folder.file('data'),
      databases: new Set([database]),
      log: keptLog(),
      damaged: () => undefined,
    });
    const before = existsSync(folder.file('data/.reserve'));
    vi.advanceTimersByTime(60 * 60 * 1000);
    await maintenance.end();
    expect({
      before,
      reserve: statSync(folder.file('data/.reserve')).size,
      backups: backupNames(folder).length,
      timers: vi.getTimerCount(),
    }).toEqual({ before: false, reserve: 16 * 1024 * 1024, backups: 1, timers: 0 });
  } finally {
    vi.useRealTimers();
    database.close();
  }
});

test('D10: once a week every page is read, and an index without its rows is found, reported and repaired at the next start', async () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes]);
  first.database.exec('CREATE INDEX by_text ON notes (text)');
  first.insert('in the index');
  await first.database.backUp();
  first.database.close();
  loseIndexRows(first.database.file);

  const { database } = openNotes(folder, [createNotes]);
  const found: unknown[] = [];
  const look = async (later: number): Promise<void> => {
    await checkWeekly([database], Date.now() + later, keptLog(), ({ owner }: OpenDatabase, reason) => found.push([owner, reason]));
  };
  await look(0);
  await look(6 * day);
  const quiet = [...found];
  await look(8 * day);
  database.close();
  const next = openNotes(folder, [createNotes]);
  const outcome = { quiet, found, recovered: next.database.recovered?.why, texts: next.texts() };
  next.database.close();
  expect(outcome).toEqual({
    quiet: [],
    found: [['@test/notes', expect.stringContaining('missing from index by_text')]],
    recovered: 'damaged',
    texts: ['in the index'],
  });
});

/** Changes one letter in the index and not in the table, as a faulty cable would: every page is well-formed, so a quick check passes. */
function loseIndexRows(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.lastIndexOf('in the index')] = 'I'.charCodeAt(0);
  writeFileSync(file, bytes);
}
