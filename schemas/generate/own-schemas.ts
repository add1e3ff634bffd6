import { basename, dirname, posix } from 'node:path';
import { banner } from './banner.ts';
import { editorSchema } from './editor.ts';
import { type Schema, standalone } from './standalone.ts';
import { typesOf } from './types.ts';

/** Formats written by programs, for which the first failure is enough. For the others, which people write, all failures are reported. */
const firstFailureOnly = new Set(['frame.schema.json', 'view-context.schema.json']);

/** Path inside `schemas/` to the parsed file. */
export type OwnSchemas = ReadonlyMap<string, Schema>;

/** The types in `schemas/generated/`, and the schema for editors, by path in the repository. */
export async function ownTypes(schemas: OwnSchemas): Promise<Map<string, string>> {
  const outputs = new Map([
    ['schemas/generated/validate.ts', `${banner('nothing')}${validateTypes}`],
    ['schemas/generated/extension-package.schema.json', editorSchema(schemas)],
  ]);
  for (const [path, schema] of schemas) {
    const { title, target } = namesOf(path, schema);
    outputs.set(`${target}.ts`, banner(`schemas/${path}`) + (await typesOf(schema, title)));
  }
  return outputs;
}

/** The validators in `schemas/generated/`, by path in the repository. */
export function ownValidators(schemas: OwnSchemas): Map<string, string> {
  const outputs = new Map<string, string>();
  for (const [path, schema] of schemas) {
    const { title, target } = namesOf(path, schema);
    const up = posix.relative(dirname(target), 'schemas/generated') || '.';
    const head = banner(`schemas/${path}`);
    const code = standalone({
      allErrors: !firstFailureOnly.has(path),
      schemas: [...schemas.values()],
      exports: { [`validate${title}`]: path },
    });
    outputs.set(`${target}.validate.js`, head + code);
    outputs.set(
      `${target}.validate.d.ts`,
      `${head}import type { ${title} } from './${basename(target)}.ts';
import type { Validate } from '${up}/validate.ts';

export declare const validate${title}: Validate<${title}>;
`,
    );
  }
  return outputs;
}

function namesOf(path: string, { title, $id }: Schema): { readonly title: string; readonly target: string } {
  if (typeof title !== 'string' || $id !== path) throw new Error(`schemas/${path} needs a "title" and "$id": "${path}".`);
  return { title, target: `schemas/generated/${path.replace(/\.schema\.json$/, '')}` };
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
