import type { Database, Migration } from '@atelier/kernel';
import type { Note } from './contract.ts';

/** The migrations of the database, in order. A released one never changes; the next one is 20. */
export const migrations: readonly Migration[] = [
  {
    id: 10,
    name: 'create notes',
    up: db => db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT'),
  },
];

/** The stored notes, newest first. */
export function openNotes(db: Database) {
  const all = db.prepare<Note>('SELECT id, text, created_at AS createdAt FROM notes ORDER BY id DESC');
  const insert = db.prepare<Note>('INSERT INTO notes (text, created_at) VALUES (?, ?) RETURNING id, text, created_at AS createdAt');
  const remove = db.prepare('DELETE FROM notes WHERE id = ?');
  return {
    all: () => all.all(),
    add: (text: string, now: number) => insert.get(text, now) as Note,
    remove: (id: number) => void remove.run(id),
  };
}
