import type { Migration } from '@atelier/kernel';

/** Of what an extension stored before its name was kept nobody knows which one it was: no model is told it either until the person keeps it. */
export const holdWhatNobodySaid: Migration = {
  id: 140,
  name: 'hold what extensions stored without their name',
  up(db) {
    db.exec(`
      -- What a model stores names the message that it comes from; what an extension stores names none.
      UPDATE memories SET stored_by = '?'
      WHERE origin = 'tool' AND message IS NULL AND stored_by IS NULL AND theirs = 0 AND id IN (SELECT memory FROM unreviewed);
    `);
  },
};
