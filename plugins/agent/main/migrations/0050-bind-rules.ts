import type { Migration } from '@atelier/kernel';

export const bindRules: Migration = {
  id: 50,
  name: 'bind rules to what they let run',
  up(db) {
    db.exec('ALTER TABLE rules ADD COLUMN content TEXT;');
  },
};
