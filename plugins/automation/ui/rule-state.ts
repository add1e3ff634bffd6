import type { UiStateName } from '@atelier/kernel/kit';
import type { Receipt, Rule } from '../contract/index.ts';

/** The mark of a rule: off, or how it is with its newest run. */
export function stateOf(rule: Rule): UiStateName {
  const { on, running, last } = rule;
  if (running !== undefined) return receiptState(running);
  if (!on && !isOver(rule)) return 'off';
  return last === undefined ? 'queued' : receiptState(last);
}

/** Whether a rule is off because its one moment has come. */
export function isOver({ on, offSince = 0, draft, last, problem }: Rule): boolean {
  return !on && problem === undefined && last !== undefined && draft?.trigger.kind === 'once' && offSince >= draft.trigger.at;
}

export function receiptState({ status, lateMs, waits }: Receipt): UiStateName {
  if (waits === true) return 'needs';
  if (status === 'ran') return lateMs === undefined ? 'done' : 'late';
  return status;
}

/** The newest receipt of each rule, in their order. */
export function newestOfEach(receipts: readonly Receipt[]): readonly Receipt[] {
  return receipts.filter(({ rule }, place) => receipts.findIndex(other => other.rule === rule) === place);
}

/** What runs now comes first, then what is due next, then what waits for something to happen. */
export function rank({ running, nextAt }: Rule): number {
  return running === undefined ? (nextAt ?? Number.POSITIVE_INFINITY) : 0;
}
