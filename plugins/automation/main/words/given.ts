import { visibleText } from '@atelier/kernel';
import type { Action } from '../../contract/index.ts';

/** How much of what an action is given is shown before it is. */
export const mostGiven = { lines: 20, text: 500 };

export interface Given {
  /** `name: value`, with nothing hidden in it. */
  readonly lines: readonly string[];
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** What an action hands to the command or to the extension that does it. */
export function givenOf(action: Action): Given {
  const given = Object.entries((action.kind === 'extension' ? action.settings : action.kind === 'command' ? action.args : undefined) ?? {});
  // As in JSON: where a value ends can be told, whatever is in it.
  const whole = given.map(([name, value]) =>
    visibleText(`${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}`, 'name'),
  );
  const lines = whole
    .slice(0, mostGiven.lines)
    .map(line => (line.length <= mostGiven.text ? line : `${line.slice(0, mostGiven.text - 1)}…`));
  const isWhole = lines.length === whole.length && lines.every((line, index) => line === whole[index]);
  return { lines: whole.length > lines.length ? [...lines, '…'] : lines, isWhole };
}

/** The same with every hidden character spelled out, also in names. */
export function visibleGiven(action: Action): Action {
  const seen = (given: Record<string, unknown>): Record<string, unknown> => JSON.parse(visibleText(JSON.stringify(given), 'name'));
  if (action.kind === 'extension' && action.settings !== undefined) return { ...action, settings: seen(action.settings) };
  return action.kind === 'command' && action.args !== undefined ? { ...action, args: seen(action.args) } : action;
}
