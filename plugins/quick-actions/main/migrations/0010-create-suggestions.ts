import type { Migration } from '@atelier/kernel';

export const createSuggestions: Migration = {
  id: 10,
  name: 'create-suggestions',
  up(db) {
    db.exec('CREATE TABLE suggestions (conversation TEXT PRIMARY KEY, list TEXT NOT NULL) STRICT');
  },
};
