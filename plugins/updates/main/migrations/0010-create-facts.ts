import type { Migration } from '@atelier/kernel';

export const createFacts: Migration = {
  id: 10,
  name: 'create facts',
  up(db) {
    db.exec(`
      CREATE TABLE facts (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT;
    `);
  },
};
