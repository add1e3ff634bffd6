import type { Migration } from '@atelier/kernel';

export const trustedFolders: Migration = {
  id: 20,
  name: 'trusted folders',
  up(db) {
    db.exec(`
      -- Folders whose roles the person trusts, as they were then.
      CREATE TABLE trusted_folders (
        folder     TEXT PRIMARY KEY,
        checksum   TEXT NOT NULL,
        trusted_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
