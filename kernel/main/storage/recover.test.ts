import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { backupNames, codeOf, createNotes, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openDatabase, removeDatabase } from './storage.ts';

test('D10: a damaged file is set aside with its journal, the newest good backup restored, and the person notified', async () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes]);
  first.insert('in the backup');
  await first.database.backUp();
  first.insert('after the backup');
  first.database.close();
  writeFileSync(first.database.file, Buffer.alloc(9000, 7));
  writeFileSync(`${first.database.file}-wal`, 'a torn journal');

  const second = openNotes(folder, [createNotes]);
  const { recovered } = second.database;
  expect({ why: recovered?.why, texts: second.texts(), levels: second.log.lines.map(line => line.level) }).toEqual({
    why: 'damaged',
    texts: ['in the backup'],
    levels: ['error'],
  });
  expect([readFileSync(recovered?.keptAs ?? ''), readFileSync(`${recovered?.keptAs}-wal`, 'utf8')]).toEqual([
    Buffer.alloc(9000, 7),
    'a torn journal',
  ]);
  second.database.close();
});

test('D10: an empty, truncated or missing file never counts as a first start', async () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes]);
  first.database.transaction(() => {
    for (let count = 0; count < 200; count += 1) first.insert(`note ${count} ${'x'.repeat(200)}`);
  });
  await first.database.backUp();
  first.database.close();
  const whole = readFileSync(first.database.file);
  const harms: Record<string, () => void> = {
    empty: () => truncateSync(first.database.file, 0),
    cut: () => truncateSync(first.database.file, 4096),
    gone: () => removeDatabase({ owner: 'nobody', file: first.database.file, backups: folder.file('none') }),
  };
  const outcomes = Object.entries(harms).map(([name, harm]) => {
    writeFileSync(first.database.file, whole);
    harm();
    const { database, texts } = openNotes(folder, [createNotes]);
    const outcome = [name, database.recovered?.why, texts().length];
    database.close();
    return outcome;
  });
  expect(outcomes).toEqual([
    ['empty', 'lost', 200],
    ['cut', 'damaged', 200],
    ['gone', 'lost', 200],
  ]);
});

test('D10: without a good backup a new database is created and the damaged one kept', async () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes]);
  await first.database.backUp();
  first.database.close();
  writeFileSync(first.database.file, 'not a database at all');
  for (const name of backupNames(folder)) writeFileSync(folder.file(`backups/${name}`), 'nor this');
  const { database, texts } = openNotes(folder, [createNotes]);
  expect([database.recovered?.restored, readFileSync(database.recovered?.keptAs ?? '', 'utf8'), texts()]).toEqual([
    undefined,
    'not a database at all',
    [],
  ]);
  database.close();
});

test('D10: damage that is found while the database is in use is reported, and repaired at the next start', async () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes]);
  first.database.transaction(() => {
    for (let count = 0; count < 500; count += 1) first.insert(`note ${count} ${'x'.repeat(200)}`);
  });
  await first.database.backUp();
  first.database.close();
  const bytes = readFileSync(first.database.file);
  bytes.fill(0xa5, 4096 * 3, 4096 * 20);
  writeFileSync(first.database.file, bytes);
  const second = openNotes(folder, [createNotes]);
  const met = codeOf(() => second.texts());
  second.database.close();
  const third = openNotes(folder, [createNotes]);
  expect([met, third.database.recovered?.why, third.texts().length]).toEqual(['storage/corrupt', 'damaged', 500]);
  third.database.close();
  const fourth = openNotes(folder, [createNotes]);
  expect(fourth.database.recovered).toBeUndefined();
  fourth.database.close();
});

test('two owners may share the backups folder', async () => {
  using folder = tempFolder();
  const at = (owner: string) =>
    openDatabase(folder.file(`${owner}/notes.sqlite`), [createNotes], { owner, backups: folder.file('backups'), log: keptLog() });
  const [ours, theirs] = [at('@a/notes'), at('@b/notes')];
  for (let count = 0; count < 4; count += 1) await ours.backUp();
  await theirs.backUp();
  for (const database of [ours, theirs]) database.close();
  removeDatabase({ owner: '@a/notes', file: ours.file, backups: folder.file('backups') });
  expect([backupNames(folder).map(name => name.split('.')[0]), existsSync(ours.file), existsSync(theirs.file)]).toEqual([
    ['@b--notes'],
    false,
    true,
  ]);
});
