import type { Migration } from '@atelier/kernel';

export const createConversations: Migration = {
  id: 10,
  name: 'create-conversations',
  up(db) {
    db.exec(`
      CREATE TABLE projects (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        folder TEXT NOT NULL,
        icon TEXT,
        folded INTEGER NOT NULL DEFAULT 0,
        place REAL NOT NULL,
        created_at INTEGER NOT NULL,
        removed_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX projects_folder ON projects (folder) WHERE removed_at IS NULL;

      CREATE TABLE conversations (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        project TEXT,
        title TEXT NOT NULL,
        title_source TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        last_message_at INTEGER,
        unread INTEGER NOT NULL DEFAULT 0,
        pinned INTEGER NOT NULL DEFAULT 0,
        archived_at INTEGER,
        removed_at INTEGER,
        hidden INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL DEFAULT 'idle',
        model TEXT,
        thinking_level TEXT,
        access_mode TEXT NOT NULL DEFAULT 'secure',
        worktree_path TEXT,
        harness_candidate TEXT,
        channel TEXT,
        forked_from TEXT,
        forked_at_entry TEXT,
        location TEXT NOT NULL DEFAULT 'local',
        cloud_id TEXT,
        source TEXT,
        source_id TEXT,
        error_code TEXT,
        error_message TEXT,
        tasks TEXT
      ) STRICT;
      CREATE INDEX conversations_created ON conversations (pinned DESC, created_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_updated ON conversations (pinned DESC, updated_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_project_created ON conversations (project, pinned DESC, created_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_project_updated ON conversations (project, pinned DESC, updated_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_unread ON conversations (unread) WHERE unread = 1 AND removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_waiting ON conversations (state) WHERE state IN ('queued', 'failed') AND removed_at IS NULL AND archived_at IS NULL AND hidden = 0;
      CREATE INDEX conversations_archived_project ON conversations (project, archived_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NOT NULL;
      CREATE INDEX conversations_archived ON conversations (archived_at DESC, id DESC) WHERE removed_at IS NULL AND archived_at IS NOT NULL;
      CREATE UNIQUE INDEX conversations_source ON conversations (source, source_id) WHERE source IS NOT NULL AND removed_at IS NULL;

      CREATE VIRTUAL TABLE titles USING fts5 (title, content = 'conversations', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1');
      CREATE TRIGGER titles_added AFTER INSERT ON conversations BEGIN INSERT INTO titles (rowid, title) VALUES (new.number, new.title); END;
      CREATE TRIGGER titles_gone AFTER DELETE ON conversations BEGIN INSERT INTO titles (titles, rowid, title) VALUES ('delete', old.number, old.title); END;
      CREATE TRIGGER titles_changed AFTER UPDATE OF title ON conversations WHEN old.title IS NOT new.title BEGIN
        INSERT INTO titles (titles, rowid, title) VALUES ('delete', old.number, old.title);
        INSERT INTO titles (rowid, title) VALUES (new.number, new.title);
      END;

      CREATE TABLE drafts (
        of TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        model TEXT,
        thinking_level TEXT,
        access_mode TEXT,
        saved_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `);
  },
};
