import { useFunc } from 'ajv/dist/compile/util.js';
import {
  _,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type KeywordDefinition,
  type KeywordErrorDefinition,
  type Options,
  stringify,
} from 'ajv/dist/core.js';
import { usePattern } from 'ajv/dist/vocabularies/code.js';
import { Ajv, codePoints, draft2020 } from './ajv-parts.ts';

/** Draft 2020-12, strict, without the keywords that add code to every emitted function: `$dynamicRef` and `unevaluated*`. */
export class Dialect extends Ajv {
  constructor(options: Options) {
    super({
      ...options,
      strict: true,
      // A branch of a oneOf may require what the object around it defines.
      strictRequired: false,
      allowUnionTypes: true,
      next: true,
      messages: false,
      // The schema was checked with the whole draft before; this dialect has no meta-schema.
      validateSchema: false,
      meta: false,
    });
  }

  override _addVocabularies(): void {
    super._addVocabularies();
    for (const keyword of draft2020.flat()) {
      if (typeof keyword === 'string') this.addKeyword(keyword);
      else if (!dropped.has(nameOf(keyword))) this.addKeyword(adapted(keyword));
    }
  }
}

const dropped = new Set([
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

function nameOf(keyword: KeywordDefinition): string {
  return Array.isArray(keyword.keyword) ? (keyword.keyword[0] ?? '') : keyword.keyword;
}

/** Adds to a failure what its message needs of the schema, which is not available at run time. */
function adapted(keyword: KeywordDefinition): KeywordDefinition {
  switch (nameOf(keyword)) {
    case 'pattern':
      return pattern;
    case 'maxLength':
      return { ...keyword, code: checkLength } as KeywordDefinition;
    case 'additionalProperties':
      return withError(
        keyword,
        ({ params, parentSchema }) =>
          _`{additionalProperty: ${params.additionalProperty}, known: ${stringify(Object.keys(parentSchema?.properties ?? {}))}}`,
      );
    case 'oneOf':
      return withError(
        keyword,
        ({ params, schema }) => _`{passingSchemas: ${params.passing}, alternatives: ${stringify(requiredOnly(schema))}}`,
      );
    case 'enum':
      return withError(keyword, ({ schema }) => stringify({ allowedValues: schema }));
    case 'type':
      return withError(keyword, ({ schema }) => stringify({ type: schema }));
    case 'not':
      return withError(keyword, ({ parentSchema }) => stringify({ example: exampleOf(parentSchema) }));
    default:
      return keyword;
  }
}

type Params = Extract<KeywordErrorDefinition['params'], (...given: never[]) => unknown>;

function withError(keyword: KeywordDefinition, params: Params): KeywordDefinition {
  return { ...keyword, error: { message: '', params } } as KeywordDefinition;
}

/** `[["element"], ["html"]]` for alternatives that differ only in what they require, else null. */
function requiredOnly(branches: unknown): unknown {
  const lists = (branches as { required?: string[] }[]).map(branch =>
    Object.keys(branch).join() === 'required' ? branch.required : undefined,
  );
  return lists.includes(undefined) ? null : lists;
}

function exampleOf(schema: KeywordCxt['parentSchema'] | undefined): unknown {
  return schema?.examples?.[0] ?? null;
}

const pattern: CodeKeywordDefinition = {
  keyword: 'pattern',
  type: 'string',
  schemaType: 'string',
  error: {
    message: '',
    params: ({ schema, parentSchema }) => {
      const example = exampleOf(parentSchema);
      return stringify(example === null ? { pattern: schema } : { example });
    },
  },
  code(cxt) {
    const matches = _`${usePattern(cxt, cxt.schema)}.test(${cxt.data})`;
    const limit: unknown = cxt.parentSchema.maxLength;
    // A pattern is not run on a string that maxLength refuses anyway. A character is at most two units.
    cxt.fail(typeof limit === 'number' ? _`${cxt.data}.length <= ${limit * 2} && !${matches}` : _`!${matches}`);
  },
};

// A string has at most as many characters as units, and at least half as many: few need counting.
function checkLength(cxt: KeywordCxt): void {
  const { keyword, data, gen } = cxt;
  const limit = cxt.schema as number;
  if (keyword === 'minLength' && limit <= 1) return cxt.fail(_`${data}.length < ${limit}`);
  const counted = _`${useFunc(gen, codePoints)}(${data})`;
  if (keyword === 'minLength') cxt.fail(_`${data}.length < ${limit * 2} && ${counted} < ${limit}`);
  else cxt.fail(_`${data}.length > ${limit} && ${counted} > ${limit}`);
}
