import type { Migration } from '@atelier/kernel';

export const createUsage: Migration = {
  id: 10,
  name: 'create usage',
  up(db) {
    db.exec(`
      -- One row for each answer. A copy in another file has the same entry and time; one that was taken in from beside has a new entry.
      CREATE TABLE records (
        entry        TEXT NOT NULL,
        at           INTEGER NOT NULL,
        conversation TEXT NOT NULL,
        model        TEXT NOT NULL,
        day          TEXT NOT NULL,
        input        INTEGER NOT NULL,
        output       INTEGER NOT NULL,
        cache_read   INTEGER NOT NULL,
        cache_write  INTEGER NOT NULL,
        reasoning    INTEGER NOT NULL,
        cost         REAL,
        included     INTEGER NOT NULL CHECK (included IN (0, 1)),
        PRIMARY KEY (entry, at)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX records_once ON records (conversation, at, model, input, output, cache_read, cache_write);
      CREATE INDEX records_by_time ON records (at);
      CREATE TABLE sums (
        day          TEXT NOT NULL,
        conversation TEXT NOT NULL,
        model        TEXT NOT NULL,
        included     INTEGER NOT NULL,
        answers      INTEGER NOT NULL,
        input        INTEGER NOT NULL,
        output       INTEGER NOT NULL,
        cache_read   INTEGER NOT NULL,
        cache_write  INTEGER NOT NULL,
        reasoning    INTEGER NOT NULL,
        cost         REAL NOT NULL,
        unpriced     INTEGER NOT NULL,
        unreported   INTEGER NOT NULL,
        PRIMARY KEY (day, conversation, model, included)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sums_by_conversation ON sums (conversation);
      CREATE TABLE conversations (
        id           TEXT PRIMARY KEY,
        project      TEXT,
        project_name TEXT
      ) STRICT;
      CREATE TABLE files (
        file         TEXT PRIMARY KEY,
        conversation TEXT NOT NULL,
        bytes        INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX files_by_conversation ON files (conversation);
      CREATE TABLE prices (
        model        TEXT PRIMARY KEY,
        input        REAL NOT NULL,
        output       REAL NOT NULL,
        cache_read   REAL NOT NULL,
        cache_write  REAL NOT NULL,
        corrected_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE limits (
        period TEXT PRIMARY KEY CHECK (period IN ('day', 'month')),
        amount REAL NOT NULL,
        told   TEXT NOT NULL
      ) STRICT;
    `);
  },
};
