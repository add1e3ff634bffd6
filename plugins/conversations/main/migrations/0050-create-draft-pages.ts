import type { Migration } from '@atelier/kernel';

/** Which save of each page a draft has: a page that saves again without having heard an answer doubles nothing. */
export const createDraftPages: Migration = {
  id: 50,
  name: 'create draft pages',
  up(db) {
    db.exec(`
      CREATE TABLE draft_pages (
        of TEXT NOT NULL,
        by TEXT NOT NULL,
        edit INTEGER NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (of, by)
      ) STRICT;
    `);
  },
};
