import { existsSync, readdirSync } from 'node:fs';
import type { Migration } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { openDatabase } from '../main/storage/storage.ts';
import { keptLog } from './kept-log.ts';
import type { TempFolder } from './temp-folder.ts';

/** The first step of a small database of notes. */
export const createNotes: Migration = {
  id: 10,
  name: 'create notes',
  up: db => db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;'),
};
/** Its second step. */
export const createTags: Migration = {
  id: 20,
  name: 'create tags',
  up: db => db.exec('CREATE TABLE tags (note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE, name TEXT NOT NULL) STRICT;'),
};

/** Opens the database in the folder, as the kernel would. */
export function openNotes(folder: TempFolder, migrations: readonly Migration[]) {
  const log = keptLog();
  const database = openDatabase(folder.file('data/notes.sqlite'), migrations, {
    owner: '@test/notes',
    backups: folder.file('backups'),
    log,
  });
  const insert = (text: string) => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
  const texts = () =>
    database
      .prepare<{ text: string }>('SELECT text FROM notes ORDER BY id')
      .all()
      .map(row => row.text);
  return { database, log, insert, texts };
}

/** The code of the AppError that `work` throws. */
export function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? error.code : `not an AppError: ${error}`;
  }
  return 'nothing was thrown';
}

/** The names of the backups in the folder, the oldest first. */
export function backupNames(folder: TempFolder): string[] {
  return existsSync(folder.file('backups'))
    ? readdirSync(folder.file('backups'))
        .filter(name => name.endsWith('.sqlite'))
        .sort()
    : [];
}
