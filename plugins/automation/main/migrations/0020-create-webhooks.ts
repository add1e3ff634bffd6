import type { Migration } from '@atelier/kernel';

export const createWebhooks: Migration = {
  id: 20,
  name: 'create the secrets of webhooks',
  up(db) {
    db.exec(`
      -- Of a secret only its SHA-256 is kept; it has 32 random bytes, so nobody finds it from that.
      CREATE TABLE webhooks (rule TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
