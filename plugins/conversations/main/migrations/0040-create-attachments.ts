import type { Migration } from '@atelier/kernel';

export const createAttachments: Migration = {
  id: 40,
  name: 'create-attachments',
  up(db) {
    db.exec(`
      CREATE TABLE attachments (
        id TEXT PRIMARY KEY,
        of TEXT NOT NULL,
        sent INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)),
        name TEXT NOT NULL,
        nature TEXT NOT NULL CHECK (nature IN ('image', 'text', 'other')),
        size INTEGER NOT NULL,
        mime_type TEXT NOT NULL,
        lines INTEGER,
        width INTEGER,
        height INTEGER,
        hash TEXT NOT NULL,
        smaller_hash TEXT,
        smaller_mime_type TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX attachments_of ON attachments (of, sent);
      CREATE INDEX attachments_hash ON attachments (hash);
      CREATE INDEX attachments_smaller_hash ON attachments (smaller_hash) WHERE smaller_hash IS NOT NULL;
    `);
  },
};
