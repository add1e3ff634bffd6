import type { Migration } from '@atelier/kernel';

/** What a memory said before an edit, so that forgetting the memory keeps that out too. */
export const keepFormerWords: Migration = {
  id: 40,
  name: 'know the former words of edits',
  up(db) {
    db.exec(`
      -- Salted hashes, as those of a tombstone. They count once there is a tombstone of their memory.
      CREATE TABLE former_words (
        memory  TEXT NOT NULL,
        said    INTEGER NOT NULL,
        telling INTEGER,
        sketch  BLOB NOT NULL,
        PRIMARY KEY (memory, said)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
