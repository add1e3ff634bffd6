import type { Migration } from '@atelier/kernel';

/**
 * SQLite leaves the words of a deleted row in an index until it merges it. In that of titles they are overwritten at once; that of messages
 * has no such setting, so it is noted which conversations are to be merged away.
 */
export const eraseWords: Migration = {
  id: 90,
  name: 'erase the words of deleted conversations',
  up(db) {
    db.exec(`
      INSERT INTO titles (titles, rank) VALUES ('secure-delete', 1);
      CREATE TABLE unerased (conversation INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER conversations_unerased AFTER DELETE ON conversations BEGIN INSERT OR IGNORE INTO unerased VALUES (old.number); END;
    `);
  },
};
