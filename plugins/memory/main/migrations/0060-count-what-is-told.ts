import type { Migration } from '@atelier/kernel';

/** What a model is told counts as a use of a memory. The rank leaves it out: what ranks high is told, and would rank ever higher for that. */
export const countWhatIsTold: Migration = {
  id: 60,
  name: 'count what a model is told',
  up(db) {
    db.exec(`
      -- How many of the uses of a memory are only that a model was told it.
      CREATE TABLE told (memory TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TRIGGER told_gone AFTER DELETE ON memories BEGIN DELETE FROM told WHERE memory = old.id; END;
    `);
  },
};
