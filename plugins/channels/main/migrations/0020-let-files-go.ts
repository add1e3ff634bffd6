import type { Migration } from '@atelier/kernel';

export const letFilesGo: Migration = {
  id: 20,
  name: 'let the files of messages go that are over, and keep how many there were',
  up(db) {
    db.exec(`
      ALTER TABLE messages ADD COLUMN file_count INTEGER NOT NULL DEFAULT 0;
      UPDATE messages SET file_count = json_array_length(files) WHERE files IS NOT NULL;
      UPDATE messages SET files = NULL WHERE state IN ('answered', 'dropped');
      CREATE INDEX messages_since ON messages (channel, at, direction, state);
    `);
  },
};
