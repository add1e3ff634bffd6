import type { Database } from '@atelier/kernel';
import type { LightEntry } from './light-entry.ts';
import { numberOf, positionOf, titlePosition } from './numbers.ts';

export interface StoredEntry {
  readonly position: number;
  readonly id: string;
  readonly json: string;
}

/** The state of a conversation's index, and of the session file it was made from. */
export interface Indexed {
  /** Every entry up to the newest row is in the index. */
  readonly whole: boolean;
  /** How many of them are in the full text. */
  readonly texted: number;
  readonly file: string | undefined;
  readonly size: number | undefined;
  readonly changed: number | undefined;
  readonly problem: StoredProblem | undefined;
}

/** A problem with its message in both languages. */
export interface StoredProblem {
  readonly code: string;
  readonly fr: string;
  readonly en: string;
}

interface Row {
  readonly number: number;
  readonly id: string;
  readonly json: string;
}

interface IndexedRow {
  readonly whole: number;
  readonly texted: number;
  readonly file: string | null;
  readonly size: number | null;
  readonly changed: number | null;
  readonly problem: string | null;
}

export interface EntryStore {
  /** A conversation's number; undefined if there is no record of it. */
  numberOf(conversation: string): number | undefined;
  /** How many entries there are. */
  total(conversation: number): number;
  /** The newest entries before a position, in order. */
  before(conversation: number, position: number, limit: number): readonly StoredEntry[];
  /** The oldest entries from a position on. */
  from(conversation: number, position: number, limit: number): readonly StoredEntry[];
  at(conversation: number, position: number): StoredEntry | undefined;
  positionOf(conversation: number, id: string): number | undefined;
  /** The person's newest message at or before a position. */
  lastAsked(conversation: number, position: number): StoredEntry | undefined;
  lastCompaction(conversation: number): string | undefined;
  put(conversation: number, position: number, entry: LightEntry, json?: string): void;
  /** Drops the entries from a position on. */
  cut(conversation: number, position: number): void;
  indexed(conversation: number): Indexed;
  note(conversation: number, change: Partial<Indexed>): void;
  problems(): readonly { readonly conversation: string; readonly file: string; readonly problem: StoredProblem }[];
}

const none: Indexed = { whole: false, texted: 0, file: undefined, size: undefined, changed: undefined, problem: undefined };

/** The rows of the index. */
export function openEntryStore(db: Database): EntryStore {
  const number = db.prepare<{ number: number }>('SELECT number FROM conversations WHERE id = ?');
  const last = db.prepare<{ number: number }>('SELECT number FROM entries WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT 1');
  const before = db.prepare<Row>('SELECT number, id, json FROM entries WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT ?');
  const from = db.prepare<Row>('SELECT number, id, json FROM entries WHERE number >= ? AND number < ? ORDER BY number LIMIT ?');
  const one = db.prepare<Row>('SELECT number, id, json FROM entries WHERE number = ?');
  const byId = db.prepare<{ number: number }>('SELECT number FROM entries WHERE id = ? AND number >= ? AND number < ? LIMIT 1');
  const asked = db.prepare<Row>(
    "SELECT number, id, json FROM entries WHERE number >= ? AND number <= ? AND kind = 'user' ORDER BY number DESC LIMIT 1",
  );
  // Uses its own index: most conversations have no compaction, and every page needs this.
  const compaction = db.prepare<{ id: string }>(
    "SELECT id FROM entries WHERE number >= ? AND number < ? AND kind = 'compaction' ORDER BY number DESC LIMIT 1",
  );
  const put = db.prepare(
    `INSERT INTO entries (number, id, at, kind, json) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE SET id = excluded.id, at = excluded.at, kind = excluded.kind, json = excluded.json`,
  );
  const cut = db.prepare('DELETE FROM entries WHERE number >= ? AND number < ?');
  const indexed = db.prepare<IndexedRow>('SELECT whole, texted, file, size, changed, problem FROM indexed WHERE conversation = ?');
  const note = db.prepare(
    'INSERT OR REPLACE INTO indexed (conversation, whole, texted, file, size, changed, problem) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const problems = db.prepare<{ id: string; file: string | null; problem: string }>(
    `SELECT c.id, i.file, i.problem FROM indexed i JOIN conversations c ON c.number = i.conversation
    WHERE i.problem IS NOT NULL AND c.removed_at IS NULL ORDER BY c.number LIMIT 500`,
  );
  const start = (conversation: number) => numberOf(conversation, 0);
  const end = (conversation: number) => numberOf(conversation, titlePosition);

  const read = (conversation: number): Indexed => {
    const row = indexed.get(conversation);
    if (row === undefined) return none;
    const { whole, texted, file, size, changed, problem } = row;
    return {
      whole: whole === 1,
      texted,
      file: file ?? undefined,
      size: size ?? undefined,
      changed: changed ?? undefined,
      problem: problem === null ? undefined : (JSON.parse(problem) as StoredProblem),
    };
  };
  return {
    numberOf: conversation => number.get(conversation)?.number,
    total(conversation) {
      const row = last.get(start(conversation), end(conversation));
      return row === undefined ? 0 : positionOf(row.number) + 1;
    },
    before: (conversation, position, limit) =>
      before.all(start(conversation), numberOf(conversation, position), limit).map(storedOf).reverse(),
    from: (conversation, position, limit) => from.all(numberOf(conversation, position), end(conversation), limit).map(storedOf),
    at(conversation, position) {
      const row = one.get(numberOf(conversation, position));
      return row && storedOf(row);
    },
    positionOf(conversation, id) {
      const row = byId.get(id, start(conversation), end(conversation));
      return row && positionOf(row.number);
    },
    lastAsked(conversation, position) {
      const row = asked.get(start(conversation), numberOf(conversation, position));
      return row && storedOf(row);
    },
    lastCompaction: conversation => compaction.get(start(conversation), end(conversation))?.id,
    put: (conversation, position, entry, json = JSON.stringify(entry)) =>
      void put.run(numberOf(conversation, position), entry.id, entry.at, entry.kind, json),
    cut: (conversation, position) => void cut.run(numberOf(conversation, position), end(conversation)),
    indexed: read,
    note(conversation, change) {
      const { whole, texted, file, size, changed, problem } = { ...read(conversation), ...change };
      note.run(
        conversation,
        whole ? 1 : 0,
        texted,
        file ?? null,
        size ?? null,
        changed ?? null,
        problem === undefined ? null : JSON.stringify(problem),
      );
    },
    problems: () =>
      problems.all().map(({ id, file, problem }) => ({
        conversation: id,
        file: file ?? '',
        problem: JSON.parse(problem) as StoredProblem,
      })),
  };
}

function storedOf({ number, id, json }: Row): StoredEntry {
  return { position: positionOf(number), id, json };
}
