import { excerpt, type Scenario } from '../scenario.ts';
import { fill } from '../words/index.ts';
import { isRefusal } from './look.ts';

const path = 'demo-notes.md';

/** Creates a small file and edits it, or adds a line to the existing file. */
export const notes: Scenario = function* (turn, words) {
  for (const tool of ['read', 'write', 'edit']) if (!turn.tools.includes(tool)) return fill(words.noTool, { tool });

  const found = yield { text: words.checking, call: { tool: 'read', args: { path } } };
  const last = isRefusal(found) ? undefined : lastLine(found);
  if (last !== undefined) {
    const edits = [{ oldText: last, newText: `${last}\n${words.notesAdded}` }];
    return ended(yield { text: words.adding, call: { tool: 'edit', args: { path, edits } } });
  }
  // With any other answer the file may exist, so it is not overwritten.
  if (!/ENOENT|no such file|not found/i.test(found)) return fill(words.editRefused, { why: excerpt(found) });

  const written = yield { text: words.creating, call: { tool: 'write', args: { path, content: words.notes } } };
  if (!hasWorked(written)) return fill(words.editRefused, { why: excerpt(written) });
  const edits = [{ oldText: words.notesFrom, newText: words.notesTo }];
  return ended(yield { text: words.editing, call: { tool: 'edit', args: { path, edits } } });

  function ended(answer: string): string {
    return hasWorked(answer) ? words.edited : fill(words.editRefused, { why: excerpt(answer) });
  }
};

function hasWorked(answer: string): boolean {
  return /^Success/i.test(answer);
}

/** The last line, if it occurs only once, so that an edit can find its position. */
function lastLine(content: string): string | undefined {
  const last = content.split('\n').findLast(line => line.trim() !== '');
  return last !== undefined && content.split(last).length === 2 ? last : undefined;
}
