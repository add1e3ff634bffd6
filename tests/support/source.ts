import { parseSync } from 'vite';

/** A node of a syntax tree in the ESTree format with TypeScript nodes. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Import {
  readonly specifier: string;
  /** Whether the module is loaded at run time, by a statement or by `import()`; imports of types are erased. */
  readonly loads: boolean;
  /** The names that are taken out of it; `*` for all, `default` for its default export. */
  readonly names: readonly string[];
}

/** The facts that the walls read from the syntax tree of a source. */
export interface Source {
  readonly text: string;
  /** The syntax error, if there is one. */
  readonly problem: string | undefined;
  /** All module specifiers: in statements, calls, types, `require` and `import.meta.resolve`. */
  readonly imports: readonly Import[];
  /** The source of module loads whose target no wall can determine. */
  readonly hiddenLoads: readonly string[];
  /** String literals and the fixed parts of templates, without comments. */
  readonly strings: readonly string[];
  /** Regular expressions that are written as such. */
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  /** Calls and `new` expressions, outer ones before those in their arguments. */
  readonly calls: readonly Node[];
  /** Templates and concatenations, outer ones first. */
  readonly joined: readonly Node[];
  /** The initial value of each name, from its first declaration in this file. */
  readonly values: ReadonlyMap<string, Node>;
}

const known = new Map<string, Source>();

/** Parses a source; the result is cached, because several walls read it. */
export function readSource(text: string): Source {
  const found = known.get(text) ?? read(text);
  known.set(text, found);
  return found;
}

function read(text: string): Source {
  const { program, errors } = parseSync('source.ts', text);
  const reader = new Reader(text, errors[0]?.message);
  reader.visit(program as unknown as Node);
  return reader;
}

class Reader implements Source {
  readonly imports: Import[] = [];
  readonly hiddenLoads: string[] = [];
  readonly strings: string[] = [];
  readonly patterns: { source: string; flags: string }[] = [];
  readonly calls: Node[] = [];
  readonly joined: Node[] = [];
  readonly values = new Map<string, Node>();

  readonly text: string;
  readonly problem: string | undefined;

  constructor(text: string, problem: string | undefined) {
    this.text = text;
    this.problem = problem;
  }

  visit(node: Node): void {
    this.#note(node);
    for (const child of children(node)) this.visit(child);
  }

  #note(node: Node): void {
    const one = node as Fields;
    switch (node.type) {
      case 'ImportDeclaration':
        return this.#import(one.source, one.importKind !== 'type', importedNames(one));
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return this.#import(one.source, one.exportKind !== 'type');
      case 'TSImportType':
        return this.#import(one.source, false);
      case 'TSExternalModuleReference':
        return this.#import(one.expression, true);
      case 'ImportExpression':
        if (literalText(one.source) === undefined) this.hiddenLoads.push(this.#said(node));
        return this.#import(one.source, true);
      case 'Identifier':
        return this.#name(one.name ?? '');
      case 'Literal':
        if (one.regex) this.patterns.push({ source: one.regex.pattern, flags: one.regex.flags });
        if (typeof one.value !== 'string') return;
        this.#name(one.value);
        this.strings.push(one.value);
        return;
      case 'TemplateElement':
        this.strings.push(templateText(node));
        return;
      case 'TemplateLiteral':
        this.joined.push(node);
        return;
      case 'BinaryExpression':
        if (one.operator === '+') this.joined.push(node);
        return;
      case 'VariableDeclarator':
        return this.#value(one.id, one.init);
      case 'CallExpression':
        this.#load(node);
        this.calls.push(node);
        return;
      case 'NewExpression':
        this.calls.push(node);
    }
  }

