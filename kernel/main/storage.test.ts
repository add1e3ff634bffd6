import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { Migration } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { keptLog } from '../testing/kept-log.ts';
import { migrateTo } from '../testing/migrate-to.ts';
import { type TempFolder, tempFolder } from '../testing/temp-folder.ts';
import { driverError } from './driver-errors.ts';
import { dumpSchema } from './schema-dump.ts';
import { connect, openDatabase, removeDatabase } from './storage.ts';

const createNotes: Migration = {
  id: 10,
  name: 'create notes',
  up: db => db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;'),
};
const createTags: Migration = {
  id: 20,
  name: 'create tags',
  up: db => db.exec('CREATE TABLE tags (note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE, name TEXT NOT NULL) STRICT;'),
};

function openNotes(folder: TempFolder, migrations: readonly Migration[] = [createNotes]) {
  const log = keptLog();
  const database = openDatabase(folder.file('data/notes.sqlite'), migrations, {
    owner: '@test/notes',
    backups: folder.file('backups'),
    log,
  });
  const insert = (text: string) => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
  const texts = () =>
    database
      .prepare<{ text: string }>('SELECT text FROM notes ORDER BY id')
      .all()
      .map(row => row.text);
  return { database, log, insert, texts };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? error.code : `not an AppError: ${error}`;
  }
  return 'nothing was thrown';
}

const pragma = (file: string, name: string) => {
  const raw = connect(file, 'read');
  try {
    return raw.pragma(name, { simple: true });
  } finally {
    raw.close();
  }
};

test('D3: the pragmas of an open database are what durability needs', () => {
  using folder = tempFolder();
  const { database } = openNotes(folder);
  const read = (name: string) => Object.values(database.prepare<Record<string, unknown>>(`SELECT * FROM pragma_${name}`).get() ?? {})[0];
  expect(
    Object.fromEntries(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'].map(name => [name, read(name)])),
  ).toEqual({
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    trusted_schema: 0,
  });
  database.close();
});

test('the file, its journal and its folder are readable by the person alone, also when they were not before', () => {
  using folder = tempFolder();
  const umask = process.umask(0);
  try {
    openNotes(folder).database.close();
    const { database, insert } = openNotes(folder);
    insert('secret');
    const modes = ['data', 'data/notes.sqlite', 'data/notes.sqlite-wal', 'data/notes.sqlite-shm'].map(
      name => statSync(folder.file(name)).mode & 0o777,
    );
    database.close();
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  } finally {
    process.umask(umask);
  }
});

test('a transaction that throws leaves nothing, also inside another one', () => {
  using folder = tempFolder();
  const { database, insert, texts } = openNotes(folder);
  database.transaction(() => {
    insert('kept');
    expect(() =>
      database.transaction(() => {
        insert('inner');
        throw new Error('inner');
      }),
    ).toThrow('inner');
  });
  expect(() =>
    database.transaction(() => {
      insert('outer');
      throw new Error('outer');
    }),
  ).toThrow('outer');
  expect(texts()).toEqual(['kept']);
  database.close();
});

test('an async transaction is refused by name and writes nothing', async () => {
  using folder = tempFolder();
  const { database, insert, texts } = openNotes(folder);
  const code = codeOf(() =>
    database.transaction(async () => {
      insert('half');
      throw new Error('later');
    }),
  );
  expect([code, texts()]).toEqual(['storage/async-transaction', []]);
  database.close();
});

test("the driver's errors come as AppErrors that name the owner", () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder);
  insert('once');
  const select = database.prepare('SELECT 1');
  const remove = database.prepare('DELETE FROM notes');
  const codes = {
    constraint: codeOf(() => insert('once')),
    syntax: codeOf(() => database.exec('SELEC')),
    missingTable: codeOf(() => database.prepare('SELECT * FROM nothing')),
    misuse: codeOf(() => remove.all()),
    unbindable: codeOf(() => database.prepare('SELECT ?').get({ a: 1 }, Symbol('x'))),
    twice: codeOf(() => openNotes(folder)),
  };
  database.close();
  database.close();
  expect({ ...codes, closed: codeOf(() => select.get()) }).toEqual({
    constraint: 'storage/constraint',
    syntax: 'storage/bad-statement',
    missingTable: 'storage/bad-statement',
    misuse: 'storage/bad-statement',
    unbindable: 'storage/bad-statement',
    twice: 'storage/already-open',
    closed: 'storage/closed',
  });
});

test('a lock that another program holds is told as such', () => {
  using folder = tempFolder();
  const { database } = openNotes(folder);
  const other = connect(database.file, 'write');
  const third = connect(database.file, 'write');
  other.exec('BEGIN IMMEDIATE');
  third.pragma('busy_timeout = 0');
  let caught: unknown;
  try {
    third.exec('BEGIN IMMEDIATE');
  } catch (error) {
    caught = driverError(error, { owner: '@test/notes', file: database.file });
  }
  other.close();
  third.close();
  database.close();
  expect(caught).toMatchObject({ code: 'storage/locked', details: { owner: '@test/notes' } });
});

