import type { Failure } from '@atelier/schemas/validate.ts';
import { type BilingualText, nearest, quoted, shown } from './violation-texts.ts';

type Params = Readonly<Record<string, unknown>>;

/** The sentence about `value` without its path: what was found and what was expected. */
export function sentence(failure: Failure, value: unknown): BilingualText {
  const { propertyName } = failure;
  const speak = sentences[failure.keyword] ?? otherForm;
  if (propertyName === undefined) return speak(failure.params, value);
  const words = speak(failure.params, propertyName);
  return { en: `among its names, ${words.en}`, fr: `parmi ses noms, ${words.fr}` };
}

const otherForm = (_: Params, value: unknown): BilingualText => ({
  en: `found ${shown(value).en}, which does not have the form that is expected here.`,
  fr: `${shown(value).fr} n’a pas la forme attendue ici.`,
});

const sentences: Readonly<Record<string, (params: Params, value: unknown) => BilingualText>> = {
  type: ({ type }, value) => found(value, either(texts(type).map(kind => kinds[kind] ?? kinds.object))),
  enum: ({ allowedValues }, value) => found(value, either(listed(allowedValues).map(shown))),
  const: ({ allowedValue }, value) => found(value, shown(allowedValue)),
  expected: ({ failures }, value) => found(value, either((failures as readonly Failure[]).flatMap(expectedBy))),
  required: ({ missingProperty, anyOf }) => (anyOf === undefined ? missing(String(missingProperty)) : missingEither(texts(anyOf))),
  dependentRequired: ({ missingProperty, property }) => ({
    en: `${quoted(String(missingProperty))} is missing; it belongs to ${quoted(String(property))}.`,
    fr: `${quoted(String(missingProperty))} manque ; il va avec ${quoted(String(property))}.`,
  }),
  additionalProperties: ({ additionalProperty, known }) => unknownName(String(additionalProperty), texts(known)),
  oneOf: ({ alternatives }, value) =>
    alternatives === null || alternatives === undefined ? otherForm({}, value) : excluding(listed(alternatives)),
  pattern: ({ example, pattern }, value) => {
    const shape = example === undefined || example === null ? { en: `: ${String(pattern)}`, fr: ` : ${String(pattern)}` } : asIn(example);
    return {
      en: `${shown(value).en} does not have the expected form${shape.en}.`,
      fr: `${shown(value).fr} n’a pas la forme attendue${shape.fr}.`,
    };
  },
  not: ({ example }, value) => {
    const shape =
      example === undefined || example === null
        ? { en: '', fr: '' }
        : { en: `; write for example ${shown(example).en}`, fr: ` ; écrivez par exemple ${shown(example).fr}` };
    return { en: `${shown(value).en} is not allowed here${shape.en}.`, fr: `${shown(value).fr} n’est pas permis ici${shape.fr}.` };
  },
  minLength: ({ limit }) =>
    limit === 1
      ? { en: 'an empty text is not allowed here.', fr: 'un texte vide n’est pas permis ici.' }
      : {
          en: `the text is too short; it needs at least ${limit} characters.`,
          fr: `le texte est trop court ; il faut au moins ${limit} caractères.`,
        },
  maxLength: ({ limit }, value) => ({
    en: `${shown(value).en} is too long; at most ${limit} characters are allowed.`,
    fr: `${shown(value).fr} est trop long ; au plus ${limit} caractères sont permis.`,
  }),
  minimum: ({ limit }, value) => found(value, { en: `at least ${limit}`, fr: `au moins ${limit}` }),
  maximum: ({ limit }, value) => found(value, { en: `at most ${limit}`, fr: `au plus ${limit}` }),
  exclusiveMinimum: ({ limit }, value) => found(value, { en: `more than ${limit}`, fr: `plus de ${limit}` }),
  exclusiveMaximum: ({ limit }, value) => found(value, { en: `less than ${limit}`, fr: `moins de ${limit}` }),
  multipleOf: ({ multipleOf }, value) => found(value, { en: `a multiple of ${multipleOf}`, fr: `un multiple de ${multipleOf}` }),
  minItems: ({ limit }, value) => counted(value, { en: `at least ${limit}`, fr: `au moins ${limit}` }),
  maxItems: ({ limit }, value) => counted(value, { en: `at most ${limit}`, fr: `au plus ${limit}` }),
  minProperties: ({ limit }, value) => counted(value, { en: `at least ${limit}`, fr: `au moins ${limit}` }),
  maxProperties: ({ limit }, value) => counted(value, { en: `at most ${limit}`, fr: `au plus ${limit}` }),
  uniqueItems: ({ i, j }) => ({
    en: `entries ${Math.min(Number(i), Number(j))} and ${Math.max(Number(i), Number(j))} are the same; each may stand once.`,
    fr: `les éléments ${Math.min(Number(i), Number(j))} et ${Math.max(Number(i), Number(j))} sont identiques ; chacun ne peut figurer qu’une fois.`,
  }),
  contains: ({ minContains }) => ({
    en: `at least ${minContains ?? 1} of the entries must have the expected form.`,
    fr: `au moins ${minContains ?? 1} des éléments doit avoir la forme attendue.`,
  }),
  'false schema': () => ({ en: 'nothing may stand here.', fr: 'rien ne peut figurer ici.' }),
};