  /** Taking a reference to one of these functions allows loading any module under any name. */
  #name(name: string): void {
    if (name === 'createRequire' || name === 'getBuiltinModule') this.hiddenLoads.push(name);
  }

  #load(node: Node): void {
    const callee = this.#said((node as Fields).callee).replace(/\s|\?(?=\.)/g, '');
    const [first] = argumentsOf(node);
    const specifier = literalText(first);
    if (callee === 'import.meta.resolve') {
      if (specifier === undefined) this.hiddenLoads.push(this.#said(node));
      // Resolving a package's URL loads nothing; a path may lead anywhere.
      else if (/(?:^|[/:])\.\.?\//.test(specifier)) this.#import(first, false);
      return;
    }
    if (callee !== 'import.meta.glob' && !/^(?:module\.)?require(?:\.resolve)?$/.test(callee)) return;
    this.hiddenLoads.push(this.#said(node));
    if (callee !== 'import.meta.glob') this.#import(first, false);
  }

  #import(source: Node | null | undefined, loads: boolean, names: readonly string[] = ['*']): void {
    const specifier = literalText(source);
    if (specifier !== undefined) this.imports.push({ specifier, loads, names });
  }

  #value(id: Node | undefined, init: Node | null | undefined): void {
    if (id === undefined || init === null || init === undefined) return;
    const name = (id as Fields).name;
    if (id.type === 'Identifier' && name !== undefined && !this.values.has(name)) this.values.set(name, init);
    if (id.type !== 'ObjectPattern') return;
    for (const property of (id as Fields).properties ?? []) {
      const { key, value } = property as Fields;
      const local = (value as Node | undefined)?.type === 'Identifier' ? (value as Fields).name : undefined;
      if (key === undefined || local === undefined || this.values.has(local)) continue;
      this.values.set(local, { type: 'MemberExpression', start: id.start, end: init.end, object: init, property: key, computed: false });
    }
  }

  #said(node: Node | null | undefined): string {
    return node === null || node === undefined ? '' : this.text.slice(node.start, node.end);
  }
}

/** Of an import statement; names of types are left out. */
function importedNames({ specifiers = [] }: Fields): readonly string[] {
  return specifiers.flatMap(specifier => {
    const { imported, importKind } = specifier as Fields;
    if (importKind === 'type') return [];
    if (specifier.type === 'ImportDefaultSpecifier') return ['default'];
    return [specifier.type === 'ImportSpecifier' ? ((imported as Fields | undefined)?.name ?? '*') : '*'];
  });
}

/** The node fields in use. */
export interface Fields {
  readonly name?: string;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly operator?: string;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly computed?: boolean;
  readonly source?: Node | null;
  readonly expression?: Node;
  readonly callee?: Node;
  readonly property?: Node;
  readonly id?: Node;
  readonly init?: Node | null;
  readonly key?: Node;
  readonly properties?: readonly Node[];
  readonly arguments?: readonly Node[];
  readonly quasis?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly specifiers?: readonly Node[];
  readonly imported?: Node;
  readonly object?: Node;
  readonly left?: Node;
  readonly right?: Node;
}

export function children(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function argumentsOf(node: Node): readonly Node[] {
  return (node as Fields).arguments ?? [];
}

/** `join` of `join(…)`, `path.join(…)` and `path['join'](…)`; `URL` of `new URL(…)`. */
export function calleeName(node: Node): string | undefined {
  const { callee } = node as Fields;
  return callee?.type === 'Identifier' ? (callee as Fields).name : callee && propertyName(callee);
}

/** `b` of `a.b` and `a['b']`. */
export function propertyName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const { property, computed } = node as Fields;
  return computed ? literalText(property) : (property as Fields | undefined)?.name;
}

/** The text of a string, or of a template without expressions. */
export function literalText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral') return undefined;
  const [only, ...more] = (node as Fields).quasis ?? [];
  return only === undefined || more.length > 0 ? undefined : templateText(only);
}

export function templateText(node: Node): string {
  const { cooked, raw } = node.value as { readonly cooked: string | null; readonly raw: string };
  return cooked ?? raw;
}
