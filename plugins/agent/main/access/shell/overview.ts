import type { ParsedScript, SyntaxNode } from 'unbash';
import { calculates, followData, namesByValue, setsExpanded } from './evaluated-data.ts';
import { isUnclearNode, type ShellParser } from './parse.ts';
import type { ShellWord, Unclear } from './shell-line.ts';

/** Beyond these a line is unclear; they bound the time that reading takes. */
const most = { nodes: 20_000, scripts: 24 };

/** Builtins after which the values of variables are not followed. */
const settingVariables: ReadonlySet<string> = new Set([
  ...['read', 'unset', 'mapfile', 'readarray', 'getopts', 'let', 'source', '.', 'eval', 'printf'],
]);
/** Builtins that take a part of their arguments as code, or change what the words of a line mean. */
const runningCode: ReadonlySet<string> = new Set(['eval', 'alias', 'bind', 'complete', 'compgen', 'enable', 'hash', 'fc']);
/** Builtins that evaluate the index of an array in an argument, also where it was quoted. */
const evaluating: ReadonlySet<string> = new Set([
  ...['[', 'test', 'declare', 'typeset', 'local', 'export', 'readonly', 'let', 'unset', 'printf', 'read', 'wait'],
  ...['mapfile', 'readarray', 'getopts'],
]);
const moving: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

export function isMoving(name: string): boolean {
  return moving.has(name);
}

/** Whether a line that gives a function this name means something else than it says. */
export function isMeaningful(name: string): boolean {
  return moving.has(name) || settingVariables.has(name) || runningCode.has(name) || evaluating.has(name);
}

/** Whether a builtin is given code in its arguments. */
export function takesCode(name: string, words: readonly ShellWord[]): boolean {
  if (runningCode.has(name)) return true;
  const values = words.slice(1).flatMap(word => word.values);
  if (name === 'source' || name === '.') return values[0] === undefined || /^(?:\uE000|\/dev\/|\/proc\/)/.test(values[0]);
  if (name === 'shopt') return values.includes('expand_aliases');
  if (setsExpanded(name, values) || namesByValue(name, values)) return true;
  return evaluating.has(name) && values.some(value => value.includes('[') && (value.includes('$(') || value.includes('`')));
}

/** What a text sets and where it goes, as far as that matters for all of it. */
export interface Overview {
  /** How often each variable is set. */
  readonly assigned: ReadonlyMap<string, number>;
  readonly followsVariables: boolean;
  /** It changes the working directory in a loop or a function. */
  readonly movesOddly: boolean;
  /** Why the tree may not show everything that runs. */
  readonly unclear: Unclear | undefined;
}

/** Walks once over the whole tree, unless it has too many nodes. */
export function overviewOf({ forEachChild }: ShellParser, script: ParsedScript): Overview {
  const assigned = new Map<string, number>();
  let nodes = 0;
  let followsVariables = true;
  let movesOddly = false;
  let unclear: Unclear | undefined;
  let isCalculating = false;
  let hasQuotedCode = false;
  const data = followData();
  const count = (name: string) => assigned.set(name, (assigned.get(name) ?? 0) + 1);
  const visit = (node: SyntaxNode, isOdd: boolean, scripts: number): void => {
    nodes += 1;
    if (nodes > most.nodes || scripts > most.scripts) unclear = 'long';
    if (unclear === 'long') return;
    if (isUnclearNode(node)) unclear = 'syntax';
    isCalculating ||= calculates(node);
    if (data.takesCode(node, forEachChild)) unclear ??= 'code';
    hasQuotedCode ||= holdsCode(node);
    // With it, `cd` goes elsewhere.
    if (node.type === 'Assignment' && node.name === 'CDPATH') movesOddly = true;
    if (node.type === 'Assignment') count(node.name);
    else if (node.type === 'For' || node.type === 'Select') count(node.name.value);
    else if (setsByOperator(node)) followsVariables = false;
    else if (node.type === 'Command') {
      const name = node.name?.value ?? '';
      if (settingVariables.has(name)) followsVariables = false;
      if (moving.has(name) && isOdd) movesOddly = true;
    }
    const isLoop = ['For', 'While', 'Function', 'Select', 'ArithmeticFor'].includes(node.type);
    const isApart = node.type === 'Subshell' || node.type === 'Script';
    forEachChild(node, child => visit(child, isLoop || (isOdd && !isApart), scripts + (node.type === 'Script' ? 1 : 0)));
  };
  visit(script, false, 0);
  // A calculation runs what is substituted in the value of a variable.
  if (isCalculating && hasQuotedCode) unclear ??= 'code';
  return { assigned, followsVariables: followsVariables && !assigned.has('IFS'), movesOddly, unclear };
}

/** Whether a text that the shell does not expand here holds what it would run elsewhere. */
function holdsCode(node: SyntaxNode): boolean {
  if (node.type === 'HereDocBody') return node.parts === undefined && quotedCode.test(node.text);
  if (node.type === 'Word') return node.parts === undefined && quotedCode.test(node.value);
  return (node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted' || node.type === 'Literal') && quotedCode.test(node.value);
}

const quotedCode = /\$\(|`|\[\$/;

/** Whether an expansion or a calculation sets a variable. */
function setsByOperator(node: SyntaxNode): boolean {
  if (node.type === 'Default') return node.operator.endsWith('=');
  if (node.type !== 'ArithmeticBinary' && node.type !== 'ArithmeticUnary') return false;
  const { operator } = node;
  return operator === '++' || operator === '--' || (operator.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator));
}
