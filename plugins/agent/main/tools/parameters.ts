import type { ErrorTexts } from '@atelier/kernel';

type Schema = Readonly<Record<string, unknown>>;

const maxLevels = 20;
const children = { one: ['items', 'additionalProperties', 'not'], list: ['anyOf', 'oneOf', 'allOf', 'prefixItems'], map: ['properties'] };
/** Moved into descriptions: the engine would run an extension's pattern on a model's text in the process of all conversations. */
const asWords = ['pattern', 'format'];
const known: ReadonlySet<string> = new Set([
  ...Object.values(children).flat(),
  ...asWords,
  ...['type', 'enum', 'const', 'required', 'title', 'description', 'default', 'examples', 'deprecated', '$schema', '$comment'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

/** Why the parameters of a third-party tool cannot be given to the engine, which checks calls against them. */
export function parametersProblem(schema: Schema): ErrorTexts | undefined {
  if (schema.type !== 'object') return { en: 'its parameters are no object', fr: 'ses paramètres ne sont pas un objet' };
  return problemOf(schema, 0);
}

function problemOf(schema: unknown, level: number): ErrorTexts | undefined {
  if (level > maxLevels) {
    return {
      en: `its parameters are nested deeper than ${maxLevels} levels`,
      fr: `ses paramètres sont imbriqués sur plus de ${maxLevels} niveaux`,
    };
  }
  if (typeof schema === 'boolean') return undefined;
  if (!isSchema(schema)) return { en: 'a part of its parameters is no schema', fr: 'une partie de ses paramètres n’est pas un schéma' };
  const unknown = Object.keys(schema).find(word => !known.has(word));
  if (unknown !== undefined) {
    const word = JSON.stringify(unknown.slice(0, 40));
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

/** The same parameters, with patterns and formats moved into the descriptions. */
export function parametersAsWords(schema: Schema): Schema {
  const rest: Record<string, unknown> = { ...schema };
  const words = asWords.flatMap(word => (typeof schema[word] === 'string' ? [`${word}: ${schema[word]}`] : []));
  for (const word of asWords) delete rest[word];
  for (const word of children.one) if (isSchema(rest[word])) rest[word] = parametersAsWords(rest[word]);
  for (const word of children.list)
    if (Array.isArray(rest[word])) rest[word] = rest[word].map(one => (isSchema(one) ? parametersAsWords(one) : one));
  for (const word of children.map) {
    if (isSchema(rest[word]))
      rest[word] = Object.fromEntries(Object.entries(rest[word]).map(([key, one]) => [key, isSchema(one) ? parametersAsWords(one) : one]));
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
