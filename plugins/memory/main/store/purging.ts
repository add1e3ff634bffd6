import type { Database } from '@atelier/kernel';
import type { InPieces } from '../pieces.ts';
import { type Changes, undoMs } from './changes.ts';

/** Long enough for what is an hour old to be older. */
const graceMs = 1000;
/** Not sooner again: what could not be done now may be done then. */
const leastMs = 60_000;
/** So many forgotten ones lose their words in one piece. */
const mostPurged = 200;

/** Removes the words of what was forgotten an hour ago; what a kill leaves goes with the next start. */
export function openPurge(db: Database, changes: Changes, now: () => number) {
  const purge = db.prepare(
    `DELETE FROM memories WHERE number IN (SELECT number FROM memories WHERE status = 'deleted' AND updated_at <= ? LIMIT ${mostPurged})`,
  );
  // By the few that wait, not by all that are active: it is a part of each piece.
  const reviewedOld = db.prepare(
    "DELETE FROM unreviewed WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = unreviewed.memory AND status = 'active')",
  );
  const oldest = db.prepare<{ at: number | null }>(
    `SELECT min(at) AS at FROM (SELECT min(updated_at) AS at FROM memories WHERE status = 'deleted' UNION ALL SELECT min(at) FROM changes)`,
  );
  /** A piece, in a transaction of the caller. Returns whether more is to go. */
  const piece = (): boolean => {
    const isPruned = changes.prune(now());
    const { changes: gone } = purge.run(now() - undoMs);
    reviewedOld.run();
    return gone === mostPurged || !isPruned;
  };
  return {
    piece,
    *pieces(): InPieces<void> {
      while (db.transaction(piece)) yield;
    },
    /** In how long the next of it is to go; undefined if nothing is. */
    nextIn(): number | undefined {
      const at = oldest.get()?.at;
      return at === null || at === undefined ? undefined : Math.min(at + undoMs - now(), undoMs);
    },
  };
}

interface PurgingParts {
  /** Removes all that is old enough, in pieces. */
  purge(): Promise<unknown>;
  /** In how long the next of it is old enough. */
  nextIn(): number | undefined;
}

/** Has words go when their change cannot be undone any more, whatever else happens meanwhile. At rest there is no timer. */
export class Purging {
  readonly #parts: PurgingParts;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: PurgingParts) {
    this.#parts = parts;
  }

  /** What is old already goes now. */
  async begin(): Promise<void> {
    this.#timer = undefined;
    await this.#parts.purge();
    if (this.#isOver) return;
    const next = this.#parts.nextIn();
    if (next !== undefined) this.#arm(Math.max(next + graceMs, leastMs));
  }

  /** A timer that runs is for something older, and goes on. */
  changed(): void {
    this.#arm(undoMs + graceMs);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    if (!this.#isOver) this.#timer ??= setTimeout(() => void this.begin(), ms).unref();
  }
}
