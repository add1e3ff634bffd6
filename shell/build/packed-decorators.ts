import type { Plugin } from 'vite';

/** The beginning of a compiled `@property` or `@state`. */
const field = /\b_decorate\(\[(?=(?:property|state)\()/g;
/** What follows its only decorator: the class, and the name of the field. Its last argument is the descriptor: these give none. */
const ofClass = /^\], ([\w$]+)\.prototype, "([\w$]+)", void 0\);\s*/;
/** A constructor that the compiler made for the fields of an element, which the browser gives no arguments. */
const ofElement = /(\bextends LitElement \{\s*constructor\()\.\.\._args(\) \{\s*super\()\.\.\._args\)/g;
const helper = '\0fields';

/**
 * Decorators of fields are compiled into a call each. The calls for one class that follow each other become one, which does what they
 * did: it gives each decorator the class and the name.
 */
export function packedDecorators(): Plugin {
  return {
    name: 'packed-decorators',
    apply: 'build',
    enforce: 'post',
    resolveId: source => (source === helper ? helper : undefined),
    load: id =>
      id === helper ? 'export default (type, fields) => { for (const name in fields) fields[name](type.prototype, name); };' : undefined,
    transform(code) {
      const packed = withoutArguments(grouped(code));
      return packed === code ? undefined : { code: packed, map: null };
    },
  };
}

function withoutArguments(code: string): string {
  return code.replaceAll(ofElement, '$1$2)');
}

function grouped(code: string): string {
  let packed = '';
  let at = 0;
  let group: { readonly type: string; readonly end: number; readonly fields: string[] } | undefined;
  const close = () => {
    if (group !== undefined) packed += `__fields(${group.type}, { ${group.fields.join(', ')} });\n`;
    group = undefined;
  };
  for (const { index, 0: opening } of code.matchAll(field)) {
    const from = index + opening.length;
    const to = endOfCall(code, from);
    const found = ofClass.exec(code.slice(to, to + 500));
    if (found === null) continue;
    const [whole, type = '', name = ''] = found;
    if (group?.type !== type || group.end !== index) {
      close();
      packed += code.slice(at, index);
      group = { type, end: 0, fields: [] };
    }
    at = to + whole.length;
    group = { type, end: at, fields: [...group.fields, `${name}: ${code.slice(from, to)}`] };
  }
  close();
  packed += code.slice(at);
  return at === 0 ? code : `import __fields from "${helper}";\n${packed}`;
}

/** The end of a call that begins at a place: its last bracket. Strings in options of fields hold no brackets. */
function endOfCall(code: string, from: number): number {
  let depth = 0;
  for (let at = code.indexOf('(', from); at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    else if (code[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}
