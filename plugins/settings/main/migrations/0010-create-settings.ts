import type { Migration } from '@atelier/kernel';

export const createSettings: Migration = {
  id: 10,
  name: 'create settings',
  up(db) {
    db.exec(`
      CREATE TABLE settings (
        extension  TEXT NOT NULL,
        section    TEXT NOT NULL,
        id         TEXT NOT NULL,
        value      TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (extension, section, id)
      ) STRICT;
    `);
  },
};
