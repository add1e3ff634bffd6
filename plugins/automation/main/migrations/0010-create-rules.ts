import type { Migration } from '@atelier/kernel';

export const createRules: Migration = {
  id: 10,
  name: 'create rules and receipts',
  up(db) {
    db.exec(`
      CREATE TABLE rules (
        id             TEXT PRIMARY KEY,
        version        INTEGER NOT NULL CHECK (version > 0),
        -- Of the JSON in "draft"; a higher one than this version writes is only looked at.
        format         INTEGER NOT NULL,
        title          TEXT NOT NULL,
        draft          TEXT NOT NULL,
        is_on          INTEGER NOT NULL CHECK (is_on IN (0, 1)),
        saved_by       TEXT,
        created_at     INTEGER NOT NULL,
        changed_at     INTEGER NOT NULL,
        off_since      INTEGER,
        -- Everything that was due up to this moment has its receipt.
        planned        INTEGER NOT NULL,
        failures       INTEGER NOT NULL DEFAULT 0,
        back_off_until INTEGER,
        began_at       INTEGER,
        problem        TEXT
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE receipts (
        number       INTEGER PRIMARY KEY,
        id           TEXT NOT NULL UNIQUE,
        rule         TEXT NOT NULL,
        title        TEXT NOT NULL,
        cause        TEXT NOT NULL CHECK (cause IN ('time', 'event', 'person')),
        due          INTEGER NOT NULL,
        -- What makes it the only one: its time, or a word of its own.
        occurrence   TEXT NOT NULL,
        began        INTEGER,
        ended        INTEGER,
        status       TEXT NOT NULL CHECK (status IN ('running', 'ran', 'failed', 'skipped')),
        reason       TEXT,
        problem      TEXT,
        cost         REAL,
        tokens       INTEGER,
        model        TEXT,
        conversation TEXT,
        answer       TEXT,
        quiet        INTEGER NOT NULL DEFAULT 0,
        delivery     TEXT,
        count        INTEGER,
        UNIQUE (rule, occurrence)
      ) STRICT;
      CREATE INDEX receipts_of_rule ON receipts (rule, number);
      CREATE INDEX receipts_by_status ON receipts (status, number);

      -- Conversations that rules began. They set off no rule, also when their receipts are gone.
      CREATE TABLE conversations (conversation TEXT PRIMARY KEY, rule TEXT NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
