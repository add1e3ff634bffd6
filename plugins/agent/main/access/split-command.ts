/** The commands of a shell line. */
export interface SplitCommand {
  readonly parts: readonly string[];
  /** False if the line may run or write something that the parts do not show: substitutions, redirections, open quotes. */
  readonly clear: boolean;
}

const operators = new Set([';', '&', '|', '\n']);
const unclear = new Set(['`', '<', '>', '(', ')', '{', '}', '!']);

/**
 * Splits a line at the shell's operators, outside of quotes, so that a rule for one command does not also allow a command that is
 * chained behind it. The boundary is the sandbox, which does not rely on this.
 */
export function splitCommand(line: string): SplitCommand {
  const parts: string[] = [];
  let part = '';
  let quote: '"' | "'" | undefined;
  let clear = true;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\' && quote !== "'") {
      part += character + (line[at + 1] ?? '');
      at += 1;
      // A continued line is not parsed further.
      if (line[at] === '\n') clear = false;
      continue;
    }
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (quote === '"' && (character === '`' || character === '$')) clear = false;
      part += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      part += character;
    } else if (operators.has(character)) {
      parts.push(part);
      part = '';
    } else {
      if (unclear.has(character) || character === '$') clear = false;
      part += character;
    }
  }
  parts.push(part);
  return { parts: parts.map(text => text.trim()).filter(text => text !== ''), clear: clear && quote === undefined };
}
