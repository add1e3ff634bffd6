import { join } from 'node:path';
import type { Log, Migration } from '@atelier/kernel';
import { JsonFile } from '../../kernel/main/storage/json-file.ts';

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
