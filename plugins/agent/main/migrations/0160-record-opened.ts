import type { Migration } from '@atelier/kernel';

export const recordOpened: Migration = {
  id: 160,
  name: 'record which conversations are open for a run only',
  up(db) {
    db.exec('ALTER TABLE runtimes ADD COLUMN for_run INTEGER NOT NULL DEFAULT 0 CHECK (for_run IN (0, 1))');
  },
};
