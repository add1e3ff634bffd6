import type { Migration } from '@atelier/kernel';

export const createValues: Migration = {
  id: 10,
  name: 'create-values',
  up(db) {
    db.exec(`
      CREATE TABLE stored (
        id        INTEGER PRIMARY KEY CHECK (id = 1),
        assistant TEXT NOT NULL,
        user      TEXT NOT NULL,
        step      TEXT NOT NULL,
        ended     TEXT NOT NULL CHECK (ended IN ('no', 'skipped', 'finished'))
      ) STRICT;
      INSERT INTO stored (id, assistant, user, step, ended) VALUES (1, '', '', 'welcome', 'no');
    `);
  },
};
