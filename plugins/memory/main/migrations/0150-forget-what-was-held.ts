import type { Migration } from '@atelier/kernel';

/** What an extension stored, and was forgotten before the person kept it, was never theirs: it says nothing of what they say themselves. */
export const forgetWhatWasHeld: Migration = {
  id: 150,
  name: 'know tombstones of what was held',
  up(db) {
    // 1 where the person had it forgotten, 2 where the extension took it back itself.
    db.exec('ALTER TABLE tombstones ADD COLUMN held INTEGER NOT NULL DEFAULT 0');
  },
};
