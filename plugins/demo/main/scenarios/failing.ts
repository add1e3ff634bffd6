import { excerpt, type Scenario, toolOf } from '../scenario.ts';
import { fill } from '../words/index.ts';

/** Runs a command that fails, reads the error, and runs another command. */
export const failing: Scenario = function* (turn, words) {
  const shell = toolOf(turn, 'bash', 'powershell');
  if (shell === undefined) return fill(words.noTool, { tool: 'bash' });

  const failed = yield { text: words.failing, call: { tool: shell, args: { command: 'ls demo-missing-folder' } } };
  if (!/demo-missing-folder/.test(failed)) return fill(words.refused, { why: excerpt(failed) });
  const listed = yield { text: fill(words.failed, { why: excerpt(failed) }), call: { tool: shell, args: { command: 'ls -A | wc -l' } } };
  const count = /^[ \t]*(\d+)[ \t]*$/m.exec(listed)?.[1];
  return count === undefined ? fill(words.recoverRefused, { why: excerpt(listed) }) : fill(words.recovered, { count });
};
