import type { Migration } from '@atelier/kernel';

export const createConnections: Migration = {
  id: 10,
  name: 'create connections',
  up(db) {
    db.exec(`
      CREATE TABLE connections (
        url      TEXT PRIMARY KEY,
        status   TEXT NOT NULL CHECK (status IN ('connected', 'offline', 'reconnect')),
        -- Where the server says that its routes are; null while it is not known.
        api_url  TEXT,
        -- What the server last said of the account, as JSON.
        account  TEXT,
        read_at  INTEGER,
        tried_at INTEGER,
        added_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
