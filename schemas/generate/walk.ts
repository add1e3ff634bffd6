import type { Schema } from './standalone.ts';

const single = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Rebuilds a schema with `change` applied to each schema right inside it; values that only look like schemas (`enum`, `examples`) are not changed. */
export function mapChildren(schema: Schema, change: (child: Schema) => Schema): Schema {
  const each = (value: unknown): unknown => (isSchema(value) ? change(value) : value);
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (single.has(keyword)) return [keyword, each(value)];
    if (lists.has(keyword) && Array.isArray(value)) return [keyword, value.map(each)];
    if (maps.has(keyword) && isSchema(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, each(child)]))];
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
