import { validateChannelFile } from '@atelier/schemas/channel.validate.js';
import type { Failure } from '@atelier/schemas/validate.ts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { compilerError } from './compiler-error.ts';
import { linearPattern } from './linear-pattern.ts';
import { checkPart, checkSchema, invalidSchema, markReferences, type Origin, plainCopy, type Schema } from './schema-check.ts';
import { byName, type ChannelValidators, type Validator, violationOf, violationsOf } from './violations.ts';

// The only file that imports ajv, which takes tens of milliseconds to load: import this file on demand, for a third-party schema.

/** Compiles a schema of `owner`, after refusing what could harm the kernel. Rejects with AppErrors `schema/…`. */
export async function compileSchema(owner: string, name: string, schema: unknown): Promise<Validator> {
  const origin = { owner, name };
  const checked = checkSchema(plainCopy(schema, origin), origin);
  if (typeof checked === 'boolean') return value => (checked ? [] : violationsOf(value, [nothingAllowed]));
  everything ??= engine({ allErrors: true });
  prepare(everything, checked, origin, '');
  return compileParts(everything, checked, [''], origin)[0] as Validator;
}

/** Compiles every call and event of a `*.channel.json` of `owner`. Rejects with AppErrors `schema/…`. */
export async function compileChannel(owner: string, channelFile: unknown): Promise<ChannelValidators> {
  const origin = { owner, name: 'channel.json' };
  const file = plainCopy(channelFile, origin);
  closeWithoutRow(file);
  if (!validateChannelFile(file)) throw invalidSchema(origin, violationsOf(file, validateChannelFile.errors));
  firstOnly ??= engine({ allErrors: false });
  const { calls, events, service } = file;
  const methods = service?.methods ?? {};
  const parts: Record<string, unknown> = {};
  for (const [name, { params, result }] of Object.entries(calls)) {
    parts[`calls.${name}.params`] = params;
    parts[`calls.${name}.result`] = result;
  }
  for (const [name, { payload }] of Object.entries(events)) parts[`events.${name}.payload`] = payload;
  for (const [name, { takes }] of Object.entries(methods)) for (const [at, part] of takes.entries()) parts[`service.${name}.${at}`] = part;
  const places = Object.keys(parts);
  for (const [name, definition] of Object.entries(file.$defs ?? {})) parts[`$defs.${name}`] = definition;
  for (const [path, part] of Object.entries(parts)) prepare(firstOnly, checkPart(part, origin, path), origin, path);

  const whole = { $defs: { ...file.$defs, ...parts } };
  const validators = compileParts(
    firstOnly,
    whole,
    places.map(place => `/$defs/${place}`),
    origin,
  );
  const at = (place: string): Validator => validators[places.indexOf(place)] as Validator;
  return {
    calls: byName(calls, (_, name) => ({ params: at(`calls.${name}.params`), result: at(`calls.${name}.result`) })),
    events: byName(events, (_, name) => at(`events.${name}.payload`)),
    service: byName(methods, ({ takes, needs = takes.length }, name) => ({
      needs,
      takes: takes.map((_, index) => at(`service.${name}.${index}`)),
    })),
  };
}

/** A call or an event without an access row is open to bundled plugins and to its owner only. */
function closeWithoutRow(file: unknown): void {
  const { calls, events } = Object(file) as { readonly calls?: unknown; readonly events?: unknown };
  for (const member of [calls, events].flatMap(members => Object.values(Object(members) as object)) as unknown[]) {
    if (typeof member === 'object' && member !== null && !Object.hasOwn(member, 'access')) Object.assign(member, { access: 'bundled' });
  }
}

interface Engine {
  readonly ajv: Ajv2020;
  /** How many references the running check may still follow. */
  readonly budget: { left: number };
}

let everything: Engine | undefined;
let firstOnly: Engine | undefined;

