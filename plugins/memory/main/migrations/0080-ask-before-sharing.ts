import type { Migration } from '@atelier/kernel';

/** A folder that says that it is a copy of a repository whose memories are there waits for the person. */
export const askBeforeSharing: Migration = {
  id: 80,
  name: 'ask before a repository is shared',
  up(db) {
    db.exec(`
      CREATE TABLE proposals_of_three (
        number INTEGER PRIMARY KEY,
        id     TEXT NOT NULL UNIQUE,
        kind   TEXT NOT NULL CHECK (kind IN ('capture', 'merge', 'share')),
        -- What makes two proposals the same: a salted hash of the words, or of the words of both memories; the folder and the repository.
        same   TEXT NOT NULL UNIQUE,
        -- A draft, the ids of memories, or a folder and the key that it claims.
        what   TEXT NOT NULL,
        conversation TEXT,
        at     INTEGER NOT NULL
      ) STRICT;
      INSERT INTO proposals_of_three (number, id, kind, same, what, conversation, at)
        SELECT number, id, kind, same, what, conversation, at FROM proposals;
      DROP TABLE proposals;
      ALTER TABLE proposals_of_three RENAME TO proposals;
    `);
  },
};
