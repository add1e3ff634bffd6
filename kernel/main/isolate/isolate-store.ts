import { writeSync } from 'node:fs';
import { type Database, isAppError, type Log, type Migration } from '@atelier/kernel';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import type { StorageBudget } from '../storage/driver-errors.ts';
import { backUpDue } from '../storage/due-backup.ts';
import type { Recovered } from '../storage/recover.ts';
import { connect, type OpenDatabase, openDatabase } from '../storage/storage.ts';
import { checkWeekly } from '../storage/weekly-check.ts';
import type { StoreAnswer, StoreAsk } from './child/database.ts';
import { syncLines } from './child/sync-line.ts';
import { decode, encode } from './child/wire.ts';
import { fromWireError, toWireError } from './child/wire-error.ts';
import { tellCalls } from './store-watch.ts';

/** The options of a store, as JSON in its only argument. */
export interface StoreOptions {
  readonly id: string;
  readonly file: string;
  readonly backups: string;
  readonly answerBytes: number;
  readonly heapBytes: number;
  readonly budget?: StorageBudget;
}

/** The messages of a store to the kernel, as JSON lines on descriptor 1. */
export type StoreReport =
  | { readonly moved: number }
  | { readonly recovered: Recovered }
  | { readonly damaged: string }
  | { readonly full: true }
  | { readonly level: keyof Log; readonly text: string; readonly fields?: object };

// The entry of a store: kernel code that has one extension's database open, so that an endless query blocks no other extension.
// It exchanges blocking lines with the extension on descriptor 0 and reports to the kernel on descriptor 1.
const options = JSON.parse(process.argv.at(-1) ?? '') as StoreOptions;
const { id } = options;
const lines = syncLines(0, options.answerBytes);
const reportEvery = 65_536;
const lookEveryMs = 60 * 60 * 1000;
let moved = 0;

// The kernel watches descriptor 4 to detect a call that does not end.
const watch = tellCalls(4);

function open(migrations: readonly Migration[]): OpenDatabase {
  const database = openDatabase(options.file, migrations, {
    owner: id,
    backups: options.backups,
    log,
    full: () => report({ full: true }),
    ...(options.budget && { budget: options.budget }),
  });
  // Closes the database on every orderly exit, so that the file needs no check at the next start.
  process.on('exit', () => database.close());
  if (database.recovered) report({ recovered: database.recovered });
  boundHeap();
  return database;
}

async function serve(): Promise<void> {
  let database: OpenDatabase | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  lines.write(encode({ value: 'ready' }));
  for (let ask = next(); ask; ask = next()) {
    if (ask.op === 'open') {
      const steps = ask.migrations.map(({ id, name }) => ({ id, name, up: (inside: Database) => runStep(id, inside) }));
      answer(() => {
        // One file, one connection: a second `ctx.database` uses what the first one opened.
        database ??= open(steps);
        return database.state;
      });
    } else if (database) perform(database, ask);
    else answer(() => refuse('it is not open'));
    // The extension has its answer; its next request waits in the socket.
    if (!database || Date.now() - checkedAt < lookEveryMs) continue;
    checkedAt = Date.now();
    await lookAfter(database);
  }
  if (database) await backUpDue([database], 'end', Date.now(), log);
}

async function lookAfter(database: OpenDatabase): Promise<void> {
  await backUpDue([database], 'hourly', Date.now(), log);
  await checkWeekly([database], Date.now(), log, (_, reason) => report({ damaged: reason }));
}

/** Lets the extension run one of its own migrations over `inside`, and returns when it has finished. */
function runStep(step: number, inside: Database): void {
  send({ step });
  converse(inside);
}

/** Serves until the extension says that this step or transaction is done; throws when it says that it failed. */
function converse(inside: Database): void {
  for (let ask = next(); ask; ask = next()) {
    if (ask.op === 'done') return;
    if (ask.op === 'undo') throw undone;
    if (ask.op === 'failed') throw fromWireError(ask.error);
    perform(inside, ask);
  }
  throw undone;
}

const undone = new Error('the extension gave it up');

function perform(database: Database, ask: StoreAsk): void {
  if (ask.op === 'begin') transact(database);
  else answer(() => query(database, ask));
}

function query(database: Database, ask: StoreAsk): unknown {
  if (ask.op === 'exec') return void database.exec(text(ask.sql));
  if (ask.op === 'prepare') return void statement(database, ask.sql);
  if (ask.op === 'all') return statement(database, ask.sql).all(...ask.params);
  if (ask.op === 'get') return statement(database, ask.sql).get(...ask.params);
  if (ask.op === 'run') return { changes: statement(database, ask.sql).run(...ask.params).changes };
  return refuse(`"${String(ask.op)}" is nothing it does here`);
}

/** The answer to `done` or `undo` is the outcome of the transaction. */
function transact(database: Database): void {
  answer(() => {
    try {
      database.transaction(() => {
        send({});
        converse(database);
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
  });
}

const statements = new WeakMap<Database, Map<string, ReturnType<Database['prepare']>>>();
const keptStatements = 500;

function statement(database: Database, sql: string) {
  const kept = statements.get(database) ?? new Map();
  statements.set(database, kept);
  const known = kept.get(sql);
  if (known) return known;
  if (kept.size >= keptStatements) kept.clear();
  const fresh = database.prepare(text(sql));
  kept.set(sql, fresh);
  return fresh;
}

function text(sql: unknown): string {
  return typeof sql === 'string' ? sql : refuse('SQL is text');
}

function refuse(reason: string): never {
  throw isolateErrors['storage/statement-failed']({ id, reason });
}

function answer(work: () => unknown): void {
  let line: string;
  try {
    line = encode({ value: work() });
    if (line.length > options.answerBytes) throw isolateErrors['storage/answer-too-large']({ id, limit: options.answerBytes });
  } catch (error) {
    const known = isAppError(error) ? error : isolateErrors['storage/statement-failed']({ id, reason: bareReasonOf(error) });
    line = encode({ error: toWireError(known) });
  }
  sendLine(line);
}

function send(frame: StoreAnswer): void {
  sendLine(encode(frame));
}

function sendLine(line: string): void {
  watch.waiting();
  if (!lines.write(line)) process.exit(0);
  count(line.length);
}

function next(): StoreAsk | undefined {
  const line = lines.read();
  if (line === undefined) return undefined;
  watch.running();
  count(line.length);
  try {
    return Object(decode(line)) as StoreAsk;
  } catch {
    return undefined;
  }
}

function count(bytes: number): void {
  moved += bytes;
  if (moved < reportEvery) return;
  report({ moved });
  moved = 0;
}

// The heap limit applies to the whole process, whichever connection sets it.
function boundHeap(): void {
  const connection = connect(options.file, 'write');
  connection.pragma(`hard_heap_limit = ${options.heapBytes}`);
  connection.close();
}

const report = (said: StoreReport) => writeSync(1, `${JSON.stringify(said)}\n`);
const logAt = (level: keyof Log) => (text: string, fields?: object) => void report({ level, text, ...(fields && { fields }) });
const log: Log = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };

try {
  await serve();
} catch (error) {
  process.stderr.write(`${bareReasonOf(error)}\n`);
  process.exit(1);
}
process.exit(0);
