import type { Migration } from '@atelier/kernel';

export const createMemories: Migration = {
  id: 10,
  name: 'create memories',
  up(db) {
    db.exec(`
      CREATE TABLE memories (
        number        INTEGER PRIMARY KEY,
        id            TEXT NOT NULL UNIQUE,
        project       TEXT,
        kind          TEXT NOT NULL CHECK (kind IN ('decision', 'preference', 'fact', 'profile', 'repo_convention', 'task_state', 'summary')),
        topic         TEXT NOT NULL,
        title         TEXT NOT NULL,
        content       TEXT NOT NULL,
        tags          TEXT NOT NULL,
        status        TEXT NOT NULL CHECK (status IN ('active', 'superseded', 'deleted')),
        confidence    REAL NOT NULL,
        importance    REAL NOT NULL,
        origin        TEXT NOT NULL CHECK (origin IN ('manual', 'captured', 'tool', 'import')),
        conversation  TEXT,
        message       TEXT,
        quote         TEXT,
        outside       TEXT,
        valid_from    INTEGER NOT NULL,
        valid_until   INTEGER,
        created_at    INTEGER NOT NULL,
        updated_at    INTEGER NOT NULL,
        last_used_at  INTEGER,
        times_used    INTEGER NOT NULL,
        superseded_by TEXT,
        said          INTEGER NOT NULL,
        grams         BLOB NOT NULL
      ) STRICT;
      CREATE INDEX memories_by_topic ON memories (topic, project, kind);
      CREATE INDEX memories_by_words ON memories (said);
      CREATE INDEX memories_by_conversation ON memories (conversation) WHERE conversation IS NOT NULL;

      -- What was forgotten, without its words.
      CREATE TABLE tombstones (
        number  INTEGER PRIMARY KEY,
        memory  TEXT NOT NULL UNIQUE,
        said    INTEGER NOT NULL,
        sketch  BLOB NOT NULL,
        at      INTEGER NOT NULL
      ) STRICT;

      -- The rows as they were before a change, for an hour.
      CREATE TABLE changes (
        number  INTEGER PRIMARY KEY,
        id      TEXT NOT NULL UNIQUE,
        what    TEXT NOT NULL,
        before  TEXT NOT NULL,
        at      INTEGER NOT NULL
      ) STRICT;

      -- What was remembered for an answer. Without a message yet while the answer is being written.
      CREATE TABLE uses (
        conversation TEXT NOT NULL,
        message      TEXT NOT NULL,
        memory       TEXT NOT NULL,
        score        REAL NOT NULL,
        at           INTEGER NOT NULL,
        PRIMARY KEY (conversation, message, memory)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE salt (value BLOB NOT NULL) STRICT;
      INSERT INTO salt VALUES (randomblob(16));
    `);
  },
};
