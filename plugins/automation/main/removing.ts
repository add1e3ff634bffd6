import type { Database } from '@atelier/kernel';
import { Removed } from './store/removed.ts';
import type { Rules, StoredRule } from './store/rules.ts';
import type { openTranscripts } from './store/transcripts.ts';

/** A rule in the version that the person has seen. */
export interface SeenRule {
  readonly rule: string;
  readonly version: number;
}

interface RemovingParts {
  readonly db: Database;
  readonly rules: Rules;
  readonly transcripts: ReturnType<typeof openTranscripts>;
  readonly webhooks: { forget(rule: string): void };
}

/** Removes rules with what was said and called in their runs, and brings them back. What the disk does not take is as it was. */
export class Removing {
  readonly #parts: RemovingParts;
  readonly #removed = new Removed();

  constructor(parts: RemovingParts) {
    this.#parts = parts;
  }

  /** Only a few are kept to be brought back, so what an extension removes is not, and pushes none of them out. */
  remove(rule: StoredRule, isUndoable: boolean): void {
    const kept = isUndoable ? this.#parts.transcripts.keptOf(rule.id) : [];
    this.#remove([rule]);
    if (isUndoable) this.#removed.add(rule, kept);
  }

  restore(id: string): void {
    const { db, rules, transcripts } = this.#parts;
    const { rule, transcripts: kept } = this.#removed.get(id);
    try {
      db.transaction(() => {
        rules.bringBack(rule);
        transcripts.putBack(kept);
      });
    } catch (error) {
      rules.forget(id);
      throw error;
    }
    this.#removed.forget(id);
  }

  /** Removes what an extension has proposed and the person has not taken; returns how many that were. */
  dismiss(by: string, seen?: readonly SeenRule[]): number {
    const isSeen = ({ id, version }: StoredRule) => seen === undefined || seen.some(one => one.rule === id && one.version === version);
    const proposals = this.#parts.rules.of(by).filter(rule => rule.proposed && isSeen(rule));
    this.#remove(proposals);
    return proposals.length;
  }

  #remove(gone: readonly StoredRule[]): void {
    const { db, rules, transcripts, webhooks } = this.#parts;
    try {
      db.transaction(() => {
        for (const { id } of gone) {
          rules.remove(id);
          webhooks.forget(id);
        }
        transcripts.pruneRemoved();
      });
    } catch (error) {
      for (const rule of gone) rules.restore(rule);
      throw error;
    }
  }
}
