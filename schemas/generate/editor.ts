import { mark } from './banner.ts';
import type { Schema } from './standalone.ts';
import { mapChildren } from './walk.ts';

/** The manifest's schema in one piece, with the kernel's own points filled in, for completion in an editor. */
export function editorSchema(schemas: ReadonlyMap<string, Schema>): string {
  const manifest = schemas.get('manifest.schema.json');
  if (manifest === undefined) throw new Error('schemas/manifest.schema.json is missing.');
  const { $defs, $id, ...whole } = inline(manifest, manifest) as Schema & { properties: { atelier: AtelierSchema } };
  const { contributes } = whole.properties.atelier.properties;
  const points = [...schemas].filter(([path]) => path.startsWith('points/'));
  const properties = Object.fromEntries(points.map(([path, schema]) => [pointName(path), { type: 'array', items: entry(schema) }]));
  const filled = {
    ...whole.properties.atelier,
    properties: { ...whole.properties.atelier.properties, contributes: { ...contributes, propertyNames: namesOf(properties), properties } },
  };
  const result = { $comment: `${mark}.`, ...whole, properties: { ...whole.properties, atelier: filled } };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}

/** The kernel reads any short name, as a newer one may have more points; an author is told of one that there is not. */
function namesOf(points: object): Schema {
  const ofOthers = '^(?:@[a-z0-9-]+/)?[a-z0-9-]+:[A-Za-z][A-Za-z0-9]*@[1-9][0-9]*$';
  return { anyOf: [{ enum: Object.keys(points) }, { type: 'string', pattern: ofOthers }] };
}

interface AtelierSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
}

function pointName(path: string): string {
  const name = path.replace(/^points\/|\.schema\.json$/g, '');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function entry({ $schema, $id, title, ...schema }: Schema): Schema {
  return inline(schema, schema);
}

function inline(schema: Schema, root: Schema): Schema {
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string') return mapChildren(schema, child => inline(child, root));
  const target = (root.$defs as Readonly<Record<string, Schema>> | undefined)?.[$ref.replace('#/$defs/', '')];
  if (target === undefined) throw new Error(`${String(root.$id)}: "${$ref}" leads nowhere.`);
  return { ...inline(target, root), ...own };
}
