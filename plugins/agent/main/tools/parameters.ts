import type { ErrorTexts } from '@atelier/kernel';

type Schema = Readonly<Record<string, unknown>>;

const mostLevels = 20;
const children = { one: ['items', 'additionalProperties', 'not'], list: ['anyOf', 'oneOf', 'allOf', 'prefixItems'], map: ['properties'] };
/** Said to the model in words: the engine would run what a stranger wrote, over what a model wrote, in everybody's process. */
const told = ['pattern', 'format'];
const known: ReadonlySet<string> = new Set([
  ...Object.values(children).flat(),
  ...told,
  ...['type', 'enum', 'const', 'required', 'title', 'description', 'default', 'examples', 'deprecated', '$schema', '$comment'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

/** Why the parameters of a stranger's tool cannot be given to the engine, which checks calls against them. */
export function parametersProblem(schema: Schema): ErrorTexts | undefined {
  if (schema.type !== 'object') return { en: 'its parameters are no object', fr: 'ses paramètres ne sont pas un objet' };
  return problemOf(schema, 0);
}

function problemOf(schema: unknown, level: number): ErrorTexts | undefined {
  if (level > mostLevels) {
    return {
      en: `its parameters are nested deeper than ${mostLevels} levels`,
      fr: `ses paramètres sont imbriqués sur plus de ${mostLevels} niveaux`,
    };
  }
  if (typeof schema === 'boolean') return undefined;
  if (!isSchema(schema)) return { en: 'a part of its parameters is no schema', fr: 'une partie de ses paramètres n’est pas un schéma' };
  const strange = Object.keys(schema).find(word => !known.has(word));
  if (strange !== undefined) {
    const word = JSON.stringify(strange.slice(0, 40));
    return {
      en: `its parameters use ${word}, which is not understood here`,
      fr: `ses paramètres emploient ${word}, qui n’est pas compris ici`,
    };
  }
  for (const child of childrenOf(schema)) {
    const problem = problemOf(child, level + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The same parameters with patterns and formats as words of their descriptions. */
export function toldParameters(schema: Schema): Schema {
  const rest: Record<string, unknown> = { ...schema };
  const words = told.flatMap(word => (typeof schema[word] === 'string' ? [`${word}: ${schema[word]}`] : []));
  for (const word of told) delete rest[word];
  for (const word of children.one) if (isSchema(rest[word])) rest[word] = toldParameters(rest[word]);
  for (const word of children.list)
    if (Array.isArray(rest[word])) rest[word] = rest[word].map(one => (isSchema(one) ? toldParameters(one) : one));
  for (const word of children.map) {
    if (isSchema(rest[word]))
      rest[word] = Object.fromEntries(Object.entries(rest[word]).map(([key, one]) => [key, isSchema(one) ? toldParameters(one) : one]));
  }
  if (words.length > 0) rest.description = [schema.description, `(${words.join(', ')})`].filter(one => one !== undefined).join(' ');
  return rest;
}

function childrenOf(schema: Schema): readonly unknown[] {
  return [
    ...children.one.flatMap(word => (schema[word] === undefined ? [] : [schema[word]])),
    ...children.list.flatMap(word => (Array.isArray(schema[word]) ? schema[word] : schema[word] === undefined ? [] : [undefined])),
    ...children.map.flatMap(word => (isSchema(schema[word]) ? Object.values(schema[word]) : schema[word] === undefined ? [] : [undefined])),
  ];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
