import type { Migration } from '@atelier/kernel';

export const recordSenders: Migration = {
  id: 60,
  name: 'record which extension sent a message',
  up(db) {
    db.exec(`
      ALTER TABLE queue ADD COLUMN sent_by TEXT;
      CREATE TABLE senders (
        conversation TEXT NOT NULL,
        digest       TEXT NOT NULL,
        entry        TEXT,
        extension    TEXT NOT NULL
      ) STRICT;
      CREATE INDEX senders_by_conversation ON senders (conversation);
    `);
  },
};
