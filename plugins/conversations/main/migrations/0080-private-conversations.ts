import type { Migration } from '@atelier/kernel';

/** Conversations of which nothing is remembered. */
export const privateConversations: Migration = {
  id: 80,
  name: 'record which conversations are private',
  up(db) {
    db.exec('ALTER TABLE conversations ADD COLUMN private INTEGER NOT NULL DEFAULT 0');
    db.exec('ALTER TABLE drafts ADD COLUMN private INTEGER NOT NULL DEFAULT 0');
  },
};
