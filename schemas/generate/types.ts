import { posix } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import type { Schema } from './standalone.ts';
import { isSchema, mapChildren } from './walk.ts';

/** A schema's TypeScript: its title as an interface, each of its `$defs` beside it, and imports for what lies in other files. */
export async function typesOf(schema: Schema, name: string): Promise<string> {
  const imports = new Map<string, Set<string>>();
  const prepared = prepare(schema, name, imports);
  const text = await compile(prepared, name, {
    bannerComment: '',
    unreachableDefinitions: true,
    unknownAny: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 140, arrowParens: 'avoid' },
  });
  return `${importLines(imports)}${withoutRemarks(text)}`;
}

/** Splits generated TypeScript into its exported declarations, each with its comment. */
export function declarationsOf(text: string): Map<string, string> {
  const starts = [...text.matchAll(/^(?:\/\*\*\n(?: \*.*\n)*)?export (?:interface|type) (\w+)/gm)];
  return new Map(starts.map((start, i) => [start[1] ?? '', text.slice(start.index, starts[i + 1]?.index ?? text.length).trimEnd()]));
}

// The generator makes a second type of a `$ref` that has a description, and an object of a schema that allows anything;
// naming the type outright avoids both.
function prepare(schema: Schema, file: string, imports: Map<string, Set<string>>): Schema {
  const { description } = schema;
  const as = (tsType: string): Schema => (description === undefined ? { tsType } : { description, tsType });
  if (typeof schema.$ref === 'string') return as(nameOf(schema.$ref, file, imports));
  if (Object.keys(schema).every(keyword => annotations.has(keyword))) return as('unknown');
  if (schema.additionalProperties === false && schema.properties === undefined) return as('Record<string, never>');
  const { $id, $schema, oneOf, ...rest } = schema;
  const kept = isRequiredOnly(oneOf) || oneOf === undefined ? rest : { ...rest, oneOf };
  return mapChildren(kept, child => prepare(child, file, imports));
}

// Removes the generator's remark on where a type is used: it would differ between two files that share the type.
function withoutRemarks(text: string): string {
  return text
    .replaceAll(/(?: \*\n)?^ \* This interface was referenced by .*\n \* via the `definition` .*\n/gm, '')
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '');
}

const annotations = new Set(['title', 'description', 'examples', 'default', '$comment']);

function isRequiredOnly(oneOf: unknown): boolean {
  return Array.isArray(oneOf) && oneOf.every(branch => isSchema(branch) && Object.keys(branch).join() === 'required');
}

function nameOf(ref: string, file: string, imports: Map<string, Set<string>>): string {
  const [, path, name] = /^([^#]*)#\/\$defs\/([A-Z][A-Za-z0-9]*)$/.exec(ref) ?? [];
  if (path === undefined || name === undefined) {
    throw new Error(`${file}: "${ref}" cannot become a type; a reference is #/$defs/Name or <file>.schema.json#/$defs/Name.`);
  }
  if (path !== '') {
    const module = `./${path.replace(/\.schema\.json$/, '.ts')}`;
    const from = posix.normalize(module).startsWith('.') ? posix.normalize(module) : `./${posix.normalize(module)}`;
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
  }
  return name;
}

function importLines(imports: Map<string, Set<string>>): string {
  const lines = [...imports].sort().map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`);
  return lines.length > 0 ? `${lines.join('')}\n` : '';
}
