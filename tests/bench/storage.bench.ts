import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '@atelier/kernel';
import { connect, openDatabase } from '../../kernel/main/storage/storage.ts';
import type { Bench } from './bench.ts';
import { alternating, timed } from './measure.ts';

const commits = 100;
const rounds = 15;
const table = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT';
const insert = 'INSERT INTO notes (text) VALUES (?)';
const text = 'x'.repeat(200);
const createNotes: Migration = { id: 10, name: 'create notes', up: db => db.exec(table) };
const quiet = () => undefined;

/** A commit through an extension's database, against the driver alone with the same pragmas. For information: the disk decides. */
export default {
  name: 'storage',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const ours = openDatabase(join(folder, 'ours', 'notes.sqlite'), [createNotes], { owner: '@bench/notes', backups: folder, log });
    const bareFile = join(folder, 'bare.sqlite');
    writeFileSync(bareFile, '');
    const bare = connect(bareFile, 'write');
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF']) bare.pragma(pragma);
    bare.exec(table);
    const each = (statement: { run(text: string): unknown }) => async () =>
      (await timed(() => {
        for (let n = 0; n < commits; n += 1) statement.run(text);
      })) / commits;
    try {
      const times = await alternating(rounds, { bare: each(bare.prepare(insert)), ours: each(ours.prepare(insert)) });
      return [
        { what: 'commit of one row, the driver alone', value: times.time('bare') * 1000, unit: 'us', ratio: 1 },
        {
          what: 'commit of one row, an extension’s database',
          value: times.time('ours') * 1000,
          unit: 'us',
          ratio: times.ratio('ours', 'bare'),
        },
      ];
    } finally {
      bare.close();
      ours.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
