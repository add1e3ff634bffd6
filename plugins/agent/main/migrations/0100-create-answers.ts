import type { Migration } from '@atelier/kernel';

export const createAnswers: Migration = {
  id: 100,
  name: 'keep the answer that is being written',
  up(db) {
    db.exec(`
      CREATE TABLE answers (
        conversation TEXT NOT NULL,
        answer       TEXT NOT NULL,
        part         INTEGER NOT NULL,
        kind         TEXT NOT NULL,
        text         TEXT NOT NULL
      ) STRICT;
      CREATE INDEX answers_by_conversation ON answers (conversation);
    `);
  },
};
