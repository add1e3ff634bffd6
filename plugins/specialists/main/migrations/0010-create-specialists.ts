import type { Migration } from '@atelier/kernel';

export const createSpecialists: Migration = {
  id: 10,
  name: 'create specialists',
  up(db) {
    db.exec(`
      -- What began in one turn of a conversation of the person.
      CREATE TABLE trees (
        id           TEXT PRIMARY KEY,
        conversation TEXT NOT NULL,
        began_at     INTEGER NOT NULL,
        ended_at     INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX trees_of_conversation ON trees (conversation, began_at);

      CREATE TABLE specialists (
        id       TEXT PRIMARY KEY,
        tree     TEXT NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
        place    INTEGER NOT NULL,
        parent   TEXT NOT NULL,
        name     TEXT NOT NULL,
        role     TEXT NOT NULL,
        task     TEXT NOT NULL,
        depth    INTEGER NOT NULL,
        -- As JSON; no files: all that the conversation may write.
        files    TEXT,
        tools    TEXT NOT NULL,
        secure   INTEGER NOT NULL,
        model    TEXT,
        state    TEXT NOT NULL,
        doing    TEXT,
        began_at INTEGER,
        ended_at INTEGER,
        tokens   INTEGER NOT NULL DEFAULT 0,
        cost     REAL NOT NULL DEFAULT 0,
        limit_tokens INTEGER,
        limit_money  REAL,
        result   TEXT,
        -- As JSON.
        problem  TEXT,
        tasks    TEXT,
        -- Who gave the task has its result.
        told     INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX specialists_of_tree ON specialists (tree, place);

      CREATE TABLE envelopes (
        id      INTEGER PRIMARY KEY,
        tree    TEXT NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
        from_id TEXT NOT NULL,
        to_id   TEXT NOT NULL,
        kind    TEXT NOT NULL CHECK (kind IN ('task', 'status', 'result', 'error')),
        body    TEXT NOT NULL,
        at      INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX envelopes_of_tree ON envelopes (tree, id);
    `);
  },
};
