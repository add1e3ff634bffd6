import type { Migration } from '@atelier/kernel';

export const recordCalls: Migration = {
  id: 140,
  name: 'record what was decided about calls',
  up(db) {
    db.exec(`
      -- What a rule would have said of a call can be found out from this alone.
      CREATE TABLE decided_calls (
        id           INTEGER PRIMARY KEY,
        at           INTEGER NOT NULL,
        conversation TEXT NOT NULL,
        project      TEXT,
        folder       TEXT NOT NULL,
        cwd          TEXT NOT NULL,
        tool         TEXT NOT NULL,
        command      TEXT,
        paths        TEXT,
        facts        TEXT NOT NULL,
        was          TEXT NOT NULL
      ) STRICT;
      CREATE INDEX decided_calls_by_time ON decided_calls (at);
      CREATE INDEX decided_calls_by_conversation ON decided_calls (conversation);
    `);
  },
};
