import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '@atelier/kernel';
import { startThread, type Thread } from '@atelier/kernel/children';
import { errors } from '../errors.ts';
import { type Row, vectorOfRow } from '../store/rows.ts';
import type { Asked, Ranked, RankedHit } from './ranker.ts';
import type { ToSearch } from './worker.ts';

const program = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url).href;
/** So many rows are read in one piece; the app does other things between two of them. */
const piece = 500;

interface IndexedRow extends Omit<Ranked, 'vector' | 'project' | 'until' | 'isEnded' | 'isHeld'> {
  readonly isEnded: 0 | 1;
  readonly isHeld: 0 | 1;
  readonly grams: Uint8Array;
  readonly project: string | null;
  readonly until: number | null;
}

/** The search in a thread of its own, which keeps the vectors of all memories. It starts with the first question. */
export interface Searcher {
  ask(question: Asked): Promise<readonly RankedHit[]>;
  /** These rows were written. */
  changed(numbers: readonly number[]): void;
  end(): Promise<void>;
}

const columns = `number, project, kind, valid_from AS "from", valid_until AS "until", updated_at AS updatedAt, (status = 'superseded' AND coalesce(valid_until <= updated_at, 0)) AS isEnded, (stored_by IS NOT NULL) AS isHeld, confidence, importance,
  max(0, times_used - coalesce((SELECT times FROM told WHERE told.memory = memories.id), 0)) AS timesUsed, grams`;

/** `isReadOnly`: vectors are renewed for this run alone. */
export function openSearcher(db: Database, isReadOnly = false): Searcher {
  const renewed = openRenewing(db, isReadOnly);
  const page = db.prepare<IndexedRow>(
    `SELECT ${columns} FROM memories WHERE number > ? AND status <> 'deleted' ORDER BY number LIMIT ${piece}`,
  );
  const one = db.prepare<IndexedRow>(`SELECT ${columns} FROM memories WHERE number = ? AND status <> 'deleted'`);
  /** Rows that were written since the thread was told of some, and the next time to do so. */
  const written = new Set<number>();
  let telling: NodeJS.Immediate | undefined;
  const waiting = new Map<number, PromiseWithResolvers<readonly RankedHit[]>>();
  let asked = 0;
  let running: { readonly thread: Thread; readonly filled: Promise<void> } | undefined;

  const start = () => {
    const thread = startThread(`import(${JSON.stringify(program)})`);
    // What could not be told all is of no use, and the next question begins again.
    const filled = fill(thread).catch(async error => {
      if (running === begun) running = undefined;
      await thread.end();
      throw error;
    });
    const begun = { thread, filled };
    thread.onMessage(message => {
      const { ask, hits } = message as { readonly ask: number; readonly hits: readonly RankedHit[] };
      waiting.get(ask)?.resolve(hits);
      waiting.delete(ask);
    });
    void thread.ended.then(error => {
      if (running === begun) running = undefined;
      for (const { reject } of waiting.values()) reject(errors['memory/search-ended']({}, error));
      waiting.clear();
    });
    return begun;
  };
  const tell = (thread: Thread, message: ToSearch) => thread.post(message);
  /** Off the way of a write, and before the next question is asked. */
  const tellWritten = (): void => {
    clearImmediate(telling);
    telling = undefined;
    if (running === undefined || written.size === 0) return;
    const numbers = [...written];
    const rows = renewed.whole(numbers.map(number => one.get(number)).filter(row => row !== undefined));
    written.clear();
    tell(running.thread, { removed: numbers, put: rows.map(rankedOf) });
  };
  const fill = async (thread: Thread): Promise<void> => {
    for (let after = 0; ; ) {
      const rows = page.all(after);
      if (rows.length === 0) return;
      tell(thread, { put: renewed.page(after, rows).map(rankedOf), removed: [] });
      after = rows.at(-1)?.number ?? after;
      await setImmediate();
    }
  };
  return {
    async ask(question) {
      running ??= start();
      const { thread, filled } = running;
      await filled;
      tellWritten();
      asked += 1;
      const answer = Promise.withResolvers<readonly RankedHit[]>();
      waiting.set(asked, answer);
      tell(thread, { ask: asked, question });
      return await answer.promise;
    },
    changed(numbers) {
      // What was not read yet when the thread is being filled is read as it is now; what was is put again.
      if (running === undefined) return;
      for (const number of numbers) written.add(number);
      telling ??= globalThis.setImmediate(() => {
        try {
          tellWritten();
        } catch {
          // They are told of with the next question, which says what is wrong.
        }
      });
    },
    async end() {
      clearImmediate(telling);
      written.clear();
      const { thread } = running ?? {};
      running = undefined;
      await thread?.end();
    },
  };
}

/**
 * Makes the vectors that are not there yet, and on a page those that a former version made. What differs of a page is kept in one transaction
 * with how far it came; a row that is told of by itself is kept by the next thread, so that no write is followed by a second one.
 */
function openRenewing(db: Database, isReadOnly: boolean) {
  const former = db.prepare<{ after: number; until: number }>('SELECT after, "until" FROM former_vectors');
  const cameTo = db.prepare('UPDATE former_vectors SET after = ?');
  const none = db.prepare('DELETE FROM former_vectors WHERE after >= "until"');
  const words = db.prepare<Pick<Row, 'title' | 'content' | 'tags' | 'topic'>>(
    'SELECT title, content, tags, topic FROM memories WHERE number = ?',
  );
  const put = db.prepare('UPDATE memories SET grams = ? WHERE number = ?');
  const made = (row: IndexedRow): IndexedRow => {
    const own = words.get(row.number);
    return own === undefined ? row : { ...row, grams: vectorOfRow(own) };
  };
  return {
    whole: (rows: readonly IndexedRow[]): readonly IndexedRow[] => rows.map(row => (row.grams.length === 0 ? made(row) : row)),
    page(after: number, rows: readonly IndexedRow[]): readonly IndexedRow[] {
      const range = former.get();
      const last = rows.at(-1)?.number ?? after;
      const isFormer = range !== undefined && last > range.after && after < range.until;
      const all = rows.map(row => (row.grams.length === 0 || (isFormer && row.number <= range.until) ? made(row) : row));
      const differ = all.filter(({ grams }, at) => !isSame(grams, rows[at]?.grams));
      if (!isReadOnly && (isFormer || differ.length > 0)) {
        try {
          db.transaction(() => {
            for (const { number, grams } of differ) put.run(grams, number);
            if (!isFormer) return;
            cameTo.run(last);
            none.run();
          });
        } catch {
          // They are at hand; on a full or locked disk the next thread makes and keeps them.
        }
      }
      return all;
    },
  };
}

const isSame = (one: Uint8Array, other: Uint8Array | undefined): boolean => Buffer.compare(one, other ?? new Uint8Array()) === 0;

function rankedOf({ grams, project, until, isEnded, isHeld, ...row }: IndexedRow): Ranked {
  return { ...row, isEnded: isEnded === 1, isHeld: isHeld === 1, vector: grams, project: project ?? undefined, until: until ?? undefined };
}
