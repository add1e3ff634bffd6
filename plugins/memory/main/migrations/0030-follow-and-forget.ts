import type { Migration } from '@atelier/kernel';

/** What forgetting, privacy and projects that change their address need to know. */
export const followAndForget: Migration = {
  id: 30,
  name: 'follow projects, forget more exactly',
  up(db) {
    db.exec(`
      -- A salted hash of the words that tell something, and one of the moment of the message: a fork of its conversation has the same.
      ALTER TABLE tombstones ADD COLUMN telling INTEGER;
      ALTER TABLE tombstones ADD COLUMN moment INTEGER;

      -- The words that a memory had when it was remembered, as a salted hash.
      ALTER TABLE uses ADD COLUMN said INTEGER;

      -- Whoever asks for the memories of the first key is given those of the second too.
      CREATE TABLE project_keys (project TEXT NOT NULL, also TEXT NOT NULL, PRIMARY KEY (project, also)) STRICT, WITHOUT ROWID;
      -- The key that a folder had last, and what tells the folder from another one of its name.
      CREATE TABLE folders (folder TEXT PRIMARY KEY, identity TEXT NOT NULL, project TEXT NOT NULL) STRICT, WITHOUT ROWID;

      -- When a conversation was private, or (of '') capture was switched off: what was said then is never read.
      CREATE TABLE unheard (of TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (of, since)) STRICT, WITHOUT ROWID;
    `);
  },
};
