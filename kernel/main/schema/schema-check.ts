import type { AppError } from '@atelier/kernel';
import { schemaErrors } from '../errors/schema.ts';
import { linearPattern } from './linear-pattern.ts';
import { type BilingualText, nearest, quoted } from './violation-texts.ts';
import { inBothLanguages, type Violation, violationOf } from './violations.ts';

/** A checked schema; a copy in plain JSON, which may be changed. */
export type Schema = Record<string, unknown>;

/** The owner and the name of a schema, for error sentences. */
export interface Origin {
  readonly owner: string;
  readonly name: string;
}

const maxCharacters = 64 * 1024;
const maxLevels = 40;
const maxPatternLength = 200;
/** Finding equal entries compares each with each. */
const maxUnique = 1000;

const single = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const plain = [
  [
    'type',
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
  ],
  ['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'required', 'minProperties', 'maxProperties', 'dependentRequired'],
  ['$ref', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
].flat();
const known = [...single, ...lists, ...maps, ...plain];
const draft = 'https://json-schema.org/draft/2020-12/schema';

/** Copies a value from an extension into plain JSON of limited size and depth, or throws. */
export function plainCopy(value: unknown, origin: Origin): unknown {
  const depth = depthOf(value);
  if (depth > maxLevels) throw schemaErrors['schema/too-deep']({ ...origin, most: maxLevels });
  const text = toJson(value);
  if (text === undefined) throw invalidSchema(origin, [notASchema]);
  if (text.length > maxCharacters) throw schemaErrors['schema/too-large']({ ...origin, size: text.length, most: maxCharacters });
  return JSON.parse(text);
}

/** Throws for what a schema of an extension may not contain; the compiler checks the rest. `$id` is dropped: nothing refers to it. */
export function checkSchema(value: unknown, origin: Origin): Schema | boolean {
  if (!isRecord(value)) return checkPart(value, origin, '');
  const { $id, $schema, ...schema } = value;
  if ($schema !== undefined && $schema !== draft) {
    throw invalidSchema(origin, [violationOf('$schema', { en: `only "${draft}" is understood.`, fr: `seul "${draft}" est compris.` })]);
  }
  return checkPart(schema, origin, '');
}

/** The same for a part of a file, at `path` in it. */
export function checkPart(schema: unknown, origin: Origin, path: string): Schema | boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isRecord(schema)) throw invalidSchema(origin, [violationOf(path, notASchema.texts)]);
  for (const [keyword, part] of Object.entries(schema)) {
    const here = path === '' ? keyword : `${path}.${keyword}`;
    if (!known.includes(keyword)) throw invalidSchema(origin, [violationOf(path, unknownKeyword(keyword))]);
    if (keyword === 'pattern') checkPattern(part, origin, here);
    if (keyword === '$ref') checkReference(part, origin, here);
    if (keyword === 'uniqueItems' && part === true && !(Number(schema.maxItems) <= maxUnique))
      throw invalidSchema(origin, [violationOf(here, tooManyToCompare)]);
    if (keyword === 'patternProperties' && isRecord(part)) for (const pattern of Object.keys(part)) checkPattern(pattern, origin, here);
    for (const [child, inside] of childrenOf(keyword, part)) checkPart(child, origin, `${here}${inside}`);
  }
  return schema;
}

/** Adds `keyword` to each reference of a checked schema, in place. */
export function markReferences(schema: unknown, keyword: string): void {
  if (!isRecord(schema)) return;
  for (const [name, part] of Object.entries(schema)) for (const [child] of childrenOf(name, part)) markReferences(child, keyword);
  if (schema.$ref !== undefined) schema[keyword] = true;
}

/** The schemas directly inside a keyword, each with its path there. */
function childrenOf(keyword: string, part: unknown): [unknown, string][] {
  if (single.includes(keyword)) return [[part, '']];
  if (lists.includes(keyword) && Array.isArray(part)) return part.map((child, i) => [child, `[${i}]`]);
  if (maps.includes(keyword) && isRecord(part)) return Object.entries(part).map(([name, child]) => [child, `.${name}`]);
  return [];
}

/** The refusal of a schema, with its reasons in both languages. */
export function invalidSchema(origin: Origin, violations: readonly Violation[], cause?: unknown): AppError {
  return schemaErrors['schema/invalid']({ ...origin, violations: inBothLanguages(violations) }, cause);
}

function checkPattern(pattern: unknown, origin: Origin, path: string): void {
  if (typeof pattern !== 'string') return;
  if (pattern.length > maxPatternLength) {
    throw schemaErrors['schema/pattern-too-long']({ ...origin, path, length: pattern.length, most: maxPatternLength });
  }
  try {
    new RegExp(pattern, 'u');
  } catch (cause) {
    const words = { en: `${quoted(pattern)} is not a regular expression.`, fr: `${quoted(pattern)} n’est pas une expression régulière.` };
    throw invalidSchema(origin, [violationOf(path, words)], cause);
  }
  if (linearPattern(pattern) === undefined) throw schemaErrors['schema/pattern-slow']({ ...origin, path, pattern });
}

function checkReference(ref: unknown, origin: Origin, path: string): void {
  // Only in keywords that contain schemas: values under "const" or "examples" were not checked as schemas.
  if (typeof ref !== 'string' || ref === '#' || /^#\/\$defs\/[^/]+$/.test(ref)) return;
  throw schemaErrors['schema/remote-ref']({ ...origin, path, ref: quoted(ref) });
}

function unknownKeyword(keyword: string): BilingualText {
  if (keyword === '$id' || keyword === '$schema') {
    return { en: `"${keyword}" may stand at the top of a file only.`, fr: `"${keyword}" ne peut figurer qu’en tête d’un fichier.` };
  }
  const near = nearest(keyword, known);
  const hint =
    near === undefined ? { en: '.', fr: '.' } : { en: `; did you mean ${quoted(near)}?`, fr: ` ; vouliez-vous dire ${quoted(near)} ?` };
  return {
    en: `${quoted(keyword)} is not a word of schemas here${hint.en}`,
    fr: `${quoted(keyword)} n’est pas un mot des schémas ici${hint.fr}`,
  };
}

// Level by level, without recursion: this checks whether the depth allows recursion.
function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  let depth = 0;
  for (; level.length > 0 && depth <= maxLevels; depth++) {
    level = level.flatMap(part => (typeof part === 'object' && part !== null ? Object.values(part) : [])).slice(0, maxCharacters);
  }
  return depth;
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const tooManyToCompare: BilingualText = {
  en: `"uniqueItems" needs "maxItems" of at most ${maxUnique} beside it, because each entry is compared with each.`,
  fr: `"uniqueItems" demande à côté de lui "maxItems" d’au plus ${maxUnique}, car chaque élément est comparé à chacun.`,
};

const notASchema = violationOf('', {
  en: 'a schema is an object, true or false.',
  fr: 'un schéma est un objet, true ou false.',
});
