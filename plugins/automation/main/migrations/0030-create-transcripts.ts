import type { Migration } from '@atelier/kernel';

export const createTranscripts: Migration = {
  id: 30,
  name: 'create the transcripts of hidden runs',
  up(db) {
    db.exec(`
      -- What was said and called, as JSON; of the newest runs of each rule.
      CREATE TABLE transcripts (
        number  INTEGER PRIMARY KEY,
        receipt TEXT NOT NULL UNIQUE,
        rule    TEXT NOT NULL,
        steps   TEXT NOT NULL
      ) STRICT;
      CREATE INDEX transcripts_of_rule ON transcripts (rule, number);
    `);
  },
};
