import type { Migration } from '@atelier/kernel';

export const createRegistries: Migration = {
  id: 10,
  name: 'create registries',
  up(db) {
    db.exec(`
      CREATE TABLE registries (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        url      TEXT NOT NULL,
        scope    TEXT,
        slot     INTEGER NOT NULL UNIQUE CHECK (slot BETWEEN 1 AND 8),
        token    INTEGER NOT NULL DEFAULT 0 CHECK (token IN (0, 1)),
        added_at INTEGER NOT NULL
      ) STRICT;
      -- An empty address stands for npm's default registry.
      INSERT INTO registries (id, name, url, slot, added_at) VALUES ('npm', 'npm', '', 1, 0);
      CREATE TABLE updates (
        extension  TEXT PRIMARY KEY,
        version    TEXT NOT NULL,
        asks_more  INTEGER NOT NULL CHECK (asks_more IN (0, 1)),
        rights     TEXT NOT NULL,
        checked_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE kept (
        extension TEXT PRIMARY KEY,
        version   TEXT NOT NULL
      ) STRICT;
    `);
  },
};
