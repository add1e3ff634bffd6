import type { Migration } from '@atelier/kernel';

/** An extension takes back by itself only what it stored, and not what the person refused to let go. */
export const noteWhoStored: Migration = {
  id: 130,
  name: 'note which extension stored a memory',
  up(db) {
    db.exec(`
      -- The extension, as long as nobody else wrote, confirmed or said the same.
      ALTER TABLE memories ADD COLUMN stored_by TEXT;
      -- 1 where the person wrote, mended or kept what was captured or stored by a tool. Of before nobody knows it.
      ALTER TABLE memories ADD COLUMN theirs INTEGER NOT NULL DEFAULT 0;
      -- The ids of the memories that the person did not let an extension forget.
      ALTER TABLE refused ADD COLUMN what TEXT;
    `);
  },
};
