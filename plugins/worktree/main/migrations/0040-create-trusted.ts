import type { Migration } from '@atelier/kernel';

export const createTrusted: Migration = {
  id: 40,
  name: 'create trusted',
  up(db) {
    db.exec(`
      -- What of a repository the person trusts, as it was then: its hooks, or its list of what worktrees get.
      CREATE TABLE trusted (
        repository  TEXT NOT NULL,
        what        TEXT NOT NULL CHECK (what IN ('hooks', 'include')),
        fingerprint TEXT NOT NULL,
        trusted_at  INTEGER NOT NULL,
        PRIMARY KEY (repository, what, fingerprint)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
