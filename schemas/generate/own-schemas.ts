import { basename, dirname, posix } from 'node:path';
import { banner } from './banner.ts';
import { editorSchema } from './editor.ts';
import { type Schema, standalone } from './standalone.ts';
import { typesOf } from './types.ts';

/** Formats that a program writes and reads by the thousand: the first failure is enough. Of all others a person wants to see everything. */
const firstFailureOnly = new Set(['frame.schema.json', 'view-context.schema.json']);

/** What `schemas/generated/` holds, by path in the repository. `schemas` is path inside `schemas/` to the parsed file. */
export async function ownSchemas(schemas: ReadonlyMap<string, Schema>): Promise<Map<string, string>> {
  const outputs = new Map([
    ['schemas/generated/validate.ts', `${banner('nothing')}${validateTypes}`],
    ['schemas/generated/extension-package.schema.json', editorSchema(schemas)],
  ]);
  for (const [path, schema] of schemas) {
    const { title } = schema;
    if (typeof title !== 'string' || schema.$id !== path) throw new Error(`schemas/${path} needs a "title" and "$id": "${path}".`);
    const name = basename(path, '.schema.json');
    const target = `schemas/generated/${path.replace(/\.schema\.json$/, '')}`;
    const up = posix.relative(dirname(target), 'schemas/generated') || '.';
    const head = banner(`schemas/${path}`);
    const code = standalone({
      allErrors: !firstFailureOnly.has(path),
      schemas: [...schemas.values()],
      exports: { [`validate${title}`]: path },
    });
    outputs.set(`${target}.ts`, head + (await typesOf(schema, title)));
    outputs.set(`${target}.validate.js`, head + code);
    outputs.set(
      `${target}.validate.d.ts`,
      `${head}import type { ${title} } from './${name}.ts';
import type { Validate } from '${up}/validate.ts';

export declare const validate${title}: Validate<${title}>;
`,
    );
  }
  return outputs;
}

const validateTypes = `
/** One thing that is wrong, as a validator puts it; \`kernel/main/schema/violations.ts\` makes a sentence of it. */
export interface Failure {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The key it is about, where the failure is in a key and not in its value. */
  readonly propertyName?: string;
}

/** True for a value of the right form; after a false, \`errors\` says why, until the next call. */
export type Validate<T> = ((value: unknown) => value is T) & { readonly errors?: readonly Failure[] | null };
`;
