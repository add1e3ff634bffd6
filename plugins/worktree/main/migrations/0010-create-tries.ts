import type { Migration } from '@atelier/kernel';

export const createTries: Migration = {
  id: 10,
  name: 'create tries',
  up(db) {
    db.exec(`
      CREATE TABLE tasks (
        id         TEXT PRIMARY KEY,
        project    TEXT NOT NULL,
        text       TEXT NOT NULL,
        -- What all tries began from.
        branch     TEXT,
        "commit"   TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        -- The conversation of the try that the person has kept.
        kept       TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tasks_by_time ON tasks (created_at);

      CREATE TABLE tries (
        conversation TEXT PRIMARY KEY,
        task         TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
        place        INTEGER NOT NULL,
        -- Why it could not begin, as JSON of an error.
        problem      TEXT
      ) STRICT, WITHOUT ROWID;
      -- What the worktree of a conversation held when it was put away, by its name in git, and the last part of the folder that it was.
      CREATE TABLE away (
        conversation TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        folder       TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tries_of_task ON tries (task, place);
    `);
  },
};
