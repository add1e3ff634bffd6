import type { Database } from '@atelier/kernel';

/** A memory that was given to the model for an answer. */
export interface Use {
  readonly id: string;
  readonly score: number;
  readonly at: number;
  /** A salted hash of its words then; null where a former version kept none. */
  readonly said: number | null;
}

/** What was remembered for which answer: ids and scores, no words. */
export interface Uses {
  /** Each memory counts once for an answer, however many messages it has. */
  add(conversation: string, message: string, uses: readonly Use[]): void;
  of(conversation: string, message: string): Use[];
  /** How many there were for each answer of a conversation. */
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
    'SELECT message, count(*) AS count FROM uses WHERE conversation = ? GROUP BY message',
  );
  const remove = db.prepare('DELETE FROM uses WHERE conversation = ?');
  return {
    add: (conversation, message, uses) =>
      db.transaction(() => {
        for (const { id, score, at, said } of uses) {
          const counts = isCounted.get(conversation, id, at) === undefined && count.run(at, id).changes > 0;
          if (counts) tell.run(id);
          insert.run(conversation, message, id, score, at, said);
        }
      }),
    of: (conversation, message) => select.all(conversation, message),
    counts: conversation => counted.all(conversation),
    forget: conversation => void remove.run(conversation),
  };
}
