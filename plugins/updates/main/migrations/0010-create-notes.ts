import type { Migration } from '@atelier/kernel';

export const createNotes: Migration = {
  id: 10,
  name: 'create notes',
  up(db) {
    db.exec(`
      CREATE TABLE notes (
        id         TEXT PRIMARY KEY,
        text       TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX notes_by_time ON notes (created_at);
    `);
  },
};
