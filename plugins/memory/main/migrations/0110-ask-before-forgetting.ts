import type { Migration } from '@atelier/kernel';

/** What an extension wants to have forgotten waits for the person, where it is more than a few. */
export const askBeforeForgetting: Migration = {
  id: 110,
  name: 'ask before an extension forgets',
  up(db) {
    db.exec(`
      CREATE TABLE proposals_of_four (
        number INTEGER PRIMARY KEY,
        id     TEXT NOT NULL UNIQUE,
        kind   TEXT NOT NULL CHECK (kind IN ('capture', 'merge', 'share', 'forget')),
        -- What makes two proposals the same: a salted hash of the words, or of the words of both memories; the folder and the repository; the
        -- extension that wants to forget.
        same   TEXT NOT NULL UNIQUE,
        -- A draft, the ids of memories, a folder and the key that it claims, or an extension and the ids of memories.
        what   TEXT NOT NULL,
        conversation TEXT,
        at     INTEGER NOT NULL
      ) STRICT;
      INSERT INTO proposals_of_four (number, id, kind, same, what, conversation, at)
        SELECT number, id, kind, same, what, conversation, at FROM proposals;
      DROP TABLE proposals;
      ALTER TABLE proposals_of_four RENAME TO proposals;
    `);
  },
};
