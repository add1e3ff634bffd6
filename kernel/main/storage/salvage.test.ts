import { readFileSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNotes, createTags, openNotes } from '../../testing/notes-database.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { salvage } from './salvage.ts';
import { connect } from './storage.ts';
import { tableRanges } from './table-ranges.ts';

const pageBytes = 4096;

/** Overwrites whole pages, numbered from 1, the way a failing disk does. */
function destroy(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(file, bytes);
}

test('D11: with five destroyed pages and no backup, more than 99 % of 60,000 rows are saved and the person is notified', () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes, createTags]);
  first.database.transaction(() => {
    for (let count = 0; count < 60_000; count += 1) first.insert(`note ${count} ${'x'.repeat(count % 200)}`);
  });
  const { file } = first.database;
  first.database.close();
  const leaves = leafPages(file, 'notes');
  destroy(
    file,
    [0.1, 0.3, 0.5, 0.7, 0.9].map(part => leaves[Math.floor(part * leaves.length)]!),
  );
  writeFileSync(`${file}.suspect`, '');

  const second = openNotes(folder, [createNotes, createTags]);
  const texts = second.texts();
  const { recovered } = second.database;
  second.insert('and it goes on');
  expect({
    kept: texts.length > 59_700,
    salvaged: recovered?.salvaged,
    wrong: texts.filter(text => !/^note \d+ x*$/.test(text)).length,
    version: second.database.prepare('PRAGMA user_version').get(),
    indexed: second.database.prepare<{ id: number }>('SELECT id FROM notes WHERE text = ?').get('note 0 ')?.id,
    keptAs: statSync(recovered?.keptAs ?? '').size > 0,
  }).toEqual({ kept: true, salvaged: { rows: texts.length }, wrong: 0, version: { user_version: 20 }, indexed: 1, keptAs: true });
  second.database.close();
});

test('D11: every kind of table and every value is copied, including row ids and everything undamaged', () => {
  using folder = tempFolder();
  const { database } = openNotes(folder, []);
  database.exec(`
    CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB, half REAL, made INTEGER GENERATED ALWAYS AS (id * 2) STORED) STRICT;
    CREATE TABLE bare (a, "odd name");
    CREATE TABLE keyed (k TEXT PRIMARY KEY, v INTEGER) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5(text);
    CREATE VIEW doubled AS SELECT made FROM numbered;
    CREATE INDEX by_half ON numbered (half);
    CREATE TRIGGER grow AFTER INSERT ON bare BEGIN INSERT INTO keyed VALUES (new.a, 1); END;
    INSERT INTO numbered (id, body, half) VALUES (-5, x'00ff', 0.5), (9007199254740993, NULL, NULL);
    INSERT INTO bare (rowid, a, "odd name") VALUES (7, 'seven', 2);
    INSERT INTO words VALUES ('hello there');
  `);
  database.close();
  const into = folder.file('new.sqlite');
  const salvaged = salvage(database.file, into, connect);
  const fresh = connect(into, 'read');
  const all = (sql: string) => fresh.prepare(sql).all();
  expect({
    rows: salvaged !== undefined,
    numbered: all('SELECT CAST(id AS TEXT) AS id, hex(body) AS body, half, CAST(made AS TEXT) AS made FROM numbered'),
    bare: all('SELECT rowid, * FROM bare'),
    keyed: all('SELECT * FROM keyed'),
    words: all("SELECT text FROM words WHERE words MATCH 'hello'"),
    schema: all("SELECT type, name FROM sqlite_schema WHERE type != 'table' AND sql IS NOT NULL ORDER BY name"),
  }).toEqual({
    rows: true,
    numbered: [
      { id: '-5', body: '00FF', half: 0.5, made: '-10' },
      { id: '9007199254740993', body: '', half: null, made: '18014398509481986' },
    ],
    bare: [{ rowid: 7, a: 'seven', 'odd name': 2 }],
    keyed: [{ k: 'seven', v: 1 }],
    words: [{ text: 'hello there' }],
    schema: [
      { type: 'index', name: 'by_half' },
      { type: 'view', name: 'doubled' },
      { type: 'trigger', name: 'grow' },
    ].sort((a, b) => a.name.localeCompare(b.name)),
  });
  fresh.close();
});

test('D11: whatever pages are destroyed, salvage ends, invents no row and does not change the damaged file', () => {
  using folder = tempFolder();
  const first = openNotes(folder, [createNotes, createTags]);
  first.database.transaction(() => {
    for (let count = 0; count < 3000; count += 1) first.insert(`note ${count} ${'x'.repeat(count % 200)}`);
  });
  const { file } = first.database;
  first.database.close();
  const whole = readFileSync(file);
  const pages = whole.length / pageBytes;
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: pages }), { maxLength: 6 }), destroyed => {
      writeFileSync(file, whole);
      destroy(file, destroyed);
      const damaged = readFileSync(file);
      const into = folder.file('new.sqlite');
      const salvaged = salvage(file, into, connect);
      expect(readFileSync(file).equals(damaged)).toBe(true);
      if (!salvaged) return;
      const fresh = connect(into, 'read');
      const texts = fresh.prepare('SELECT id, text FROM notes').all() as { id: number; text: string }[];
      fresh.close();
      expect(texts.filter(({ id, text }) => text !== `note ${id - 1} ${'x'.repeat((id - 1) % 200)}`)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

function leafPages(file: string, table: string): number[] {
  const connection = connect(file, 'read');
  const { root } = connection.prepare('SELECT rootpage AS root FROM sqlite_schema WHERE name = ?').get(table) as { root: number };
  connection.close();
  const bytes = readFileSync(file);
  const found: number[] = [];
  const walk = (page: number): void => {
    const at = (page - 1) * pageBytes;
    if (bytes[at] !== 5) return void found.push(page);
    for (let cell = 0; cell < bytes.readUInt16BE(at + 3); cell += 1) walk(bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12 + 2 * cell)));
    walk(bytes.readUInt32BE(at + 8));
  };
  walk(root);
  expect(tableRanges(file, pageBytes, root).length).toBe(found.length);
  return found;
}
