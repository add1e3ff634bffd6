import { constants, copyFileSync, existsSync, rmSync } from 'node:fs';
import { syncFile } from './backup.ts';
import { type Connect, type Connection, pragmaValue, userVersion } from './connection.ts';
import { preparePrivately, siblingSuffixes } from './database-file.ts';
import { isDamage } from './driver-errors.ts';
import { tableRanges } from './table-ranges.ts';

/** What could be read from a damaged database. */
export interface Salvaged {
  readonly rows: number;
}

interface Part {
  readonly type: 'table' | 'index' | 'view' | 'trigger';
  readonly name: string;
  readonly sql: string;
  readonly root: number;
}

/**
 * Copies what can still be read of a damaged database into the new file `into`: every row but those on destroyed pages.
 * Undefined if not even its tables can be read. The damaged file is not changed.
 */
export function salvage(file: string, into: string, connect: Connect): Salvaged | undefined {
  const copy = `${file}.salvaging`;
  const remove = (path: string): void => {
    for (const suffix of ['', ...siblingSuffixes]) rmSync(`${path}${suffix}`, { force: true });
  };
  remove(copy);
  remove(into);
  try {
    for (const suffix of ['', '-wal']) {
      if (existsSync(`${file}${suffix}`)) copyFileSync(`${file}${suffix}`, `${copy}${suffix}`, constants.COPYFILE_FICLONE);
    }
    const broken = readParts(copy, connect);
    if (broken.parts.length === 0) return undefined;
    preparePrivately(into);
    const rows = rebuild(copy, into, broken, connect);
    syncFile(into);
    return { rows };
  } catch {
    remove(into);
    return undefined;
  } finally {
    remove(copy);
  }
}

interface Broken {
  readonly parts: readonly Part[];
  readonly pageSize: number;
  readonly version: number;
}

/** Checkpoints the journal into the file first, because pages are read from the file only. */
function readParts(copy: string, connect: Connect): Broken {
  const connection = connect(copy, 'write');
  try {
    connection.pragma('journal_mode = DELETE');
    const parts = connection
      .prepare(
        "SELECT type, name, sql, rootpage AS root FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all() as Part[];
    return { parts, pageSize: Number(pragmaValue(connection, 'page_size')), version: userVersion(connection) };
  } finally {
    connection.close();
  }
}

function rebuild(copy: string, into: string, { parts, pageSize, version }: Broken, connect: Connect): number {
  const fresh = connect(into, 'write');
  try {
    fresh.pragma('foreign_keys = OFF');
    fresh.prepare('ATTACH ? AS broken').run(copy);
    // No transaction around everything: after the first damage in a transaction SQLite refuses the rest. A failed file is deleted.
    for (const pragma of ['journal_mode = PERSIST', 'synchronous = OFF']) fresh.pragma(pragma);
    // A virtual table creates its own tables, and only it may fill them.
    const tables = parts.filter(({ type, name, sql }) => type === 'table' && !isThere(fresh, name) && fresh.exec(sql));
    let rows = 0;
    for (const table of tables) rows += copyTable(fresh, table, tableRangesOf(copy, pageSize, table));
    for (const { type, sql } of parts) if (type !== 'table') attempt(() => fresh.exec(sql));
    fresh.pragma(`main.user_version = ${version}`);
    fresh.exec('DETACH broken');
    fresh.pragma('journal_mode = DELETE');
    if (pragmaValue(fresh, 'quick_check(1)') !== 'ok') throw new Error('the salvaged database is damaged too');
    return rows;
  } finally {
    fresh.close();
  }
}

function tableRangesOf(copy: string, pageSize: number, { sql, root }: Part) {
  // A virtual table has no pages of its own; a table without row ids has pages of another kind.
  if (root === 0 || /\bWITHOUT\s+ROWID\b/i.test(sql.slice(sql.lastIndexOf(')')))) return undefined;
  return tableRanges(copy, pageSize, root);
}

function copyTable(fresh: Connection, { name, root }: Part, ranges: ReturnType<typeof tableRanges> | undefined): number {
  const columns = (fresh.prepare(`PRAGMA main.table_xinfo(${quoted(name)})`).all() as { name: string; hidden: number }[])
    .filter(({ hidden }) => hidden === 0)
    .map(column => quoted(column.name));
  const list = columns.join(', ');
  const [to, from] = [`main.${quoted(name)}`, `broken.${quoted(name)}`];
  if (root === 0) return copyVirtual(fresh, name, `INSERT INTO ${to} (rowid, ${list}) SELECT rowid, ${list} FROM ${from}`);
  if (!ranges) return copyFromBothEnds(fresh, `INSERT OR IGNORE INTO ${to} (${list}) SELECT ${list} FROM ${from} ORDER BY`, list);
  const numbered = columns.some(column => /^"(?:rowid|oid|_rowid_)"$/i.test(column)) ? list : `rowid, ${list}`;
  const copy = `INSERT OR IGNORE INTO ${to} (${numbered}) SELECT ${numbered} FROM ${from} NOT INDEXED WHERE`;
  const many = fresh.prepare(`${copy} rowid BETWEEN ? AND ?`);
  const one = fresh.prepare(`${copy} rowid = ?`);
  const next = fresh.prepare(
    `SELECT CAST(rowid AS TEXT) AS number FROM ${from} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT 1`,
  );
  let rows = 0;
  for (const { from: first, to: last } of ranges) {
    const all = attempt(() => many.run(first, last).changes);
    if (all !== undefined) rows += all;
    // Row by row, without reading ahead: the next page may be the destroyed one, or only the overflow page of one row.
    else {
      for (let at = first; at <= last; at += 1n) {
        const found = attempt(() => next.get(at, last) as { number: string } | undefined);
        if (!found) break;
        at = BigInt(found.number);
        rows += attempt(() => one.run(at).changes) ?? 0;
      }
    }
  }
  return rows;
}

/** Its rows if it stores them itself, else a rebuild from the tables that do. */
function copyVirtual(fresh: Connection, name: string, copy: string): number {
  const rows = attempt(() => fresh.prepare(copy).run().changes);
  if (rows === undefined) attempt(() => fresh.exec(`INSERT INTO main.${quoted(name)} (${quoted(name)}) VALUES ('rebuild')`));
  return rows ?? 0;
}

/** For tables that are ordered by their key: all rows up to the first damage, and all after the last. */
function copyFromBothEnds(fresh: Connection, copy: string, columns: string): number {
  let rows = 0;
  const order = columns.split(', ').map((_, index) => index + 1);
  for (const direction of ['ASC', 'DESC']) {
    const some = fresh.prepare(`${copy} ${order.map(number => `${number} ${direction}`).join(', ')} LIMIT ? OFFSET ?`);
    for (let [size, done] = [65_536, 0]; size >= 1; ) {
      const read = attempt(() => some.run(size, done).changes);
      if (read === undefined) size = Math.floor(size / 2);
      else if (read === 0) break;
      else {
        rows += read;
        done += size;
      }
    }
  }
  return rows;
}

function isThere(fresh: Connection, name: string): boolean {
  return fresh.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Ignores damage and rows that violate a constraint; throws any other error. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isDamage(error) || String((error as { code?: unknown }).code).startsWith('SQLITE_')) return undefined;
    throw error;
  }
}
