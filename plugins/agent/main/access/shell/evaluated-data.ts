import type { SyntaxNode } from 'unbash';
import type { ShellParser } from './parse.ts';
import { isFixed } from './shell-line.ts';

/** Variables whose value the shell, or one that it starts, expands or runs. */
const expanded: ReadonlySet<string> = new Set(['PS0', 'PS1', 'PS2', 'PS4', 'BASH_ENV', 'ENV', 'PROMPT_COMMAND']);
const comparing: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
/** The name of a variable, or of an element of an array whose index is a number. */
const plainName = /^[A-Za-z_]\w*(?:\[(?:\d+|[@*])\])?$/;
/** Commands that print nothing but numbers, as long as their words are written out. */
const counting: ReadonlySet<string> = new Set(['date', 'nproc']);

/** Whether one of these settings, or `NAME=value` among arguments, gives the shell something to expand that is not known. */
export function setsUnknownCode(settings: readonly string[]): boolean {
  return settings.some(setting => {
    const [, name = '', value = ''] = /^(\w+)\+?=(.*)$/s.exec(setting) ?? [];
    return expanded.has(name) && (!isFixed(value) || /[$`]/.test(value));
  });
}

/** Whether a builtin sets such a variable to a value that is not followed. */
export function setsExpanded(name: string, values: readonly string[]): boolean {
  if (!['read', 'printf', 'mapfile', 'readarray', 'getopts'].includes(name)) return false;
  // The variable may stand in one word with its option.
  return values.some(value => expanded.has(name === 'printf' ? value.replace(/^-v/, '') : value));
}

/** Whether a builtin is given the name of a variable that is not written out: it evaluates the index in it. */
export function namesByValue(name: string, values: readonly string[]): boolean {
  const named = (option: RegExp) => values.some((value, at) => option.test(value) && !plainName.test(values[at + 1] ?? 'x'));
  if (name === 'test' || name === '[') return named(/^-[vR]$/);
  if (name === 'printf')
    return /^-v./.test(values[0] ?? '') ? !plainName.test((values[0] ?? '').slice(2)) : values[0] === '-v' && named(/^-v$/);
  return (name === 'mapfile' || name === 'readarray') && values.some(value => /^-[A-Za-z]*C/.test(value) || !isFixed(value.charAt(0)));
}

/** Whether the value of a variable is calculated with, or expanded once more. */
export function calculates(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticWord') return /[A-Za-z_$]/.test(node.value);
  if (node.type === 'TestBinary') return comparing.has(node.operator);
  if (node.type !== 'ParameterExpansion') return false;
  const { operation, index } = node;
  return operation?.type === 'Slice' || operation?.type === 'Transform' || (index !== undefined && !/^(?:\d+|[@*])$/.test(index.text));
}

/** Follows what a text calculates with: a substituted result in a calculation is evaluated, and may run what it holds. */
export function followData() {
  const fromOutside = new Set<string>();
  type Visit = ShellParser['forEachChild'];
  return {
    /** Whether a node evaluates data; nodes are given in the order of the text. */
    takesCode(node: SyntaxNode, forEachChild: Visit): boolean {
      switch (node.type) {
        case 'Assignment':
          if (isFromOutside(node.value, forEachChild)) fromOutside.add(node.name);
          return false;
        case 'For':
        case 'Select':
          if (node.wordlist?.some(word => isFromOutside(word, forEachChild))) fromOutside.add(node.name.value);
          return false;
        case 'Command': {
          const words = node.args.filter(word => word.type === 'Word');
          if (node.name?.value === 'read') for (const { value } of words) fromOutside.add(value);
          if (node.name?.value === 'set' && words.some(word => isFromOutside(word, forEachChild)))
            for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '@', '*']) fromOutside.add(name);
          return false;
        }
        case 'TestUnary':
          return (node.operator === '-v' || node.operator === '-R') && !plainName.test(node.operand.text);
        case 'TestBinary':
          return comparing.has(node.operator) && [node.left, node.right].some(word => isFromOutside(word, forEachChild));
        case 'ArithmeticCommandExpansion':
          return node.script === undefined || !isNumber(node.script.commands.map(({ command }) => command));
        case 'ArithmeticWord':
          return (
            namesIn(node.value).some(name => fromOutside.has(name)) ||
            (node.parts?.some(part => isFromOutside(part, forEachChild)) ?? false)
          );
        case 'ParameterExpansion': {
          const { operation, index, parameter, prefix } = node;
          if (prefix === '!' && fromOutside.has(parameter)) return true;
          if (operation?.type === 'Transform' && operation.operand.text === 'P') return true;
          if (operation?.type === 'Default' && operation.operator.endsWith('=') && expanded.has(parameter)) return true;
          const calculated = [index, ...(operation?.type === 'Slice' ? [operation.offset, operation.length] : [])];
          return calculated.some(
            word => word !== undefined && (isFromOutside(word, forEachChild) || namesIn(word.text).some(name => fromOutside.has(name))),
          );
        }
        default:
          return false;
      }
    },
  };

  /** Whether a part of the text holds a substituted command, or a variable whose value came from one. */
  function isFromOutside(node: SyntaxNode, forEachChild: Visit): boolean {
    if (node.type === 'CommandExpansion') return node.script === undefined || !isNumber(node.script.commands.map(({ command }) => command));
    if (node.type === 'SimpleExpansion') return fromOutside.has(node.text.slice(1));
    if (node.type === 'ParameterExpansion' && node.prefix === '#') return false;
    if (node.type === 'ParameterExpansion' && fromOutside.has(node.parameter)) return true;
    let isFound = false;
    forEachChild(node, child => {
      isFound ||= isFromOutside(child, forEachChild);
    });
    return isFound;
  }
}

function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*|(?<=\$\{?)[\d@*]/g) ?? [];
}

/** Whether what is substituted is one command that prints nothing but a number. */
function isNumber(commands: readonly SyntaxNode[]): boolean {
  const [command, ...others] = commands;
  const last = command?.type === 'Pipeline' ? command.commands.at(-1) : command;
  if (others.length > 0 || last?.type !== 'Command' || last.prefix.length > 0) return false;
  const words = last.args.map(word => (word.type === 'Word' && word.parts === undefined ? word.value : undefined));
  const [name = ''] = [last.name?.value];
  // With a file `wc` prints its name too.
  if (name === 'wc') return words.every(word => word !== undefined && /^-[clmwL]+$/.test(word));
  return counting.has(name) && words.every(word => word !== undefined && /^[-+%\w]*$/.test(word));
}
