import type { Migration } from '@atelier/kernel';

export const createWorktrees: Migration = {
  id: 70,
  name: 'create worktrees',
  up(db) {
    db.exec(`
      CREATE TABLE worktrees (
        path       TEXT PRIMARY KEY,
        repository TEXT NOT NULL
      ) STRICT;
    `);
  },
};
