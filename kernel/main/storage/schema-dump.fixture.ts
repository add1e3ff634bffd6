import type { Database } from '@atelier/kernel';

interface SchemaRow {
  readonly name: string;
  readonly owner: string;
  readonly kind: string;
  readonly sql: string;
}

/** A text with a database's tables, each followed by its indexes and triggers; the same text for the same schema. */
export function dumpSchema(database: Database): string {
  const rows = database
    .prepare<SchemaRow>(
      `SELECT name, tbl_name AS owner, type AS kind, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
       ORDER BY tbl_name, instr('table view index trigger', type), name`,
    )
    .all();
  const version = database.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
  return [`-- Step ${version}. Generated from the migrations; do not edit.`, ...rows.map(({ sql }) => `${dedent(sql)};`)]
    .join('\n\n')
    .concat('\n');
}

function dedent(sql: string): string {
  const [first = '', ...rest] = sql.split('\n');
  const depths = rest.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  // The closing bracket is indented like the start of the statement.
  const depth = depths.length > 0 ? Math.min(...depths) : 0;
  return [first, ...rest.map(line => line.slice(depth).trimEnd())].join('\n');
}
