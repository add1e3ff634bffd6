import type { Migration } from '@atelier/kernel';

/** Words are read in another way for the search. The thread of the search renews the vectors as it reads them: no start waits for that. */
export const renewVectors: Migration = {
  id: 90,
  name: 'renew the vectors of the search',
  up(db) {
    db.exec(`
      -- The rows after one number, until another, have vectors of before. Without a row there are none.
      CREATE TABLE former_vectors (after INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;
      INSERT INTO former_vectors SELECT 0, max(number) FROM memories HAVING count(*) > 0;
    `);
  },
};
