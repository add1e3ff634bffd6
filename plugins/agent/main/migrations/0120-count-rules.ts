import type { Migration } from '@atelier/kernel';

export const countRules: Migration = {
  id: 120,
  name: 'keep where rules were given and how often they decided',
  up(db) {
    db.exec(`
      ALTER TABLE rules ADD COLUMN given_in TEXT;
      ALTER TABLE rules ADD COLUMN uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0);
      ALTER TABLE rules ADD COLUMN used_at INTEGER;
    `);
  },
};
