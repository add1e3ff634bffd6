import Driver from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusedStatement } from './sql-guard.ts';

test('a statement that leaves the own file, transaction or settings is refused, however it is written', () => {
  const refused = [
    "ATTACH '/elsewhere.sqlite' AS x",
    "attach database 'x' as y",
    "/* a */ -- b\n ; ;\tATTACH 'x' AS y",
    "SELECT ';' ; ATTACH 'x' AS y",
    "SELECT 'it''s' || \";\" || [;] || `;`; ATTACH 'x' AS y",
    "SELECT 1; /* ' */ ATTACH 'x' AS y /* ' */",
    "\ufeffATTACH 'x' AS y",
    "SELECT 1;\ufeff ATTACH 'x' AS y",
    "SELECT 1\0; ATTACH 'x' AS y",
    "VACUUM INTO '/elsewhere.sqlite'",
    'VACUUM',
    'BEGIN',
    'COMMIT; SELECT 1',
    'END',
    'ROLLBACK',
    'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; END',
    "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; ATTACH 'x' AS y",
    'PRAGMA synchronous = OFF',
    'PRAGMA main.synchronous = OFF',
    'PRAGMA "synchronous" = OFF',
    'PRAGMA user_version = 7',
    'PRAGMA user_version(7)',
    'PRAGMA writable_schema = ON',
    'EXPLAIN PRAGMA synchronous = OFF',
    'EXPLAIN QUERY PLAN PRAGMA synchronous = OFF',
    'PRAGMA main . "writable_schema" = 1',
    'PRAGMA main.user_version = 3',
    'PRAGMA/**/journal_mode',
    'EXPLAIN PRAGMA table_info(notes)',
    "VACUUM main INTO 'x'",
    "SELECT load_extension('x')",
    'SELECT "load_extension" /**/ (\'x\')',
    "SELECT [fts3_tokenizer]('x', x'00')",
    "SELECT $x('); ATTACH 'x' AS y; --')",
    "SELECT 1;ATTACH 'x' AS y",
    "SELECT '\0'; ATTACH 'x' AS y",
    "SELECT 1; \vATTACH 'x' AS y",
  ];
  expect(refused.filter(sql => refusedStatement(sql) === undefined)).toEqual([]);
});

test('ordinary statements pass, also with words similar to the refused ones', () => {
  const allowed = [
    "INSERT INTO notes VALUES ('ATTACH; VACUUM; PRAGMA x')",
    'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = CASE WHEN 1 THEN 2 END; DELETE FROM b; END; SELECT 1;',
    'CREATE TABLE "attach" (vacuum TEXT, "begin" TEXT)',
    'SELECT attach FROM t -- ; ATTACH',
    'EXPLAIN QUERY PLAN SELECT 1',
    'PRAGMA user_version;',
    'PRAGMA table_info(notes)',
    'PRAGMA foreign_key_check',
    'SELECT * FROM constructor',
    'PRAGMA main.quick_check',
    'PRAGMA main.user_version;',
    "INSERT INTO t VALUES ('load_extension', (1))",
    'SELECT :a, @b, $c, ?1 FROM t WHERE vacuum = 1',
    'SELECT load_extension FROM t',
    '',
    'constructor',
  ];
  expect(allowed.map(refusedStatement).filter(refusal => refusal !== undefined)).toEqual([]);
});

test('a statement of many megabytes is read to its end', () => {
  const long = 'x'.repeat(20_000_000);
  expect([
    refusedStatement(`INSERT INTO a VALUES ('${long}')`),
    refusedStatement(`SELECT '${long}'; /* ${long} */ ATTACH 'x' AS y`)?.statement,
  ]).toEqual([undefined, 'ATTACH']);
});

// SQLite itself is the oracle: a text that makes it attach a database, begin a transaction or change a setting must have been
// refused before.
test('no text that SQLite executes as one of those is accepted', () => {
  const pieces = ["'", '"', '`', '[', ']', '--', '\n', '/*', '*/', ';', '$x(', '(', ')', '$', ':a', '@', '#', "x'", '\ufeff', '\u00a0'];
  const plain = [' ', 'SELECT 1', 'a', '1', '.', "''", '\v', '=', 'EXPLAIN', 'QUERY PLAN', 'main', 'END', 'CREATE TRIGGER'];
  const harmful = [
    "ATTACH ':memory:' AS other",
    "attach/**/':memory:'AS other",
    '\ufeffATTACH ":memory:" AS other',
    'BEGIN',
    'SAVEPOINT a',
    'PRAGMA user_version',
    'PRAGMA main.user_version=7',
    'CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END',
  ];
  const texts = fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces, ...plain) }, { weight: 2, arbitrary: fc.constantFrom(...harmful) }),
    { maxLength: 12 },
  );
  const untouched = { databases: 1, inTransaction: false, version: 0 };
  fc.assert(
    fc.property(texts, parts => {
      const sql = parts.join('');
      if (refusedStatement(sql) === undefined) expect(afterRunning(sql)).toEqual(untouched);
    }),
    { numRuns: 4000 },
  );
});

function afterRunning(sql: string) {
  const driver = new Driver(':memory:');
  try {
    driver.exec('CREATE TABLE a (x)');
    driver.exec(sql);
  } catch {
    // The statements before the error have run.
  }
  const { inTransaction } = driver;
  const state = {
    databases: (driver.pragma('database_list') as { name: string }[]).filter(({ name }) => name !== 'temp').length,
    inTransaction,
    version: driver.pragma('user_version', { simple: true }),
  };
  driver.close();
  return state;
}
