import type { Migration } from '@atelier/kernel';

/** The commands and tools of a run that were refused because nobody answered. */
export const noteRefusals: Migration = {
  id: 50,
  name: 'note refusals',
  up: db => db.exec('ALTER TABLE receipts ADD COLUMN refused TEXT'),
};
