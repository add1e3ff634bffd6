import type { Migration } from '@atelier/kernel';

/** What is being done to the files of a skill, so that a start after a kill ends it. */
export const changesUnderWay: Migration = {
  id: 30,
  name: 'changes under way',
  up(db) {
    db.exec(`
      CREATE TABLE changes (
        skill     TEXT PRIMARY KEY,
        wanted    TEXT NOT NULL CHECK (wanted IN ('installed', 'removed', 'on', 'off')),
        -- Of the files that are installed.
        integrity TEXT
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
