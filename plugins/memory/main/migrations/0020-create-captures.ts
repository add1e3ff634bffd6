import type { Migration } from '@atelier/kernel';

/** What is to be captured, what waits for the person, and what the person has not looked at yet. */
export const createCaptures: Migration = {
  id: 20,
  name: 'create captures',
  up(db) {
    db.exec(`
      -- One row for each conversation that has text to capture.
      CREATE TABLE captures (
        conversation TEXT PRIMARY KEY,
        step         TEXT NOT NULL CHECK (step IN ('waiting', 'running', 'failed')),
        -- Counts up when there is more text, so that a capture that ends knows whether it had all of it.
        version      INTEGER NOT NULL,
        since        INTEGER NOT NULL,
        due_at       INTEGER NOT NULL,
        attempts     INTEGER NOT NULL,
        reason       TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX captures_due ON captures (step, due_at);

      -- Up to which message a conversation was captured.
      CREATE TABLE checkpoints (conversation TEXT PRIMARY KEY, entry TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE proposals (
        number INTEGER PRIMARY KEY,
        id     TEXT NOT NULL UNIQUE,
        kind   TEXT NOT NULL CHECK (kind IN ('capture', 'merge')),
        -- What makes two proposals the same: a salted hash of the words, or of the words of both memories.
        same   TEXT NOT NULL UNIQUE,
        -- A draft, or the ids of memories.
        what   TEXT NOT NULL,
        conversation TEXT,
        at     INTEGER NOT NULL
      ) STRICT;

      -- Merges that the person refused, by their "same".
      CREATE TABLE refused (same TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

      -- Memories that a model wrote and the person has not looked at.
      CREATE TABLE unreviewed (memory TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
