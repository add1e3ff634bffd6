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
  ];
  expect(refused.filter(sql => refusedStatement(sql) === undefined)).toEqual([]);
});

test('ordinary statements pass, also with words that look like the refused ones', () => {
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
