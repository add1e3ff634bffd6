import type { Migration } from '@atelier/kernel';

export const createSupply: Migration = {
  id: 30,
  name: 'create supply',
  up(db) {
    db.exec(`
      CREATE TABLE first_seen (
        extension TEXT NOT NULL,
        version   TEXT NOT NULL,
        at        INTEGER NOT NULL,
        PRIMARY KEY (extension, version)
      ) STRICT;
      CREATE TABLE registry_keys (
        registry TEXT NOT NULL,
        key_id   TEXT NOT NULL,
        key      TEXT NOT NULL,
        expires  INTEGER,
        PRIMARY KEY (registry, key_id)
      ) STRICT;
      CREATE TABLE block_lists (
        key      TEXT PRIMARY KEY,
        sequence INTEGER NOT NULL,
        list     TEXT NOT NULL,
        read_at  INTEGER NOT NULL
      ) STRICT;
      ALTER TABLE updates ADD COLUMN published_at INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
