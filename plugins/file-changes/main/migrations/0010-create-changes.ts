import type { Migration } from '@atelier/kernel';

/** States are written as `content/state.ts` writes them. */
export const createChanges: Migration = {
  id: 10,
  name: 'create changes',
  up(db) {
    db.exec(`
      CREATE TABLE folders (
        conversation TEXT PRIMARY KEY,
        folder       TEXT NOT NULL
      ) STRICT;

      CREATE TABLE files (
        conversation TEXT NOT NULL,
        path         TEXT NOT NULL,
        base         TEXT NOT NULL,
        left_as      TEXT NOT NULL,
        stamp        TEXT NOT NULL,
        added        INTEGER NOT NULL CHECK (added >= 0),
        removed      INTEGER NOT NULL CHECK (removed >= 0),
        is_binary    INTEGER NOT NULL CHECK (is_binary IN (0, 1)),
        PRIMARY KEY (conversation, path)
      ) STRICT;

      CREATE TABLE calls (
        place        INTEGER PRIMARY KEY,
        conversation TEXT NOT NULL,
        call         TEXT NOT NULL,
        command      TEXT,
        known        INTEGER NOT NULL CHECK (known IN (0, 1)),
        at           INTEGER NOT NULL,
        UNIQUE (conversation, call)
      ) STRICT;

      CREATE TABLE call_files (
        call      INTEGER NOT NULL REFERENCES calls (place) ON DELETE CASCADE,
        path      TEXT NOT NULL,
        before    TEXT NOT NULL,
        after     TEXT NOT NULL,
        added     INTEGER NOT NULL,
        removed   INTEGER NOT NULL,
        is_binary INTEGER NOT NULL CHECK (is_binary IN (0, 1)),
        PRIMARY KEY (call, path)
      ) STRICT;

      CREATE TABLE kept (
        conversation TEXT NOT NULL,
        hash         TEXT NOT NULL,
        bytes        INTEGER NOT NULL,
        PRIMARY KEY (conversation, hash)
      ) STRICT;
      CREATE INDEX kept_by_hash ON kept (hash);

      CREATE TABLE operations (
        id           INTEGER PRIMARY KEY,
        conversation TEXT NOT NULL,
        kind         TEXT NOT NULL CHECK (kind IN ('revert', 'rewind')),
        state        TEXT NOT NULL CHECK (state IN ('prepared', 'done', 'undoing', 'undone')),
        entry        TEXT,
        leaf         TEXT,
        at           INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX operations_by_conversation ON operations (conversation, state);

      CREATE TABLE steps (
        operation   INTEGER NOT NULL REFERENCES operations (id) ON DELETE CASCADE,
        path        TEXT NOT NULL,
        was         TEXT NOT NULL,
        becomes     TEXT NOT NULL,
        base_was    TEXT,
        left_was    TEXT,
        left_becomes TEXT NOT NULL,
        PRIMARY KEY (operation, path)
      ) STRICT;
    `);
  },
};
