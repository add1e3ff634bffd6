import type { Migration } from '@atelier/kernel';

/** A conversation that has messages already may hold anything, and loses the network that it was given for that reason. */
export const recordOutside: Migration = {
  id: 80,
  name: 'record what conversations hold from outside',
  up(db) {
    db.exec(`
      CREATE TABLE outside_sources (
        conversation TEXT NOT NULL,
        kind         TEXT NOT NULL,
        name         TEXT NOT NULL,
        at           INTEGER NOT NULL,
        PRIMARY KEY (conversation, kind, name)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO outside_sources SELECT conversation, 'earlier', '', updated_at FROM runtimes WHERE session_file IS NOT NULL;
      UPDATE runtimes SET network = 0 WHERE session_file IS NOT NULL;
    `);
  },
};
