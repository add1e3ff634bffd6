import type { Migration } from '@atelier/kernel';

export const createRatings: Migration = {
  id: 10,
  name: 'create ratings',
  up(db) {
    db.exec(`
      CREATE TABLE ratings (
        conversation TEXT NOT NULL,
        entry        TEXT NOT NULL,
        thumb        INTEGER NOT NULL CHECK (thumb IN (-1, 1)),
        word         TEXT NOT NULL,
        -- That the conversation has recorded.
        candidate    TEXT,
        rated_at     INTEGER NOT NULL,
        PRIMARY KEY (conversation, entry)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ratings_by_candidate ON ratings (candidate);
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
