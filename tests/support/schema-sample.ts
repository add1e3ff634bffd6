import { Ajv2020 } from 'ajv/dist/2020.js';

export type Schema = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, Schema>>;

const words: Readonly<Record<string, string>> = {
  conversation: 'c1',
  project: 'p1',
  entry: 'e7',
  text: 'Hello',
  id: '@me/notes',
  model: 'provider/model',
};

/** A minimal valid value of a schema, with readable example values; throws if it finds none. */
export function sampleOf(schema: Schema, $defs: Definitions, name: string): unknown {
  const value = sample(schema, $defs, '');
  const ajv = new Ajv2020({ strict: false });
  if (!ajv.validate({ ...schema, $defs }, value)) {
    throw new Error(`${name}: ${JSON.stringify(value)} is no example, ${ajv.errorsText()}. Give its schema "examples".`);
  }
  return value;
}

function sample(schema: Schema, $defs: Definitions, name: string): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (typeof schema.$ref === 'string') return sample($defs[schema.$ref.replace('#/$defs/', '')] ?? {}, $defs, name);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
  if (first !== undefined && schema.properties === undefined) return sample(first, $defs, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return words[name] ?? (name === '' ? 'text' : name);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => sample((schema.items ?? {}) as Schema, $defs, name));
    case 'object': {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
      const required = [...((schema.required ?? []) as readonly string[]), ...((first?.required ?? []) as readonly string[])];
      return Object.fromEntries(required.map(key => [key, sample(properties[key] ?? {}, $defs, key)]));
    }
    default:
      return null;
  }
}
