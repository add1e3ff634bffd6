import type { Migration } from '@atelier/kernel';

export const recordHanded: Migration = {
  id: 90,
  name: 'record which queued messages were handed to the engine',
  up(db) {
    db.exec('ALTER TABLE queue ADD COLUMN handed TEXT;');
  },
};
