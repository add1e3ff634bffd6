import type { Migration } from '@atelier/kernel';

export const createChildren: Migration = {
  id: 150,
  name: 'create children',
  up(db) {
    db.exec(`
      -- Conversations that another conversation has begun, and how much less than it they may do.
      CREATE TABLE children (
        conversation TEXT PRIMARY KEY,
        parent       TEXT NOT NULL,
        -- The conversation of the person that all of it began in.
        root         TEXT NOT NULL,
        -- What began together and has one limit.
        tree         TEXT NOT NULL,
        name         TEXT NOT NULL,
        instructions TEXT NOT NULL,
        -- Names of its tools, and the paths that it may write, as JSON; no paths: all that the parent may.
        tools        TEXT NOT NULL,
        writes       TEXT,
        -- How much it and its tree may use.
        tokens       INTEGER,
        money        REAL,
        tree_tokens  INTEGER,
        tree_money   REAL
      ) STRICT;
      CREATE INDEX children_of_parent ON children (parent);
      CREATE INDEX children_of_root ON children (root);
      CREATE INDEX children_of_tree ON children (tree);
    `);
  },
};
