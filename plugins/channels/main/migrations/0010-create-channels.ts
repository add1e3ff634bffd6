import type { Migration } from '@atelier/kernel';

export const createChannels: Migration = {
  id: 10,
  name: 'create channels and messages',
  up(db) {
    db.exec(`
      CREATE TABLE channels (
        id     TEXT PRIMARY KEY,
        is_on  INTEGER NOT NULL CHECK (is_on IN (0, 1)),
        policy TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE people (
        channel  TEXT NOT NULL,
        user     TEXT NOT NULL,
        name     TEXT NOT NULL,
        added_at INTEGER NOT NULL,
        paired   INTEGER NOT NULL CHECK (paired IN (0, 1)),
        PRIMARY KEY (channel, user)
      ) STRICT, WITHOUT ROWID;

      -- Who may not write is counted; nothing that they write is kept.
      CREATE TABLE refusals (
        channel TEXT NOT NULL,
        user    TEXT NOT NULL,
        name    TEXT NOT NULL,
        count   INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        PRIMARY KEY (channel, user)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE refused_days (
        channel TEXT NOT NULL,
        day     INTEGER NOT NULL,
        count   INTEGER NOT NULL,
        PRIMARY KEY (channel, day)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE threads (
        channel      TEXT NOT NULL,
        thread       TEXT NOT NULL,
        name         TEXT NOT NULL,
        conversation TEXT NOT NULL UNIQUE,
        last_at      INTEGER NOT NULL,
        PRIMARY KEY (channel, thread)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE messages (
        number     INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        channel    TEXT NOT NULL,
        thread     TEXT NOT NULL,
        direction  TEXT NOT NULL CHECK (direction IN ('in', 'out')),
        user       TEXT NOT NULL,
        name       TEXT NOT NULL,
        text       TEXT NOT NULL,
        files      TEXT,
        -- Of the network for one that came, of ours for one that goes.
        key        TEXT NOT NULL,
        -- The key of the message that it answers.
        answers    TEXT,
        state      TEXT NOT NULL CHECK (state IN ('waiting', 'asking', 'answered', 'sending', 'sent', 'uncertain', 'failed', 'dropped')),
        at         INTEGER NOT NULL,
        ended_at   INTEGER,
        next_at    INTEGER NOT NULL DEFAULT 0,
        tries      INTEGER NOT NULL DEFAULT 0,
        is_forced  INTEGER NOT NULL DEFAULT 0 CHECK (is_forced IN (0, 1)),
        problem    TEXT,
        UNIQUE (channel, direction, key)
      ) STRICT;
      CREATE INDEX messages_of_channel ON messages (channel, number);
      CREATE INDEX messages_of_thread ON messages (channel, thread, number);
      CREATE INDEX messages_open ON messages (direction, channel, thread, number) WHERE state IN ('waiting', 'asking', 'sending', 'uncertain');

      CREATE INDEX messages_answered ON messages (channel, thread, ended_at) WHERE state = 'answered';

      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