test('a link or a folder in place of the database is refused', () => {
  using folder = tempFolder();
  writeFileSync(folder.file('elsewhere'), '');
  const at = (name: string) => () =>
    openDatabase(folder.file(name), [], { owner: '@test/notes', backups: folder.file('backups'), log: keptLog() });
  symlinkSync(folder.file('elsewhere'), folder.file('link.sqlite'));
  openNotes(folder).database.close();
  expect([codeOf(at('link.sqlite')), codeOf(at('data'))]).toEqual(['storage/symlink', 'storage/not-a-file']);
});

test('migrations are numbered in tens that grow', () => {
  using folder = tempFolder();
  const numbers = [[15], [20, 10], [10, 10], [0], [-10]].map(ids =>
    codeOf(() =>
      openNotes(
        folder,
        ids.map(id => ({ ...createNotes, id })),
      ),
    ),
  );
  expect([new Set(numbers), existsSync(folder.file('data'))]).toEqual([new Set(['storage/migrations-unordered']), false]);
});

test('D4: an update copies the old file first, checks the copy, and keeps three', () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder);
  insert('old');
  database.close();
  const steps = [createNotes, createTags];
  for (const id of [30, 40, 50, 60]) {
    openNotes(folder, [...steps]).database.close();
    steps.push({ id, name: `table ${id}`, up: db => db.exec(`CREATE TABLE t${id} (x INTEGER) STRICT`) });
  }
  openNotes(folder, steps).database.close();
  const backups = readdirSync(folder.file('backups')).sort();
  expect({
    versions: backups.map(name => [/\.v(\d+)\./.exec(name)?.[1], pragma(folder.file(`backups/${name}`), 'quick_check(1)')]),
    modes: new Set(backups.map(name => statSync(folder.file(`backups/${name}`)).mode & 0o777)),
    now: pragma(folder.file('data/notes.sqlite'), 'user_version'),
  }).toEqual({
    versions: [
      ['30', 'ok'],
      ['40', 'ok'],
      ['50', 'ok'],
    ],
    modes: new Set([0o600]),
    now: 60,
  });
});

test('D5: a migration that throws leaves the old schema, the old rows and no backup too many', () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder);
  insert('old');
  database.close();
  const before = readFileSync(database.file);
  const failing: Migration[] = [
    { id: 30, name: 'breaks', up: db => db.exec('DROP TABLE tags; CREATE TABLE oops (') },
    { id: 30, name: 'is async', up: async db => db.exec('DROP TABLE tags') },
    { id: 30, name: 'leaves orphans', up: db => db.exec("INSERT INTO tags VALUES (7, 'nobody')") },
    { id: 30, name: 'commits', up: db => db.exec('COMMIT') },
  ];
  const codes = failing.map(migration => codeOf(() => openNotes(folder, [createNotes, createTags, migration])));
  expect([
    codes,
    readFileSync(database.file).equals(before),
    existsSync(folder.file('backups')) ? readdirSync(folder.file('backups')) : [],
  ]).toEqual([Array(4).fill('storage/migration-failed'), true, []]);
  expect(openNotes(folder, [createNotes, createTags]).texts()).toEqual(['old']);
});

test('D6: an older app refuses a newer database and changes no byte', () => {
  using folder = tempFolder();
  const newer = openNotes(folder, [createNotes, createTags]);
  newer.insert('from the future');
  newer.database.close();
  const before = [readFileSync(newer.database.file), readdirSync(folder.file('data'))];
  const code = codeOf(() => openNotes(folder));
  expect([code, readFileSync(newer.database.file), readdirSync(folder.file('data'))]).toEqual(['storage/newer-database', ...before]);
});

test('D6: it also refuses when the newer version still lies in the journal of a crashed app', () => {
  using folder = tempFolder();
  const old = openNotes(folder);
  old.insert('old');
  old.database.close();
  const future = connect(old.database.file, 'write');
  future.pragma('wal_autocheckpoint = 0');
  future.exec('CREATE TABLE later (x); PRAGMA user_version = 900');
  // What a crash leaves: the files as they are while nobody has closed them.
  using crashed = tempFolder();
  const names = ['notes.sqlite', 'notes.sqlite-wal'];
  for (const name of names) writeFileSync(crashed.file(name), readFileSync(folder.file(`data/${name}`)));
  future.close();
  const bytes = () => names.map(name => readFileSync(crashed.file(name)).toString('base64'));
  const before = bytes();
  const code = codeOf(() =>
    openDatabase(crashed.file('notes.sqlite'), [createNotes], { owner: '@test/notes', backups: crashed.file('b'), log: keptLog() }),
  );
  expect([code, bytes()]).toEqual(['storage/newer-database', before]);
});

