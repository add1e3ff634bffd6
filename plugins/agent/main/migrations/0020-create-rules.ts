import type { Migration } from '@atelier/kernel';

export const createRules: Migration = {
  id: 20,
  name: 'create rules',
  up(db) {
    db.exec(`
      CREATE TABLE rules (
        id         TEXT PRIMARY KEY,
        decision   TEXT NOT NULL CHECK (decision IN ('allow', 'ask', 'deny')),
        tool       TEXT NOT NULL,
        pattern    TEXT,
        scope      TEXT NOT NULL CHECK (scope IN ('conversation', 'project', 'always')),
        of_whom    TEXT,
        created_at INTEGER NOT NULL,
        CHECK ((scope = 'always') = (of_whom IS NULL))
      ) STRICT;
      CREATE INDEX rules_by_scope ON rules (scope, of_whom);
    `);
  },
};
