import type { Migration } from '@atelier/kernel';

/** Sources are git repositories and packages too; an installed skill keeps what it said when it was agreed to. */
export const sourcesOfEveryKind: Migration = {
  id: 20,
  name: 'sources of every kind',
  up(db) {
    db.exec(`
      CREATE TABLE new_sources (
        id       TEXT PRIMARY KEY,
        kind     TEXT NOT NULL CHECK (kind IN ('folder', 'repository', 'package')),
        address  TEXT NOT NULL UNIQUE,
        added_at INTEGER NOT NULL,
        read_at  INTEGER,
        -- The commit, or the version, that was read last.
        revision TEXT,
        -- Why some of its skills were refused, one reason a line, in each language.
        refusals TEXT NOT NULL DEFAULT '[]'
      ) STRICT;
      INSERT INTO new_sources (id, kind, address, added_at, read_at) SELECT id, kind, address, added_at, read_at FROM sources;
      DROP TABLE sources;
      ALTER TABLE new_sources RENAME TO sources;

      ALTER TABLE skills ADD COLUMN pinned_name TEXT;
      ALTER TABLE skills ADD COLUMN pinned_description TEXT;
      UPDATE skills SET pinned_name = name, pinned_description = description WHERE pinned IS NOT NULL;
      DROP INDEX skills_installed;
      CREATE UNIQUE INDEX skills_installed ON skills (pinned_name) WHERE pinned IS NOT NULL;
    `);
  },
};
