import type { HiddenStep } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { visibleText } from '@atelier/kernel';
import type { Step } from '../../contract/index.ts';
import { readJson } from './json.ts';

/** Of how many runs what was said is kept: of one rule, and of all. */
const most = { ofRule: 50, ofAll: 500 };

export interface KeptTranscript {
  readonly receipt: string;
  readonly rule: string;
  readonly steps: string;
}

/** What was said and called in hidden runs, by their receipts. */
export function openTranscripts(db: Database) {
  const insert = db.prepare('INSERT OR REPLACE INTO transcripts (receipt, rule, steps) VALUES (?, ?, ?)');
  const one = db.prepare<{ steps: string }>('SELECT steps FROM transcripts WHERE receipt = ?');
  const prune = db.prepare(
    `DELETE FROM transcripts WHERE rule = :rule AND number <= (
       SELECT number FROM transcripts WHERE rule = :rule ORDER BY number DESC LIMIT 1 OFFSET ${most.ofRule})`,
  );
  const pruneAll = db.prepare(
    `DELETE FROM transcripts WHERE number <= (SELECT number FROM transcripts ORDER BY number DESC LIMIT 1 OFFSET ${most.ofAll})`,
  );
  const pruneRemoved = db.prepare('DELETE FROM transcripts WHERE rule NOT IN (SELECT id FROM rules)');
  const ofRule = db.prepare<KeptTranscript>('SELECT receipt, rule, steps FROM transcripts WHERE rule = ? ORDER BY number');
  return {
    /** What is kept of a rule, to be put back with it. */
    keptOf: (rule: string): readonly KeptTranscript[] => ofRule.all(rule),
    putBack(kept: readonly KeptTranscript[]): void {
      for (const { receipt, rule, steps } of kept) insert.run(receipt, rule, steps);
    },
    keep(receipt: string, rule: string, steps: readonly HiddenStep[]): void {
      if (steps.length === 0) return;
      insert.run(receipt, rule, JSON.stringify(steps));
      prune.run({ rule });
      pruneAll.run();
      // A rule that is removed while it runs says this after its end.
      pruneRemoved.run();
    },
    /** Removes those of rules that are removed. */
    pruneRemoved: (): void => void pruneRemoved.run(),
    of(receipt: string): Step[] {
      const steps = (readJson(one.get(receipt)?.steps) ?? []) as HiddenStep[];
      return steps.map(({ text, name, result, ...step }) => ({
        ...{ ...step, text: visibleText(text, step.kind === 'said' ? 'prose' : 'code') },
        ...(name !== undefined && { name: visibleText(name, 'name') }),
        ...(result !== undefined && { result: visibleText(result, 'code') }),
      }));
    },
  };
}
