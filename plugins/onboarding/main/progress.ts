import type { Database } from '@atelier/kernel';
import type { Ended, Progress, Step } from '../contract/index.ts';

const steps: readonly string[] = ['look', 'provider', 'models', 'check', 'telemetry', 'done'] satisfies readonly Step[];

export interface StoredProgress {
  read(): Progress;
  /** What it is afterwards. */
  save(change: { readonly step?: Step; readonly ended?: Ended }): Progress;
}

/** Where the person stands; one row, whatever the number of windows. */
export function openProgress(db: Database): StoredProgress {
  const one = db.prepare<{ step: string; ended: Ended }>('SELECT step, ended FROM progress');
  const write = db.prepare('UPDATE progress SET step = ?, ended = ?');
  const read = (): Progress => {
    const { step = 'look', ended = 'no' } = one.get() ?? {};
    // A step that another version had leads to the first one.
    return { step: steps.includes(step) ? (step as Step) : 'look', ended };
  };
  return {
    read,
    save(change) {
      const next = { ...read(), ...change };
      write.run(next.step, next.ended);
      return next;
    },
  };
}
