import type { ParsedScript, SyntaxNode } from 'unbash';
import type { ShellParser } from './parse.ts';

/** The parts of bash's grammar of which all is known before a line runs; blocks, expansions and settings are none. */
const plain: ReadonlySet<string> = new Set([
  ...['Script', 'Statement', 'CompoundList', 'Command', 'Pipeline', 'AndOr', 'Subshell', 'BraceGroup', 'Redirected', 'Negation'],
  ...['Word', 'Literal', 'SingleQuoted', 'DoubleQuoted', 'AnsiCQuoted', 'Glob', 'BraceExpansion'],
  ...['Redirect', 'FileDescriptor', 'HereString', 'HereDoc', 'HereDocDelimiter', 'HereDocBody'],
]);

/** Whether a line is made of nothing but commands, pipes, lists, groups and redirections, without anything that is expanded. */
export function isPlainTree(parser: ShellParser, script: ParsedScript): boolean {
  let isPlain = true;
  const visit = (node: SyntaxNode): void => {
    isPlain &&= plain.has(node.type) && !(node.type === 'Redirect' && node.descriptor?.type === 'FileDescriptorVariable');
    if (isPlain) parser.forEachChild(node, visit);
  };
  visit(script);
  return isPlain;
}