/** A schema whose references multiply would, with a crafted value, block the kernel for ever. */
const maxReferences = 100_000;
/** No name, address or date is longer. */
const maxMatched = 1000;
const countedKeyword = 'atelierCounted';

function engine({ allErrors }: { allErrors: boolean }): Engine {
  const budget = { left: 0 };
  const regExp = Object.assign(
    (pattern: string, flags: string) => {
      // The check of the schema has refused a pattern without a linear form.
      const expression = linearPattern(pattern);
      // ajv treats two patterns with the same toString as one.
      return {
        test: (text: string) => text.length <= maxMatched && expression?.test(text) === true,
        toString: () => `/${pattern}/${flags}`,
      };
    },
    { code: 'shortText' },
  );
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    ownProperties: true,
    allErrors,
    verbose: true,
    messages: false,
    validateSchema: false,
    logger: false,
    code: { regExp },
  });
  ajv.addKeyword({
    keyword: countedKeyword,
    schema: false,
    errors: false,
    before: '$ref',
    validate: () => {
      budget.left -= 1;
      if (budget.left < 0) throw new RangeError('too many references');
      return true;
    },
  });
  return { ajv, budget };
}

/** Throws for what does not follow the draft; prepares the rest for compiling. */
function prepare({ ajv }: Engine, schema: Schema | boolean, origin: Origin, path: string): void {
  if (ajv.validateSchema(schema)) return markReferences(schema, countedKeyword);
  const violations = violationsOf(schema, ajv.errors?.map(failureOf));
  const placed = violations.map(violation => (path === '' ? violation : violationOf(path, violation.texts)));
  throw invalidSchema(origin, placed);
}

/** Compiles the parts of one document that the pointers name; a `$ref` in them is resolved in the whole document. */
function compileParts({ ajv, budget }: Engine, whole: Schema, pointers: readonly string[], origin: Origin): readonly Validator[] {
  try {
    ajv.addSchema(whole, 'schema');
    return pointers.map(pointer => {
      const validate = ajv.getSchema(pointer === '' ? 'schema' : `schema#${pointer}`);
      if (validate === undefined) throw new Error(`nothing at ${pointer}`);
      return value => {
        budget.left = maxReferences;
        try {
          return validate(value) === true ? [] : violationsOf(value, validate.errors?.map(failureOf));
        } catch {
          return [tooInvolved];
        }
      };
    });
  } catch (cause) {
    throw invalidSchema(origin, [violationOf('', compilerError(cause))], cause);
  } finally {
    ajv.removeSchema('schema');
  }
}

// Generated validators have in `params` what a sentence needs of the schema; here it is added from the schema itself.
function failureOf({ instancePath, schemaPath, keyword, params, propertyName, schema, parentSchema }: ErrorObject): Failure {
  const place = { instancePath, schemaPath, keyword, ...(propertyName === undefined ? {} : { propertyName }) };
  const example: unknown = parentSchema?.examples?.[0];
  switch (keyword) {
    case 'additionalProperties':
      return { ...place, params: { ...params, known: Object.keys(parentSchema?.properties ?? {}) } };
    case 'oneOf':
      return { ...place, params: { ...params, alternatives: requiredOnly(schema) } };
    default:
      return { ...place, params: example === undefined ? params : { ...params, example } };
  }
}

function requiredOnly(branches: unknown): unknown {
  const all = Array.isArray(branches) ? branches : [];
  return all.every(branch => Object.keys(branch).join() === 'required') ? all.map(branch => branch.required) : undefined;
}

const nothingAllowed: Failure = { instancePath: '', schemaPath: '#', keyword: 'false schema', params: {} };

const tooInvolved = violationOf('', {
  en: 'This is too involved to be checked: it is nested too deeply, or its schema refers to itself too often.',
  fr: 'Ceci est trop complexe pour être vérifié : l’imbrication est trop profonde, ou le schéma renvoie trop souvent à lui-même.',
});
