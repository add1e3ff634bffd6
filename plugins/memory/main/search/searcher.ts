import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '@atelier/kernel';
import { startThread, type Thread } from '@atelier/kernel/children';
import { errors } from '../errors.ts';
import type { Asked, Ranked, RankedHit } from './ranker.ts';
import type { ToSearch } from './worker.ts';

const program = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url).href;
/** So many rows are read in one piece; the app does other things between two of them. */
const piece = 500;

interface IndexedRow extends Omit<Ranked, 'vector' | 'project' | 'until'> {
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

const columns = `number, project, kind, valid_from AS "from", valid_until AS "until", updated_at AS updatedAt, confidence, importance,
  max(0, times_used - coalesce((SELECT times FROM told WHERE told.memory = memories.id), 0)) AS timesUsed, grams`;

export function openSearcher(db: Database): Searcher {
  const page = db.prepare<IndexedRow>(
    `SELECT ${columns} FROM memories WHERE number > ? AND status <> 'deleted' ORDER BY number LIMIT ${piece}`,
  );
  const one = db.prepare<IndexedRow>(`SELECT ${columns} FROM memories WHERE number = ? AND status <> 'deleted'`);
  const waiting = new Map<number, PromiseWithResolvers<readonly RankedHit[]>>();
  let asked = 0;
  let running: { readonly thread: Thread; readonly filled: Promise<void> } | undefined;

  const start = () => {
    const thread = startThread(`import(${JSON.stringify(program)})`);
    const begun = { thread, filled: fill(thread) };
    thread.onMessage(message => {
      const { ask, hits } = message as { readonly ask: number; readonly hits: readonly RankedHit[] };
      waiting.get(ask)?.resolve(hits);
      waiting.delete(ask);
    });
    void thread.ended.then(error => {
      if (running === begun) running = undefined;
      for (const { reject } of waiting.values()) reject(errors['memory/search-ended']({ why: error?.message ?? '-' }));
      waiting.clear();
    });
    return begun;
  };
  const tell = (thread: Thread, message: ToSearch) => thread.post(message);
  const fill = async (thread: Thread): Promise<void> => {
    for (let after = 0; ; ) {
      const rows = page.all(after);
      if (rows.length === 0) return;
      tell(thread, { put: rows.map(rankedOf), removed: [] });
      after = rows.at(-1)?.number ?? after;
      await setImmediate();
    }
  };
  return {
    async ask(question) {
      running ??= start();
      const { thread, filled } = running;
      await filled;
      asked += 1;
      const answer = Promise.withResolvers<readonly RankedHit[]>();
      waiting.set(asked, answer);
      tell(thread, { ask: asked, question });
      return await answer.promise;
    },
    changed(numbers) {
      // What was not read yet when the thread is being filled is read as it is now; what was is put again.
      if (running === undefined) return;
      const rows = numbers.map(number => one.get(number)).filter(row => row !== undefined);
      tell(running.thread, { removed: numbers, put: rows.map(rankedOf) });
    },
    async end() {
      const { thread } = running ?? {};
      running = undefined;
      await thread?.end();
    },
  };
}

function rankedOf({ grams, project, until, ...row }: IndexedRow): Ranked {
  return { ...row, vector: grams, project: project ?? undefined, until: until ?? undefined };
}
