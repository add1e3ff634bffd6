import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { codeOf, createNotes, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { driverError } from './driver-errors.ts';
import { connect, openDatabase } from './storage.ts';

test('D3: an open database has the pragmas that durability needs', () => {
  using folder = tempFolder();
  const { database } = openNotes(folder, [createNotes]);
  const read = (name: string) => Object.values(database.prepare<Record<string, unknown>>(`SELECT * FROM pragma_${name}`).get() ?? {})[0];
  expect(
    Object.fromEntries(
      ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema', 'secure_delete'].map(name => [name, read(name)]),
    ),
  ).toEqual({
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    trusted_schema: 0,
    secure_delete: 1,
  });
  database.close();
});

test('the file, its journal and its folder are readable by this user only, also if they were not before', () => {
  using folder = tempFolder();
  const umask = process.umask(0);
  try {
    openNotes(folder, [createNotes]).database.close();
    const { database, insert } = openNotes(folder, [createNotes]);
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

test('a transaction that throws writes nothing, also inside another one', () => {
  using folder = tempFolder();
  const { database, insert, texts } = openNotes(folder, [createNotes]);
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
  const { database, insert, texts } = openNotes(folder, [createNotes]);
  const code = codeOf(() =>
    database.transaction(async () => {
      insert('half');
      throw new Error('later');
    }),
  );
  expect([code, texts()]).toEqual(['storage/async-transaction', []]);
  database.close();
});

test("the driver's errors become AppErrors that name the owner", () => {
  using folder = tempFolder();
  const { database, insert } = openNotes(folder, [createNotes]);
  insert('once');
  const select = database.prepare('SELECT 1');
  const remove = database.prepare('DELETE FROM notes');
  const codes = {
    constraint: codeOf(() => insert('once')),
    syntax: codeOf(() => database.exec('SELEC')),
    missingTable: codeOf(() => database.prepare('SELECT * FROM nothing')),
    misuse: codeOf(() => remove.all()),
    unbindable: codeOf(() => database.prepare('SELECT ?').get({ a: 1 }, Symbol('x'))),
    twice: codeOf(() => openNotes(folder, [createNotes])),
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

test('the error for a lock that another program holds says so', () => {
  using folder = tempFolder();
  const { database } = openNotes(folder, [createNotes]);
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
  openNotes(folder, [createNotes]).database.close();
  expect([codeOf(at('link.sqlite')), codeOf(at('data'))]).toEqual(['storage/symlink', 'storage/not-a-file']);
});
