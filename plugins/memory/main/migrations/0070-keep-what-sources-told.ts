import type { Migration } from '@atelier/kernel';

/** What sources of extensions found for an answer. Nothing else has its words, so they are kept with the answer. */
export const keepWhatSourcesTold: Migration = {
  id: 70,
  name: 'keep what sources of extensions told',
  up(db) {
    db.exec(`
      CREATE TABLE told_by_sources (
        conversation TEXT NOT NULL,
        message      TEXT NOT NULL,
        nth          INTEGER NOT NULL,
        extension    TEXT NOT NULL,
        source       TEXT NOT NULL,
        title        TEXT NOT NULL,
        text         TEXT NOT NULL,
        score        REAL NOT NULL,
        at           INTEGER NOT NULL,
        PRIMARY KEY (conversation, message, nth)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
