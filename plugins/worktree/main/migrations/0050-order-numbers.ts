import type { Migration } from '@atelier/kernel';

export const orderNumbers: Migration = {
  id: 50,
  name: 'order numbers',
  up(db) {
    // When it was last in use, counted in numbers that were handed out.
    db.exec('ALTER TABLE numbers ADD COLUMN used INTEGER NOT NULL DEFAULT 0;');
  },
};
