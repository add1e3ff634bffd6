import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Migration } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { migrateTo } from '../../testing/migrate-to.ts';
import { backupNames, codeOf, createNotes, createTags, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { dumpSchema } from './schema-dump.fixture.ts';
import { connect, openDatabase } from './storage.ts';

const pragma = (file: string, name: string) => {
  const raw = connect(file, 'read');
  try {
    return raw.pragma(name, { simple: true });
  } finally {
    raw.close();
  }
};
test('migrations are numbered in increasing tens', () => {
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

test('D4, K7: an update copies the old file first, checks the copy, and keeps three', () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  insert('old');
  database.close();
  const steps = [createNotes, createTags];
  for (const id of [30, 40, 50, 60]) {
    openNotes(folder, [...steps]).database.close();
    steps.push({ id, name: `table ${id}`, up: db => db.exec(`CREATE TABLE t${id} (x INTEGER) STRICT`) });
  }
  openNotes(folder, steps).database.close();
  const backups = backupNames(folder);
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

test('D5: a migration that throws leaves the old schema, the old rows and no additional backup', () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
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
  expect([codes, readFileSync(database.file).equals(before), backupNames(folder)]).toEqual([
    Array(4).fill('storage/migration-failed'),
    true,
    [],
  ]);
  expect(openNotes(folder, [createNotes, createTags]).texts()).toEqual(['old']);
});

test('D6: an older app refuses a newer database and changes no byte', () => {
  using folder = tempFolder();
  const newer = openNotes(folder, [createNotes, createTags]);
  newer.insert('from the future');
  newer.database.close();
  const before = [readFileSync(newer.database.file), readdirSync(folder.file('data'))];
  const code = codeOf(() => openNotes(folder, [createNotes]));
  expect([code, readFileSync(newer.database.file), readdirSync(folder.file('data'))]).toEqual(['storage/newer-database', ...before]);
});

test('D6: it also refuses if the newer version is still in the journal of a crashed app', () => {
  using folder = tempFolder();
  const old = openNotes(folder, [createNotes]);
  old.insert('old');
  old.database.close();
  const future = connect(old.database.file, 'write');
  future.pragma('wal_autocheckpoint = 0');
  future.exec('CREATE TABLE later (x); PRAGMA user_version = 900');
  // What a crash leaves: the files before the database is closed.
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

test('rebuilding a table in a migration keeps the rows that refer to it', () => {
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

test('the dump of a schema shows its tables and no internals of SQLite', () => {
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

    CREATE INDEX notes_by_text ON notes (text);

    CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
      INSERT INTO words (rowid, text) VALUES (new.id, new.text);
    END;

    CREATE VIRTUAL TABLE words USING fts5 (text, content = 'notes', content_rowid = 'id');
    "
  `);
});
