import type { Migration } from '@atelier/kernel';

export const createApprovedTools: Migration = {
  id: 40,
  name: 'create approved tools',
  up(db) {
    db.exec(`
      CREATE TABLE approved_tools (
        extension   TEXT NOT NULL,
        name        TEXT NOT NULL,
        words       TEXT NOT NULL,
        approved_at INTEGER NOT NULL,
        PRIMARY KEY (extension, name)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
