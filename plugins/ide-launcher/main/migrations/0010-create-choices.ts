import type { Migration } from '@atelier/kernel';

export const createChoices: Migration = {
  id: 10,
  name: 'create choices',
  up(db) {
    db.exec(`
      CREATE TABLE choices (
        project TEXT PRIMARY KEY,
        editor  TEXT NOT NULL,
        turn    INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
