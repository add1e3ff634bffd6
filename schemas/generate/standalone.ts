import { Ajv2020 } from 'ajv/dist/2020.js';
import { standaloneCode } from './ajv-parts.ts';
import { compact } from './compact.ts';
import { Dialect } from './dialect.ts';

/** A parsed schema; ajv checks its content. */
export type Schema = Readonly<Record<string, unknown>>;

export interface StandaloneOptions {
  /** Whether all failures are reported, or only the first one. */
  readonly allErrors: boolean;
  /** Every schema a `$ref` may lead to, each with its `$id`. */
  readonly schemas: readonly Schema[];
  /** Exported name to the schema it checks: an `$id`, or an `$id` with a JSON pointer. */
  readonly exports: Readonly<Record<string, string>>;
}

/** One self-contained ES module: no import, no `require`, no code from strings. Throws on a schema that is not strictly valid. */
export function standalone({ allErrors, schemas, exports }: StandaloneOptions): string {
  const checker = new Ajv2020({ strict: false });
  const ajv = new Dialect({ allErrors, inlineRefs: 3, code: { source: true, esm: true, lines: true, optimize: 2 } });
  for (const schema of schemas) {
    if (!checker.validateSchema(schema)) throw new Error(`${String(schema.$id)} is not a JSON Schema: ${checker.errorsText()}`);
    ajv.addSchema(schema);
  }
  return selfContained(compact(standaloneCode(ajv, { ...exports })));
}

const runtime: Readonly<Record<string, string>> = {
  'ajv/dist/runtime/ucs2length': 'text => { let length = 0; for (const _ of text) length++; return length; }',
  'ajv/dist/runtime/equal': `function equal(a, b) {
if(a === b) return true;
if(typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
const keys = Object.keys(a);
return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && equal(a[key], b[key]));
}`,
};

/** Even in ES modules ajv loads its runtime parts with `require`; they are replaced by ours. */
function selfContained(code: string): string {
  return code.replaceAll(/require\("([^"]+)"\)(?:\.default)?/g, (_, name: string) => {
    const text = runtime[name];
    if (text === undefined)
      throw new Error(`A validator would need ${name} at run time: leave that keyword out, or add it in standalone.ts.`);
    return text;
  });
}
