import type { Database } from '@atelier/kernel';

/** A memory that was given to the model for an answer. */
export interface Use {
  readonly id: string;
  readonly score: number;
  readonly at: number;
  /** A salted hash of its words then; null where a former version kept none. */
  readonly said: number | null;
}

/** What a source of an extension found for an answer, in the words that the model was given. */
export interface SourceUse {
  readonly from: string;
  readonly source: string;
  readonly title: string;
  readonly text: string;
  readonly score: number;
  readonly at: number;
}

/** What was remembered for which answer: ids and scores, no words but those of sources of extensions, which nothing else keeps. */
export interface Uses {
  /** Each memory counts once for an answer, however many messages it has. */
  add(conversation: string, message: string, uses: readonly Use[]): void;
  of(conversation: string, message: string): Use[];
  addOfSources(conversation: string, message: string, found: readonly SourceUse[]): void;
  ofSources(conversation: string, message: string): SourceUse[];
  /** What had no room, and how long what was told is. */
  addRoom(conversation: string, message: string, untold: readonly Use[], characters: number): void;
  roomOf(conversation: string, message: string): { readonly untold: readonly Use[]; readonly characters: number | undefined };
  /** How many there were for each answer of a conversation; none where all that fitted had no room. */
  counts(conversation: string): { message: string; count: number }[];
  forget(conversation: string): void;
}

export function openUses(db: Database): Uses {
  const isCounted = db.prepare('SELECT 1 FROM uses WHERE conversation = ? AND memory = ? AND at = ? LIMIT 1');
  const count = db.prepare(
    `UPDATE memories SET times_used = times_used + 1, last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ? AND status <> 'deleted'`,
  );
  const tell = db.prepare('INSERT INTO told (memory, times) VALUES (?, 1) ON CONFLICT (memory) DO UPDATE SET times = times + 1');
  const insert = db.prepare('INSERT OR REPLACE INTO uses (conversation, message, memory, score, at, said) VALUES (?, ?, ?, ?, ?, ?)');
  const select = db.prepare<Use>(
    'SELECT memory AS id, score, at, said FROM uses WHERE conversation = ? AND message = ? ORDER BY score DESC, memory',
  );
  const counted = db.prepare<{ message: string; count: number }>(
    `SELECT message, sum(told) AS count FROM (SELECT message, 1 AS told FROM uses WHERE conversation = :conversation
     UNION ALL SELECT message, 1 FROM told_by_sources WHERE conversation = :conversation
     UNION ALL SELECT message, 0 FROM untold WHERE conversation = :conversation) GROUP BY message`,
  );
  const remove = ['uses', 'told_by_sources', 'untold', 'told_sizes'].map(table =>
    db.prepare(`DELETE FROM ${table} WHERE conversation = ?`),
  );
  const insertFound = db.prepare(
    `INSERT OR REPLACE INTO told_by_sources (conversation, message, nth, extension, source, title, text, score, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const found = db.prepare<SourceUse>(
    `SELECT extension AS "from", source, title, text, score, at FROM told_by_sources WHERE conversation = ? AND message = ? ORDER BY nth`,
  );
  const insertUntold = db.prepare(
    'INSERT OR REPLACE INTO untold (conversation, message, memory, score, at, said) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertSize = db.prepare('INSERT OR REPLACE INTO told_sizes (conversation, message, characters) VALUES (?, ?, ?)');
  // What was looked up afterwards was told after all.
  const untoldOf = db.prepare<Use>(
    `SELECT memory AS id, score, at, said FROM untold WHERE conversation = :conversation AND message = :message
     AND memory NOT IN (SELECT memory FROM uses WHERE conversation = :conversation AND message = :message) ORDER BY score DESC, memory`,
  );
  const sizeOf = db.prepare<{ characters: number }>('SELECT characters FROM told_sizes WHERE conversation = ? AND message = ?');
  return {
    addRoom: (conversation, message, untold, characters) =>
      db.transaction(() => {
        for (const { id, score, at, said } of untold) insertUntold.run(conversation, message, id, score, at, said);
        insertSize.run(conversation, message, characters);
      }),
    roomOf: (conversation, message) => ({
      untold: untoldOf.all({ conversation, message }),
      characters: sizeOf.get(conversation, message)?.characters,
    }),
    add: (conversation, message, uses) =>
      db.transaction(() => {
        for (const { id, score, at, said } of uses) {
          const counts = isCounted.get(conversation, id, at) === undefined && count.run(at, id).changes > 0;
          if (counts) tell.run(id);
          insert.run(conversation, message, id, score, at, said);
        }
      }),
    of: (conversation, message) => select.all(conversation, message),
    addOfSources: (conversation, message, all) =>
      db.transaction(() => {
        for (const [nth, { from, source, title, text, score, at }] of all.entries())
          insertFound.run(conversation, message, nth, from, source, title, text, score, at);
      }),
    ofSources: (conversation, message) => found.all(conversation, message),
    counts: conversation => counted.all({ conversation }),
    forget: conversation => {
      for (const each of remove) each.run(conversation);
    },
  };
}
