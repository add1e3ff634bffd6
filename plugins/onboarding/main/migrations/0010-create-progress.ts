import type { Migration } from '@atelier/kernel';

export const createProgress: Migration = {
  id: 10,
  name: 'create-progress',
  up(db) {
    db.exec(`
      CREATE TABLE progress (
        id    INTEGER PRIMARY KEY CHECK (id = 1),
        step  TEXT NOT NULL,
        ended TEXT NOT NULL CHECK (ended IN ('no', 'skipped', 'finished'))
      ) STRICT;
      INSERT INTO progress (id, step, ended) VALUES (1, 'look', 'no');
    `);
  },
};
