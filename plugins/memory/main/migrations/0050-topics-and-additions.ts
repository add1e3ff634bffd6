import type { Migration } from '@atelier/kernel';

/** What was said on a topic before it was forgotten comes back in no other words by itself. A new memory needs no row to be taken back. */
export const topicsAndAdditions: Migration = {
  id: 50,
  name: 'know forgotten topics, and how a memory came',
  up(db) {
    db.exec(`
      -- A salted hash, as the others. Of what was forgotten before nobody knows it.
      ALTER TABLE tombstones ADD COLUMN topic INTEGER;

      -- The number of the change that did nothing but add it.
      ALTER TABLE memories ADD COLUMN change INTEGER;
    `);
  },
};
