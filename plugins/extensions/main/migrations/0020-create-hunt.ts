import type { Migration } from '@atelier/kernel';

export const createHunt: Migration = {
  id: 20,
  name: 'create hunt',
  up(db) {
    db.exec(`
      CREATE TABLE hunt (
        only       INTEGER PRIMARY KEY CHECK (only = 1),
        phase      TEXT NOT NULL CHECK (phase IN ('asking', 'found', 'none')),
        step       INTEGER NOT NULL,
        culprit    TEXT
      ) STRICT;
      CREATE TABLE hunted (
        extension  TEXT PRIMARY KEY,
        place      INTEGER NOT NULL UNIQUE,
        suspect    INTEGER NOT NULL CHECK (suspect IN (0, 1)),
        off        INTEGER NOT NULL CHECK (off IN (0, 1))
      ) STRICT;
    `);
  },
};
