import type { Migration } from '@atelier/kernel';

export const keepFailed: Migration = {
  id: 40,
  name: 'keep what failed',
  up(db) {
    db.exec('ALTER TABLE kept ADD COLUMN failed INTEGER NOT NULL DEFAULT 0 CHECK (failed IN (0, 1));');
  },
};
