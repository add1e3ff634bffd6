import type { Migration } from '@atelier/kernel';

/** Who has paid: the person (an empty text) for all that was counted before, whatever it was from. */
export const recordPayers: Migration = {
  id: 20,
  name: 'record who has paid for an answer',
  up(db) {
    db.exec(`
      ALTER TABLE records ADD COLUMN payer TEXT NOT NULL DEFAULT '';
      CREATE TABLE sums_by_payer (
        day          TEXT NOT NULL,
        conversation TEXT NOT NULL,
        model        TEXT NOT NULL,
        included     INTEGER NOT NULL,
        payer        TEXT NOT NULL,
        answers      INTEGER NOT NULL,
        input        INTEGER NOT NULL,
        output       INTEGER NOT NULL,
        cache_read   INTEGER NOT NULL,
        cache_write  INTEGER NOT NULL,
        reasoning    INTEGER NOT NULL,
        cost         REAL NOT NULL,
        unpriced     INTEGER NOT NULL,
        unreported   INTEGER NOT NULL,
        PRIMARY KEY (day, conversation, model, included, payer)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO sums_by_payer
        SELECT day, conversation, model, included, '', answers, input, output, cache_read, cache_write, reasoning, cost, unpriced, unreported
        FROM sums;
      DROP TABLE sums;
      ALTER TABLE sums_by_payer RENAME TO sums;
      CREATE INDEX sums_by_conversation ON sums (conversation);
    `);
  },
};
