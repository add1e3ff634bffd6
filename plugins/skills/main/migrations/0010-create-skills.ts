import type { Migration } from '@atelier/kernel';

export const createSkills: Migration = {
  id: 10,
  name: 'create skills',
  up(db) {
    db.exec(`
      CREATE TABLE sources (
        id       TEXT PRIMARY KEY,
        kind     TEXT NOT NULL CHECK (kind IN ('folder', 'git')),
        address  TEXT NOT NULL UNIQUE,
        added_at INTEGER NOT NULL,
        read_at  INTEGER
      ) STRICT;

      -- What the sources have. What is installed stays when its source is removed; its source is NULL then.
      CREATE TABLE skills (
        number           INTEGER PRIMARY KEY,
        id               TEXT NOT NULL UNIQUE,
        source           TEXT REFERENCES sources (id) ON DELETE SET NULL,
        path             TEXT NOT NULL,
        name             TEXT NOT NULL,
        description      TEXT NOT NULL,
        license          TEXT,
        version          TEXT,
        category         TEXT NOT NULL,
        languages        TEXT NOT NULL,
        installs         INTEGER,
        stars            INTEGER,
        warning          TEXT,
        integrity        TEXT NOT NULL,
        seen_at          INTEGER NOT NULL,
        pinned           TEXT,
        pinned_version   TEXT,
        is_on            INTEGER NOT NULL DEFAULT 0,
        installed_at     INTEGER,
        uses             INTEGER NOT NULL DEFAULT 0,
        last_used_at     INTEGER
      ) STRICT;
      CREATE INDEX skills_by_source ON skills (source);
      CREATE UNIQUE INDEX skills_installed ON skills (name) WHERE pinned IS NOT NULL;
      -- As the orders of lists have it, so that a page is read without sorting everything.
      CREATE INDEX skills_seen ON skills (seen_at);
      CREATE INDEX skills_trending ON skills (uses DESC, installs IS NULL, installs DESC, seen_at DESC, number DESC);

      CREATE VIRTUAL TABLE words USING fts5 (name, description, content = 'skills', content_rowid = 'number', tokenize = 'trigram');
      CREATE TRIGGER skills_added AFTER INSERT ON skills BEGIN
        INSERT INTO words (rowid, name, description) VALUES (new.number, new.name, new.description);
      END;
      CREATE TRIGGER skills_removed AFTER DELETE ON skills BEGIN
        INSERT INTO words (words, rowid, name, description) VALUES ('delete', old.number, old.name, old.description);
      END;
      CREATE TRIGGER skills_changed AFTER UPDATE OF name, description ON skills BEGIN
        INSERT INTO words (words, rowid, name, description) VALUES ('delete', old.number, old.name, old.description);
        INSERT INTO words (rowid, name, description) VALUES (new.number, new.name, new.description);
      END;

      -- The person's own; kept when the skill is removed.
      CREATE TABLE ratings (
        skill TEXT PRIMARY KEY,
        stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
        text  TEXT,
        at    INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
