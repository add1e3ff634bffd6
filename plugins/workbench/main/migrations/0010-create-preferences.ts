import type { Migration } from '@atelier/kernel';

export const createPreferences: Migration = {
  id: 10,
  name: 'create preferences',
  up(db) {
    db.exec(`
      CREATE TABLE preferences (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT;
    `);
  },
};
