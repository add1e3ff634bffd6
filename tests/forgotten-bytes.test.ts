import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backUpDue } from '../kernel/main/storage/due-backup.ts';
import { openDatabase } from '../kernel/main/storage/storage.ts';
import { keptLog } from '../kernel/testing/kept-log.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { migrations } from '../plugins/memory/main/migrations/index.ts';
import { draftOf, hour } from '../plugins/memory/main/store/store.fixture.ts';
import { openStore } from '../plugins/memory/main/store/store.ts';

test('when a minute was quiet after the hour of undoing, no byte of the words is in the files of the database', async () => {
  using folder = tempFolder();
  const log = keptLog();
  const file = folder.file('data/memory.sqlite');
  const db = openDatabase(file, migrations, { owner: '@test/memory', backups: folder.file('backups'), log });
  let time = Date.now();
  const store = openStore(
    db,
    () => time,
    () => undefined,
  );
  // A copy that is fresh, so that the quiet minute makes no other one.
  await db.backUp();
  const word = 'Quokkaberg';
  const ids = Array.from({ length: 300 }, (_, n) => {
    const long = n % 50 === 0 ? ` ${word} at length. ${'And so on. '.repeat(600)}` : '';
    return store.upsert(
      draftOf(`${n % 3 === 0 ? `${word} is number ${n}.${long}` : `A boat of the port, number ${n}.`}`, { topic: `t${n}` }),
    ).memory.id;
  });
  store.edit({ id: ids[0] ?? '', content: 'Nothing of it.' });
  store.correct({ id: ids[3] ?? '', content: 'Another thing.', source: { origin: 'manual' } });
  const inFiles = () =>
    readdirSync(folder.file('data')).filter(name => new RegExp(word, 'i').test(readFileSync(folder.file(`data/${name}`), 'latin1')));
  store.forget({ text: word });
  store.forget({ ids: [ids[0] ?? ''] });
  const before = inFiles();
  time += hour + 1;
  store.purge();
  await backUpDue([db], 'quiet', Date.now(), log);
  const after = inFiles();
  db.close();
  expect({ wasThere: before.length > 0, after, atEnd: inFiles(), faults: log.lines.filter(({ level }) => level !== 'info') }).toEqual({
    wasThere: true,
    after: [],
    atEnd: [],
    faults: [],
  });
});
