import type { Migration } from '@atelier/kernel';

export const createBudgets: Migration = {
  id: 30,
  name: 'create budgets',
  up(db) {
    db.exec(`
      CREATE TABLE budgets (
        id         TEXT PRIMARY KEY,
        kind       TEXT NOT NULL CHECK (kind IN ('conversation', 'automation', 'channel', 'extension')),
        of_whom    TEXT,
        tokens     REAL CHECK (tokens >= 0),
        money      REAL CHECK (money >= 0),
        minutes    REAL CHECK (minutes >= 0),
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE spending (
        kind         TEXT NOT NULL,
        of_whom      TEXT NOT NULL,
        tokens       REAL NOT NULL DEFAULT 0,
        money        REAL NOT NULL DEFAULT 0,
        milliseconds REAL NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, of_whom)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
