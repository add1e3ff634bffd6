import type { Migration } from '@atelier/kernel';

/** What was said on a topic before it was forgotten comes back in no other words by itself. */
export const knowForgottenTopics: Migration = {
  id: 50,
  name: 'know the topics of what was forgotten',
  up(db) {
    // A salted hash, as the others. Of what was forgotten before nobody knows it.
    db.exec('ALTER TABLE tombstones ADD COLUMN topic INTEGER');
  },
};
