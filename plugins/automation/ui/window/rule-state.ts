import type { UiStateName } from '@atelier/kernel/kit';
import type { Receipt, Rule } from '../../contract/index.ts';

/** The mark of a rule: off, or how it is with its newest run. */
export function stateOf({ on, running, last }: Rule): UiStateName {
  if (running !== undefined) return 'running';
  if (!on) return 'off';
  return last === undefined ? 'queued' : receiptState(last);
}

export function receiptState({ status, lateMs }: Receipt): UiStateName {
  if (status === 'ran') return lateMs === undefined ? 'done' : 'late';
  return status;
}

/** What runs now comes first, then what is due next, then what waits for something to happen. */
export function rank({ running, nextAt }: Rule): number {
  return running === undefined ? (nextAt ?? Number.POSITIVE_INFINITY) : 0;
}
