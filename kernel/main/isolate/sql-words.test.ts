import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Driver from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { refusedWord } from './sql-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what reaches beyond its own database is refused by the word that does it', () => {
  const statements = [
    "attach 'x' as y",
    'SELECT 1; /* a */ DETACH y',
    "VACUUM main INTO 'x'",
    "SELECT load_extension('x')",
    'SELECT "load_extension"(\'x\')',
    'PRAGMA writable_schema=1',
    'PRAGMA main . "writable_schema" = 1',
    'PRAGMA/**/journal_mode',
    'EXPLAIN PRAGMA user_version = 3',
    "SELECT $x('); ATTACH 'x' AS y; --')",
    "\ufeffATTACH 'x' AS y",
    "SELECT '\0'; ATTACH 'x' AS y",
  ];
  expect(statements.map(refusedWord)).toEqual([
    ...['ATTACH', 'DETACH', 'VACUUM INTO', 'LOAD_EXTENSION', 'LOAD_EXTENSION', 'PRAGMA writable_schema', 'PRAGMA', 'PRAGMA journal_mode'],
    ...['PRAGMA user_version', '$(', 'ATTACH', 'NUL'],
  ]);
});

test('the same words are allowed where they are only data', () => {
  const statements = [
    "INSERT INTO t VALUES ('ATTACH ''x'' AS y')",
    'SELECT "attach" FROM [detach]',
    '-- ATTACH\nSELECT 1 /* DETACH */',
    'VACUUM; INSERT INTO t VALUES (1)',
    'PRAGMA table_info(notes)',
    'PRAGMA main.quick_check',
    'SELECT :a, @b, $c FROM t WHERE vacuum = 1',
  ];
  expect(statements.map(refusedWord)).toEqual(statements.map(() => undefined));
});

// SQLite itself is the judge: whatever text makes it attach a database must have been refused.
test('no text that SQLite would take as ATTACH gets through', () => {
  const pieces = [
    "'",
    '"',
    '`',
    '[',
    ']',
    '--',
    '\n',
    '/*',
    '*/',
    ';',
    '$x(',
    ')',
    '$',
    ':a',
    '@',
    '#',
    "x'",
    '\ufeff',
    '\u00a0',
    ' ',
    'SELECT 1',
    'a',
    '1',
    '.',
    "''",
  ];
  const attach = ["ATTACH ':memory:' AS other", "attach/**/':memory:'AS other", '\ufeffATTACH ":memory:" AS other'];
  const texts = fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.constantFrom(...attach) }),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(texts, parts => {
      const sql = parts.join('');
      if (refusedWord(sql) !== undefined) return true;
      using database = openDriver();
      try {
        database.driver.exec(sql);
      } catch {
        // What stands before the mistake has run all the same.
      }
      return (database.driver.pragma('database_list') as unknown[]).length === 1;
    }),
    { numRuns: 3000 },
  );
});

function openDriver() {
  const driver = new Driver(':memory:');
  return { driver, [Symbol.dispose]: () => void driver.close() };
}
