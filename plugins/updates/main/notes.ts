import type { Database } from '@atelier/kernel';
import type { Note } from '../contract/index.ts';

export interface Notes {
  add(note: Note): void;
  /** The newest first. */
  all(): Note[];
  count(): number;
}

export function openNotes(db: Database): Notes {
  const insert = db.prepare('INSERT INTO notes (id, text, created_at) VALUES (?, ?, ?)');
  const select = db.prepare<Note>('SELECT id, text, created_at AS createdAt FROM notes ORDER BY created_at DESC, rowid DESC');
  const count = db.prepare<{ notes: number }>('SELECT count(*) AS notes FROM notes');
  return {
    add: ({ id, text, createdAt }) => void insert.run(id, text, createdAt),
    all: () => select.all(),
    count: () => count.get()?.notes ?? 0,
  };
}
