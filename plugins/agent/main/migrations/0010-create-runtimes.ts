import type { Migration } from '@atelier/kernel';

export const createRuntimes: Migration = {
  id: 10,
  name: 'create runtimes',
  up(db) {
    db.exec(`
      CREATE TABLE runtimes (
        conversation   TEXT PRIMARY KEY,
        session_file   TEXT,
        model          TEXT,
        thinking_level TEXT,
        access_mode    TEXT NOT NULL DEFAULT 'secure' CHECK (access_mode IN ('secure', 'open')),
        network        INTEGER NOT NULL DEFAULT 0 CHECK (network IN (0, 1)),
        unattended     INTEGER NOT NULL DEFAULT 0 CHECK (unattended IN (0, 1)),
        charged_kind   TEXT,
        charged_of     TEXT,
        cut            INTEGER NOT NULL DEFAULT 0 CHECK (cut IN (0, 1)),
        input          REAL NOT NULL DEFAULT 0,
        output         REAL NOT NULL DEFAULT 0,
        cache_read     REAL NOT NULL DEFAULT 0,
        cache_write    REAL NOT NULL DEFAULT 0,
        cost           REAL NOT NULL DEFAULT 0,
        updated_at     INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE queue (
        id           TEXT PRIMARY KEY,
        conversation TEXT NOT NULL,
        place        REAL NOT NULL,
        text         TEXT NOT NULL,
        images       TEXT NOT NULL,
        waits        INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1))
      ) STRICT;
      CREATE INDEX queue_by_place ON queue (conversation, place);
      CREATE TABLE hidden_runs (
        conversation TEXT PRIMARY KEY,
        started_at   INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
