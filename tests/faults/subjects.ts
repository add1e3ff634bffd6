import { copyFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Log, Migration } from '@atelier/kernel';
import { Ring } from '../../kernel/main/black-box/ring.ts';
import { askForRestore } from '../../kernel/main/storage/asked-restore.ts';
import { backupsOf } from '../../kernel/main/storage/backup.ts';
import { JsonFile } from '../../kernel/main/storage/json-file.ts';
import { type DatabaseOptions, openDatabase } from '../../kernel/main/storage/storage.ts';

/** What the JSON file holds; the filler makes its length vary. */
export interface Count {
  readonly count: number;
  readonly filler: string;
}

/** The JSON file under test. */
export function counterFile(folder: string, log: Log): JsonFile<Count> {
  return new JsonFile<Count>({
    path: join(folder, 'counter.json'),
    fallback: { count: 0, filler: '' },
    log,
    validate: value => {
      const isCount = typeof value === 'object' && value !== null && 'count' in value && 'filler' in value;
      return isCount ? { ok: true, value: value as Count } : { ok: false, why: 'it holds no count' };
    },
  });
}

/** The black box under test, small enough to begin anew many times. */
export function ringIn(folder: string): Ring {
  return new Ring([join(folder, 'black-box.0.jsonl'), join(folder, 'black-box.1.jsonl')], ringBytes);
}

export const ringBytes = 1000;

/** What the database under test looks like before its migration. */
export const oldSteps: readonly Migration[] = [
  {
    id: 10,
    name: 'create entries',
    up: db => db.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, half TEXT NOT NULL, filler TEXT NOT NULL) STRICT;'),
  },
];

/** Three steps that take long enough to be killed in. */
export const newSteps: readonly Migration[] = [
  ...oldSteps,
  {
    id: 20,
    name: 'add length',
    up: db => db.exec('ALTER TABLE entries ADD COLUMN length INTEGER NOT NULL DEFAULT 0; UPDATE entries SET length = length(filler);'),
  },
  {
    id: 30,
    name: 'rebuild',
    up: db =>
      db.exec(`
        CREATE TABLE entries_new (id INTEGER PRIMARY KEY, half TEXT NOT NULL, filler TEXT NOT NULL, length INTEGER NOT NULL) STRICT;
        INSERT INTO entries_new SELECT id, half, filler, length FROM entries;
        DROP TABLE entries;
        ALTER TABLE entries_new RENAME TO entries;
      `),
  },
  { id: 40, name: 'index', up: db => db.exec('CREATE INDEX entries_by_length ON entries (length, half);') },
];

/** Makes a backup with one row, puts back the many rows that there were, and asks for the backup. */
export async function wishRestore(file: string, options: DatabaseOptions): Promise<void> {
  copyFileSync(file, `${file}.many`);
  const database = openDatabase(file, oldSteps, options);
  database.exec('DELETE FROM entries WHERE id > 1');
  await database.backUp();
  database.close();
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  copyFileSync(`${file}.many`, file);
  const [backup] = backupsOf({ owner: options.owner, file, folder: options.backups });
  askForRestore({ file }, basename(backup?.file ?? ''));
}
