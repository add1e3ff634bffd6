import { parseSync } from 'vite';

/** What a source says, as its syntax tree tells it. */
export interface Syntax {
  /** The modules that it imports, without those of types. */
  readonly imports: readonly string[];
  /** The source without its comments. */
  readonly code: string;
  /** Where it cannot be read. */
  readonly problem: { readonly line: number; readonly column: number; readonly what: string } | undefined;
  /** The calls of a member whose first argument is a text, such as `ctx.handle('notes.add', …)`. */
  readonly calls: readonly { readonly method: string; readonly argument: string; readonly line: number }[];
  /** The names of `export const elements = { … }`; undefined if they do not stand there. */
  readonly elements: readonly string[] | undefined;
  /** The line where a member of that name is used of something that is neither imported nor of the language; `isCalled`: called. */
  uses(member: string, isCalled: boolean): number | undefined;
  /** Whether a name is used that nothing in the file declares. */
  usesGlobal(name: string): boolean;
  /** Whether something has a member, such as `document.cookie`. */
  usesMember(object: string, member: string): boolean;
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Roots whose members are the language's or the page's own. */
const globals = new Set(['globalThis', 'window', 'self', 'document', 'console', 'navigator', 'process', 'Notification']);

/** Reads the syntax of a file; a file with a mistake has no members. */
export function syntaxOf(file: string, text: string): Syntax {
  const { program, module, comments, errors } = parseSync(file, text);
  const [error] = errors;
  const at = error?.labels[0]?.start ?? 0;
  const before = text.slice(0, at).split('\n');
  const imported = new Set<string>();
  const imports: string[] = [];
  for (const { entries, moduleRequest } of module.staticImports) {
    for (const { localName } of entries) imported.add(localName.value);
    if (entries.length === 0 || entries.some(({ isType }) => !isType)) imports.push(moduleRequest.value);
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest !== null && !isType) imports.push(moduleRequest.value);
  const members: { object: string; member: string; isCalled: boolean; line: number }[] = [];
  const calls: { method: string; argument: string; line: number }[] = [];
  let elements: readonly string[] | undefined;
  const lineAt = (node: Node) => text.slice(0, Number(node.start)).split('\n').length;
  const names = new Set<string>();
  const declared = new Set<string>(imported);
  walk(program as unknown as Node, (node, parent, field) => {
    if (node.type === 'ImportExpression') {
      const { value } = node.source as Node;
      if (typeof value === 'string') imports.push(value);
    }
    if (node.type === 'MemberExpression' && node.computed !== true) {
      const isCalled = parent?.type === 'CallExpression' && field === 'callee';
      const member = String((node.property as Node).name);
      members.push({ object: rootOf(node), member, isCalled, line: lineAt(node.property as Node) });
      const [argument] = isCalled ? ((parent?.arguments ?? []) as readonly Node[]) : [];
      if (argument?.type === 'Literal' && typeof argument.value === 'string')
        calls.push({ method: member, argument: argument.value, line: lineAt(argument) });
    }
    if (node.type === 'ExportNamedDeclaration') elements ??= exportedElements(node);
    if (node.type !== 'Identifier') return;
    const name = String(node.name);
    if (isDeclaration(parent, field)) declared.add(name);
    else if (!isName(parent, field)) names.add(name);
  });
  return {
    imports: [...new Set(imports)],
    code: withoutComments(text, comments),
    problem: error && { line: before.length, column: (before.at(-1) ?? '').length + 1, what: error.message },
    calls,
    elements,
    uses: (member, isCalled) =>
      members.find(one => one.member === member && (!isCalled || one.isCalled) && !imported.has(one.object) && !globals.has(one.object))
        ?.line,
    usesGlobal: name => names.has(name) && !declared.has(name),
    usesMember: (object, member) => members.some(one => one.object === object && one.member === member),
  };
}

function walk(node: Node, visit: (node: Node, parent: Node | undefined, field: string) => void, parent?: Node, field = ''): void {
  visit(node, parent, field);
  for (const [name, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') walk(child as Node, visit, node, name);
}

function exportedElements({ declaration }: Node): readonly string[] | undefined {
  const declarators = ((declaration as Node | null)?.declarations ?? []) as readonly Node[];
  const own = declarators.find(({ id }) => (id as Node).name === 'elements');
  const value = unwrapped(own?.init as Node | null | undefined);
  if (value?.type !== 'ObjectExpression') return undefined;
  const keys = (value.properties as readonly Node[]).map(({ type, computed, key }) => {
    if (type !== 'Property' || computed === true) return undefined;
    const { name, value: text } = key as Node;
    return String(name ?? text);
  });
  return keys.includes(undefined) ? undefined : (keys as readonly string[]);
}

/** What stands inside of `… as const` and `… satisfies …`. */
function unwrapped(node: Node | null | undefined): Node | undefined {
  return /^TS(?:As|Satisfies)Expression$/.test(node?.type ?? '') ? unwrapped(node?.expression as Node) : (node ?? undefined);
}

/** The name that a chain of members begins with; empty if it begins with something else, such as `this`. */
function rootOf({ object }: Node): string {
  const inner = object as Node;
  if (inner.type === 'Identifier') return String(inner.name);
  return inner.type === 'MemberExpression' ? rootOf(inner) : '';
}

const declarations: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'id params',
  FunctionExpression: 'id params',
  ArrowFunctionExpression: 'params',
  ClassDeclaration: 'id',
  ClassExpression: 'id',
  VariableDeclarator: 'id',
  ArrayPattern: 'elements',
  RestElement: 'argument',
  CatchClause: 'param',
};

function isDeclaration(parent: Node | undefined, field: string): boolean {
  if (parent === undefined) return false;
  // A property of a pattern declares its value, one of an object does not; that it is taken for one hides a global of that name only.
  if (parent.type === 'Property') return field === 'value' && parent.shorthand === true;
  return declarations[parent.type]?.split(' ').includes(field) === true;
}

/** Names of members and keys say nothing of the scope. */
function isName(parent: Node | undefined, field: string): boolean {
  if (parent?.type === 'MemberExpression') return field === 'property' && parent.computed !== true;
  return field === 'key' || /^(?:Import|Export)\w*Specifier$|^TS/.test(parent?.type ?? '');
}

function withoutComments(text: string, comments: readonly { readonly start: number; readonly end: number }[]): string {
  let code = '';
  let at = 0;
  for (const { start, end } of comments) {
    code += text.slice(at, start);
    at = end;
  }
  return code + text.slice(at);
}
