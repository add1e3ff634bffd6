import type { Migration } from '@atelier/kernel';

export const createResolutions: Migration = {
  id: 30,
  name: 'create resolutions',
  up(db) {
    db.exec(`
      -- The merge of a conversation's branch that is being resolved, by another conversation in a worktree of its own.
      CREATE TABLE resolutions (
        conversation TEXT PRIMARY KEY,
        resolver     TEXT NOT NULL,
        -- The last part of the worktree's folder.
        folder       TEXT NOT NULL,
        -- The commits of the base and of the branch that it began with, and the files in conflict, as JSON.
        ours         TEXT NOT NULL,
        theirs       TEXT NOT NULL,
        files        TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX resolutions_by_resolver ON resolutions (resolver);
    `);
  },
};
