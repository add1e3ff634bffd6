import type { Migration } from '@atelier/kernel';

/** What fitted a message and was not told for want of room, and what those that were told took of it. */
export const keepWhatHadNoRoom: Migration = {
  id: 120,
  name: 'keep what had no room',
  up(db) {
    db.exec(`
      CREATE TABLE untold (
        conversation TEXT NOT NULL,
        message      TEXT NOT NULL,
        memory       TEXT NOT NULL,
        score        REAL NOT NULL,
        at           INTEGER NOT NULL,
        said         INTEGER,
        PRIMARY KEY (conversation, message, memory)
      ) STRICT, WITHOUT ROWID;
      -- Characters of the prompt: a token is about four of them.
      CREATE TABLE told_sizes (
        conversation TEXT NOT NULL,
        message      TEXT NOT NULL,
        characters   INTEGER NOT NULL,
        PRIMARY KEY (conversation, message)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
