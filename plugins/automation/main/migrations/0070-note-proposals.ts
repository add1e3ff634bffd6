import type { Migration } from '@atelier/kernel';

/**
 * What an extension proposes is marked until the person saves it or switches it on; and a rule that is set off again and again keeps how long
 * it waits, also over a restart.
 */
export const noteProposals: Migration = {
  id: 70,
  name: 'note proposals and holds',
  up: db =>
    db.exec(`
      ALTER TABLE rules ADD COLUMN proposed INTEGER NOT NULL DEFAULT 0;
      -- As JSON: since when, until when, and how often it waited.
      ALTER TABLE rules ADD COLUMN hold TEXT;
      -- Whatever a person does to a rule is a new version. A later one may be theirs, and is taken for theirs; so is one that they have run.
      UPDATE rules SET proposed = 1 WHERE saved_by IS NOT NULL AND saved_by <> 'model' AND is_on = 0 AND version = 1
        AND NOT EXISTS (SELECT 1 FROM receipts WHERE receipts.rule = rules.id AND receipts.cause = 'person');
    `),
};
