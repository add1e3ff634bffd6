import type { Migration } from '@atelier/kernel';

/** When the person last read a conversation, and the conversation that it comes from. */
export const recordReading: Migration = {
  id: 70,
  name: 'record when a conversation was read, and its parent',
  up(db) {
    db.exec(`
      ALTER TABLE conversations ADD COLUMN last_read_at INTEGER;
      ALTER TABLE conversations ADD COLUMN parent_id TEXT;
      UPDATE conversations SET parent_id = forked_from;
    `);
  },
};
