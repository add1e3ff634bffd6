import type { Migration } from '@atelier/kernel';

/**
 * The index of messages, which can be made again from the session files at any time. A row's number is its conversation's number and
 * its position in one (see `store/numbers.ts`), so that a page is one walk through one tree; the last position is the title's.
 */
export const createEntries: Migration = {
  id: 20,
  name: 'create-entries',
  up(db) {
    db.exec(`
      CREATE TABLE entries (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entries_id ON entries (id);
      CREATE INDEX entries_compactions ON entries (number) WHERE kind = 'compaction';

      CREATE TABLE indexed (
        conversation INTEGER PRIMARY KEY,
        whole INTEGER NOT NULL DEFAULT 0 CHECK (whole IN (0, 1)),
        texted INTEGER NOT NULL DEFAULT 0,
        file TEXT,
        size INTEGER,
        changed INTEGER,
        problem TEXT
      ) STRICT;

      CREATE VIRTUAL TABLE texts USING fts5 (
        title, user, assistant, tool,
        content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
      );
      INSERT INTO texts (rowid, title) SELECT (number << 26) | 67108863, title FROM conversations;

      CREATE TRIGGER texts_title_added AFTER INSERT ON conversations BEGIN
        INSERT INTO texts (rowid, title) VALUES ((new.number << 26) | 67108863, new.title);
      END;
      CREATE TRIGGER texts_title_changed AFTER UPDATE OF title ON conversations WHEN old.title IS NOT new.title BEGIN
        DELETE FROM texts WHERE rowid = (new.number << 26) | 67108863;
        INSERT INTO texts (rowid, title) VALUES ((new.number << 26) | 67108863, new.title);
      END;
      CREATE TRIGGER entries_gone AFTER DELETE ON conversations BEGIN
        DELETE FROM texts WHERE rowid BETWEEN (old.number << 26) AND ((old.number << 26) | 67108863);
        DELETE FROM entries WHERE number BETWEEN (old.number << 26) AND ((old.number << 26) | 67108863);
        DELETE FROM indexed WHERE conversation = old.number;
      END;
    `);
  },
};
