import type { ParsedScript, SyntaxNode } from 'unbash';

/** Longer lines are not read; the person is asked about them. It bounds the time that reading takes. */
export const maxLineLength = 16_384;
/** How many here-documents one line may begin: each of them is searched for again with every other. */
const maxHereDocuments = 200;

/** The parser of bash's grammar, which is loaded when the first command is read. */
export interface ShellParser {
  /** The tree of a text; undefined if it may be another one than the shell's. */
  parse(text: string): ParsedScript | undefined;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
}

let loading: Promise<ShellParser> | undefined;

export function loadShellParser(): Promise<ShellParser> {
  loading ??= import('unbash').then(({ parse, forEachChild }) => ({
    parse(text) {
      if (isUnclearText(text)) return undefined;
      try {
        const script = parse(text);
        return script.errors?.length ? undefined : script;
      } catch {
        // It is nested so deeply that the parser had no stack left.
        return undefined;
      }
    },
    forEachChild,
  }));
  return loading;
}

/**
 * Whether a text has something that the parser reads differently from the shell, as the comparison with a real bash in
 * `real-bash.test.ts` has shown; control characters and those that stand for unknown values are in no ordinary command.
 */
function isUnclearText(text: string): boolean {
  if (text.length > maxLineLength || text.split('<<').length > maxHereDocuments) return true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0x7f || (code >= 0xe000 && code <= 0xe002)) return true;
  }
  if (/[<>]\(/.test(text) && text.includes(')#')) return true;
  return /[<>]&[ \t]*-[^ \t\n;&|)]|\d[<>]\(|\$\(\(\(|\$\\\n/.test(text);
}

/** The same for a node of the tree. */
export function isUnclearNode(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'Script':
      return 'errors' in node && (node.errors?.length ?? 0) > 0;
    case 'Word':
      // Blanks without quotes end a word, also in square brackets.
      return [...(node.parts ?? [{ type: 'Literal', text: node.text }])].some(
        ({ type, text }) => (type === 'Literal' || type === 'Glob' || type === 'BraceExpansion') && /(?<!\\)[ \t\n]/.test(text),
      );
    case 'AnsiCQuoted':
    case 'SimpleExpansion':
      return node.text.includes('\\\n');
    case 'ParameterExpansion':
      return node.text.includes('\\\n') || node.text.includes("'");
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return node.script === undefined;
    case 'Redirect':
      // What stands there is expanded twice.
      return node.operator.endsWith('&') && !/^[\w./-]*$/.test(node.target?.text ?? '');
    case 'Assignment':
      // A list with something right behind it.
      return node.value.type === 'Word' && node.value.text.startsWith('(');
    default:
      return false;
  }
}
