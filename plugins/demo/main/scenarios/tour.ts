import type { Reply, Scenario } from '../scenario.ts';
import { failing } from './failing.ts';
import { look } from './look.ts';
import { notes } from './notes.ts';

/** Reads, edits and runs a command in one turn. */
export const tour: Scenario = function* (turn, words) {
  let before = words.tourRead;
  for (const step of [look, notes, failing]) before = `${(yield* after(before, step(turn, words))).trimEnd()}\n\n`;
  return before + words.tourEnd;
};

/** Puts the last text of the step before in front of the first text of the next step. */
function* after(before: string, step: Generator<Reply, string, string>): Generator<Reply, string, string> {
  let text = before;
  let next = step.next('');
  while (!next.done) {
    const answer: string = yield { ...next.value, text: text + next.value.text };
    text = '';
    next = step.next(answer);
  }
  return text + next.value;
}
