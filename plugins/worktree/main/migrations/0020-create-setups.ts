import type { Migration } from '@atelier/kernel';

export const createSetups: Migration = {
  id: 20,
  name: 'create setups',
  up(db) {
    db.exec(`
      -- The command line that the person has a new worktree of a project set up with.
      CREATE TABLE setups (
        project TEXT PRIMARY KEY,
        line    TEXT NOT NULL,
        network INTEGER NOT NULL CHECK (network IN (0, 1))
      ) STRICT, WITHOUT ROWID;

      -- The number of each worktree, by the last part of its folder; its ports come from it.
      CREATE TABLE numbers (
        folder TEXT PRIMARY KEY,
        number INTEGER NOT NULL UNIQUE
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