test('rebuilding a table in a migration keeps the rows that point at it', () => {
  const rebuild: Migration = {
    id: 30,
    name: 'rebuild notes',
    up: db =>
      db.exec(`
        CREATE TABLE notes_new (id INTEGER PRIMARY KEY, text TEXT NOT NULL, pinned INTEGER NOT NULL DEFAULT 0) STRICT;
        INSERT INTO notes_new (id, text) SELECT id, text FROM notes;
        DROP TABLE notes;
        ALTER TABLE notes_new RENAME TO notes;
      `),
  };
  using old = migrateTo([createNotes, createTags, rebuild], 20);
  old.database.exec("INSERT INTO notes VALUES (1, 'a'); INSERT INTO tags VALUES (1, 'blue');");
  const now = old.goOnTo(30);
  expect([now.prepare('SELECT * FROM notes').all(), now.prepare('SELECT * FROM tags').all()]).toEqual([
    [{ id: 1, text: 'a', pinned: 0 }],
    [{ note: 1, name: 'blue' }],
  ]);
});

test('D10: a damaged file is kept aside with its journal, the newest good backup restored, and the person told', async () => {
  using folder = tempFolder();
  const first = openNotes(folder);
  first.insert('in the backup');
  await first.database.backUp();
  first.insert('after the backup');
  first.database.close();
  writeFileSync(first.database.file, Buffer.alloc(9000, 7));
  writeFileSync(`${first.database.file}-wal`, 'a torn journal');

  const second = openNotes(folder);
  const { recovered } = second.database;
  expect({ why: recovered?.why, texts: second.texts(), told: second.log.lines.map(line => line.level) }).toEqual({
    why: 'damaged',
    texts: ['in the backup'],
    told: ['error'],
  });
  expect([readFileSync(recovered?.keptAs ?? ''), readFileSync(`${recovered?.keptAs}-wal`, 'utf8')]).toEqual([
    Buffer.alloc(9000, 7),
    'a torn journal',
  ]);
  second.database.close();
});

test('D10: an empty, cut or vanished file is never taken for a first start', async () => {
  using folder = tempFolder();
  const first = openNotes(folder);
  for (let count = 0; count < 200; count += 1) first.insert(`note ${count} ${'x'.repeat(200)}`);
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
    const { database, texts } = openNotes(folder);
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

test('D10: without any good backup a new database is begun and the damaged one kept', async () => {
  using folder = tempFolder();
  const first = openNotes(folder);
  await first.database.backUp();
  first.database.close();
  writeFileSync(first.database.file, 'not a database at all');
  for (const name of readdirSync(folder.file('backups'))) writeFileSync(folder.file(`backups/${name}`), 'nor this');
  const { database, texts } = openNotes(folder);
  expect([database.recovered?.restored, readFileSync(database.recovered?.keptAs ?? '', 'utf8'), texts()]).toEqual([
    undefined,
    'not a database at all',
    [],
  ]);
  database.close();
});

test('D10: damage met while the database is in use is named, and repaired at the next start', async () => {
  using folder = tempFolder();
  const first = openNotes(folder);
  for (let count = 0; count < 500; count += 1) first.insert(`note ${count} ${'x'.repeat(200)}`);
  await first.database.backUp();
  first.database.close();
  const bytes = readFileSync(first.database.file);
  bytes.fill(0xa5, 4096 * 3, 4096 * 20);
  writeFileSync(first.database.file, bytes);
  const second = openNotes(folder);
  const met = codeOf(() => second.texts());
  second.database.close();
  const third = openNotes(folder);
  expect([met, third.database.recovered?.why, third.texts().length]).toEqual(['storage/corrupt', 'damaged', 500]);
  third.database.close();
  const fourth = openNotes(folder);
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
  expect([readdirSync(folder.file('backups')).map(name => name.split('.')[0]), existsSync(ours.file), existsSync(theirs.file)]).toEqual([
    ['@b--notes'],
    false,
    true,
  ]);
});

test('the dump of a schema shows its tables and nothing of how SQLite keeps them', () => {
  using made = migrateTo(
    [
      {
        id: 10,
        name: 'all kinds',
        up: db =>
          db.exec(`
            CREATE TABLE notes (
              id   INTEGER PRIMARY KEY,
              text TEXT NOT NULL UNIQUE
            ) STRICT;
            CREATE INDEX notes_by_text ON notes (text);
            CREATE VIRTUAL TABLE words USING fts5 (text, content = 'notes', content_rowid = 'id');
            CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
              INSERT INTO words (rowid, text) VALUES (new.id, new.text);
            END;
          `),
      },
    ],
    10,
  );
  expect(dumpSchema(made.database)).toMatchInlineSnapshot(`
    "-- Step 10. Generated from the migrations; do not edit.

    CREATE TABLE notes (
      id   INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
      INSERT INTO words (rowid, text) VALUES (new.id, new.text);
    END;

    CREATE INDEX notes_by_text ON notes (text);

    CREATE VIRTUAL TABLE words USING fts5 (text, content = 'notes', content_rowid = 'id');
    "
  `);
});
