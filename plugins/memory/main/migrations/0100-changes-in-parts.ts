import type { Migration } from '@atelier/kernel';

/** A change of many memories is written a piece at a time, so that the app goes on. */
export const changesInParts: Migration = {
  id: 100,
  name: 'changes in parts, and a short way to what was replaced',
  up(db) {
    db.exec(`
      -- What a change did after its first piece, as \`changes\` has it.
      CREATE TABLE change_parts (
        number  INTEGER PRIMARY KEY,
        change  INTEGER NOT NULL,
        before  TEXT NOT NULL
      ) STRICT;
      CREATE INDEX change_parts_by_change ON change_parts (change);

      CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
    `);
  },
};
