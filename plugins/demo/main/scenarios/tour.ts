import type { Reply, Scenario } from '../scenario.ts';
import { failing } from './failing.ts';
import { look } from './look.ts';
import { notes } from './notes.ts';

/** Reading, editing and running, one after another in one turn. */
export const tour: Scenario = function* (turn, words) {
  let before = words.tourRead;
  for (const step of [look, notes, failing]) before = yield* after(before, step(turn, words));
  return before + words.tourEnd;
};

/** What the step before has said at its end comes with the first thing of the next one. */
function* after(before: string, step: Generator<Reply, string, string>): Generator<Reply, string, string> {
  let said = before;
  let next = step.next('');
  while (!next.done) {
    const answer: string = yield { ...next.value, text: said + next.value.text };
    said = '';
    next = step.next(answer);
  }
  return said + next.value;
}
