/** The commands that a shell line is made of, and whether that is all there is to it. */
export interface SplitCommand {
  readonly parts: readonly string[];
  /** False where something in it runs or writes what the parts do not show: substitutions, redirections, open quotes. */
  readonly clear: boolean;
}

const operators = new Set([';', '&', '|', '\n']);
const unclear = new Set(['`', '<', '>', '(', ')', '{', '}', '!']);

/**
 * Splits a line at the shell's operators, outside of quotes. Nothing is allowed because of it that the sandbox would not stop; it
 * only keeps a rule for one command from being a rule for what somebody writes behind it.
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
      // A line that goes on below is read as one, so what it hides is not looked for here.
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
  return { parts: parts.map(one => one.trim()).filter(one => one !== ''), clear: clear && quote === undefined };
}
