import type { Migration } from '@atelier/kernel';

export const createReports: Migration = {
  id: 10,
  name: 'create reports',
  up(db) {
    db.exec(`
      CREATE TABLE choices (
        name  TEXT PRIMARY KEY CHECK (name IN ('consent', 'dsn', 'notBefore')),
        value TEXT NOT NULL
      ) STRICT;
      CREATE TABLE reports (
        id       TEXT PRIMARY KEY,
        likeness TEXT NOT NULL UNIQUE,
        at       INTEGER NOT NULL,
        count    INTEGER NOT NULL CHECK (count > 0),
        event    TEXT NOT NULL
      ) STRICT;
      CREATE INDEX reports_by_time ON reports (at);
    `);
  },
};
