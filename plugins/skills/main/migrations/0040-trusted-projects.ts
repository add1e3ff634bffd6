import type { Migration } from '@atelier/kernel';

/** Projects whose skills the person trusts, as they were then. */
export const trustedProjects: Migration = {
  id: 40,
  name: 'trusted projects',
  up(db) {
    db.exec(`
      CREATE TABLE trusted_projects (
        folder     TEXT PRIMARY KEY,
        checksum   TEXT NOT NULL,
        trusted_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