const kinds: Readonly<Record<string, BilingualText>> & { readonly object: BilingualText } = {
  string: { en: 'a text', fr: 'un texte' },
  number: { en: 'a number', fr: 'un nombre' },
  integer: { en: 'a whole number', fr: 'un nombre entier' },
  boolean: { en: 'true or false', fr: 'true ou false' },
  array: { en: 'a list', fr: 'une liste' },
  object: { en: 'an object', fr: 'un objet' },
  null: { en: 'null', fr: 'null' },
};

function expectedBy({ keyword, params }: Failure): readonly BilingualText[] {
  if (keyword === 'type') return texts(params.type).map(kind => kinds[kind] ?? kinds.object);
  return keyword === 'const' ? [shown(params.allowedValue)] : listed(params.allowedValues).map(shown);
}

function found(value: unknown, expected: BilingualText): BilingualText {
  return { en: `found ${shown(value).en}, expected ${expected.en}.`, fr: `trouvé : ${shown(value).fr} ; attendu : ${expected.fr}.` };
}

function counted(value: unknown, expected: BilingualText): BilingualText {
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  return { en: `found ${count} entries, expected ${expected.en}.`, fr: `trouvé : ${count} éléments ; attendu : ${expected.fr}.` };
}

function missing(name: string): BilingualText {
  return { en: `${quoted(name)} is missing.`, fr: `${quoted(name)} manque.` };
}

function missingEither(names: readonly string[]): BilingualText {
  const all = either(names.map(name => ({ en: quoted(name), fr: quoted(name) })));
  return { en: `${all.en} is missing.`, fr: `${all.fr} manque.` };
}

function excluding(alternatives: readonly unknown[]): BilingualText {
  const all = joined(
    alternatives.flatMap(texts).map(name => ({ en: quoted(name), fr: quoted(name) })),
    { en: 'and', fr: 'et' },
  );
  return { en: `${all.en} exclude each other; keep one.`, fr: `${all.fr} s’excluent ; n’en gardez qu’un.` };
}

function unknownName(name: string, known: readonly string[]): BilingualText {
  const near = nearest(name, known);
  if (near !== undefined) {
    return {
      en: `${quoted(name)} is not known here; did you mean ${quoted(near)}?`,
      fr: `${quoted(name)} n’est pas connu ici ; vouliez-vous dire ${quoted(near)} ?`,
    };
  }
  if (known.length === 0) return { en: `${quoted(name)} is not known here.`, fr: `${quoted(name)} n’est pas connu ici.` };
  const all = known.map(quoted).join(', ');
  return {
    en: `${quoted(name)} is not known here. Known names: ${all}.`,
    fr: `${quoted(name)} n’est pas connu ici. Noms connus : ${all}.`,
  };
}

function asIn(example: unknown): BilingualText {
  return { en: `, as in ${shown(example).en}`, fr: `, par exemple ${shown(example).fr}` };
}

function either(choices: readonly BilingualText[]): BilingualText {
  const once = [...new Map(choices.map(choice => [choice.en, choice])).values()];
  return joined(once, { en: 'or', fr: 'ou' });
}

function joined(items: readonly BilingualText[], word: BilingualText): BilingualText {
  const join = (locale: keyof BilingualText): string => {
    const all = items.map(item => item[locale]);
    return all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} ${word[locale]} ${all.at(-1)}`;
  };
  return { en: join('en'), fr: join('fr') };
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function texts(value: unknown): readonly string[] {
  return listed(value).map(String);
}
