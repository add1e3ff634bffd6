import { isAppError } from '@atelier/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileChannel, compileSchema } from './validate.ts';
import { inWords } from './violations.ts';

const owner = '@acme/notes';

test('a schema of an extension is compiled, and its validator says in words what is wrong with a value', async () => {
  const card = await compileSchema(owner, 'cards@1', {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.org/card.json',
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', pattern: '^[A-Z]', examples: ['Today'] },
      icon: { type: 'string', pattern: '^[a-z]+$' },
      below: { type: 'array', items: { $ref: '#' } },
    },
  });
  const all = (value: unknown): string => inWords(card(value), 'en');

  expect([
    all({ title: 'Today' }),
    all({ title: 'today', icon: 'A', titel: 1 }),
    all({ title: 'A', below: [{ title: 'B', below: [{}] }] }),
  ]).toEqual([
    '',
    '"titel" is not known here; did you mean "title"?\ntitle: "today" does not have the expected form, as in "Today".\nicon: "A" does not have the expected form: ^[a-z]+$.',
    'below[0].below[0]: "title" is missing.',
  ]);
});

test('a channel file of an extension becomes validators of its calls and events', async () => {
  const channel = await compileChannel(owner, {
    channel: 'notes',
    calls: { find: { params: { $ref: '#/$defs/Query' }, result: { type: 'array', items: { $ref: '#/$defs/Note' } } } },
    events: { changed: { payload: { $ref: '#/$defs/Note' }, coalesceMs: 50 } },
    $defs: {
      Query: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
      Note: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  });
  const { find } = channel.calls;

  expect({
    params: [inWords(find?.params({ text: 'a' }) ?? [], 'en'), inWords(find?.params({ text: 1, more: 2 }) ?? [], 'en')],
    result: inWords(find?.result([{ id: 'a' }, {}]) ?? [], 'en'),
    changed: inWords(channel.events.changed?.(null) ?? [], 'en'),
    inherited: [channel.calls.constructor, channel.events.valueOf],
  }).toEqual({
    params: ['', '"more" is not known here. Known names: "text".'],
    result: '[1]: "id" is missing.',
    changed: 'found null, expected an object.',
    inherited: [undefined, undefined],
  });
});

const deep = (levels: number): unknown => (levels === 0 ? {} : { type: 'array', items: deep(levels - 1) });

test.each<[string, unknown, string]>([
  ['more than 64 KiB', { description: 'x'.repeat(64 * 1024) }, 'schema/too-large'],
  ['deeper than 40 levels', deep(50), 'schema/too-deep'],
  ['so deep that reading it by calls would overflow', JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), 'schema/too-deep'],
  ['a pattern of 201 characters', { type: 'string', pattern: 'a'.repeat(201) }, 'schema/pattern-too-long'],
  ['a long pattern for names', { type: 'object', patternProperties: { ['a'.repeat(201)]: {} } }, 'schema/pattern-too-long'],
  ['a pattern that looks ahead', { type: 'string', pattern: '(?=a)b' }, 'schema/pattern-slow'],
  [
    'one that refers back, under $defs',
    { $defs: { A: { allOf: [{ not: { type: 'string', pattern: '(a)\\1' } }] } } },
    'schema/pattern-slow',
  ],
  ['entries to compare without a bound', { type: 'array', items: {}, uniqueItems: true }, 'schema/invalid'],
  ['a reference to another host', { $ref: 'https://example.org/a.json' }, 'schema/remote-ref'],
  ['a reference to another file', { items: { $ref: 'a.json#/$defs/A' }, type: 'array' }, 'schema/remote-ref'],
  ['a reference into what is no schema', { const: { pattern: '(a)\\1' }, $ref: '#/const' }, 'schema/remote-ref'],
  ['a reference to the draft itself', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, 'schema/remote-ref'],
  ['a reference that leads nowhere', { $ref: '#/$defs/A' }, 'schema/invalid'],
  ['an $id inside', { type: 'object', properties: { a: { $id: 'b' } } }, 'schema/invalid'],
  ['a dynamic reference', { $dynamicRef: '#a' }, 'schema/invalid'],
  ['an unknown word', { type: 'string', patern: 'a' }, 'schema/invalid'],
  ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'schema/invalid'],
  ['a type that is none', { type: 'strng' }, 'schema/invalid'],
  ['properties of what is no object', { properties: { a: { type: 'string' } } }, 'schema/invalid'],
  ['what is no regular expression', { type: 'string', pattern: '(' }, 'schema/invalid'],
  ['nothing', undefined, 'schema/invalid'],
  ['a number', 5, 'schema/invalid'],
  ['what JSON cannot hold', { const: 5n }, 'schema/invalid'],
])('a schema with %s is refused', async (_, schema, code) => {
  expect(await refusal(compileSchema(owner, 'cards@1', schema))).toEqual({ code, owner, name: 'cards@1' });
});

test.each<[string, unknown, string]>([
  ['no channel file', { channel: 'notes' }, 'schema/invalid'],
  [
    'a slow pattern',
    { channel: 'notes', calls: { a: { params: { type: 'string', pattern: '(a)\\1' }, result: {} } }, events: {} },
    'schema/pattern-slow',
  ],
  ['a remote reference', { channel: 'notes', calls: {}, events: { a: { payload: { $ref: 'b.json' } } } }, 'schema/remote-ref'],
  [
    'an unused definition that is malformed',
    { channel: 'notes', calls: {}, events: {}, $defs: { A: { type: 'strng' } } },
    'schema/invalid',
  ],
  ['a reference that leads nowhere', { channel: 'notes', calls: {}, events: { a: { payload: { $ref: '#/$defs/B' } } } }, 'schema/invalid'],
])('a channel file with %s is refused', async (_, file, code) => {
  expect(await refusal(compileChannel(owner, file))).toMatchObject({ code, owner });
});

test('a refusal is written for people: who, where, and what to do, without text or stack of the compiler', async () => {
  const schemas = [
    { type: 'string', patern: 'a' },
    { properties: { a: { type: 'string' } } },
    { type: 'string', allOf: [{ type: 'number' }] },
    { $ref: '#/$defs/A' },
    { type: 'array', prefixItems: [{}] },
    { type: 'object', if: {} },
    { type: 'object', required: 'a' },
    { type: 'array', minContains: 2 },
    { enum: [] },
  ];
  const texts = await Promise.all(
    schemas.map(schema => compileSchema(owner, 'cards@1', schema).then(String, error => error.details.violations)),
  );

  expect(texts.map(({ en, fr }) => `${en}\n${fr}`)).toMatchInlineSnapshot(`
    [
      ""patern" is not a word of schemas here; did you mean "pattern"?
    "patern" n’est pas un mot des schémas ici ; vouliez-vous dire "pattern" ?",
      ""properties" needs "type": "object" beside it.
    "properties" demande "type": "object" à côté de lui.",
      ""type": "number" can never be right where "string" is expected.
    "type": "number" ne peut jamais convenir là où "string" est attendu.",
      "the reference "#/$defs/A" leads nowhere.
    le renvoi "#/$defs/A" ne mène nulle part.",
      ""prefixItems" of length 1 needs "minItems": 1 and "items": false beside it.
    "prefixItems" de longueur 1 demande "minItems": 1 et "items": false à côté de lui.",
      ""if" says nothing without "then".
    "if" ne dit rien sans "then".",
      "required: found "a", expected a list.
    required : trouvé : "a" ; attendu : une liste.",
      ""minContains" says nothing without "contains".
    "minContains" ne dit rien sans "contains".",
      ""enum" is empty.
    "enum" est vide.",
    ]
  `);
});

test('references that multiply on every level are limited', async () => {
  const names = [...'abcdefghijklmnopqrstuvwxyz'];
  const twice = (next: string | undefined): unknown =>
    next === undefined ? { type: 'number' } : { allOf: [{ $ref: `#/$defs/${next}` }, { $ref: `#/$defs/${next}` }] };
  const validate = await compileSchema(owner, 'cards@1', {
    $ref: '#/$defs/a',
    $defs: Object.fromEntries(names.map((name, i) => [name, twice(names[i + 1])])),
  });

  expect(validate(5).map(({ message }) => message)).toEqual([expect.stringMatching(/too involved to be checked/)]);
});

test('a value nested deeper than the stack gives a violation and does not throw', async () => {
  const validate = await compileSchema(owner, 'cards@1', { type: 'array', items: { $ref: '#' } });
  const value: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

  expect(validate(value).map(({ message }) => message)).toEqual([expect.stringMatching(/too involved to be checked/)]);
});

test('a text that is too long to be a name is not matched against a pattern', async () => {
  const validate = await compileSchema(owner, 'cards@1', { type: 'string', pattern: '^.*$' });

  expect([validate('a'.repeat(1000)).length, validate('a'.repeat(1001)).length]).toEqual([0, 1]);
});

test('one schema does not affect the next', async () => {
  const first = await compileSchema(owner, 'a@1', { $ref: '#/$defs/A', $defs: { A: { type: 'string' } } });
  const second = await compileSchema('@acme/other', 'a@1', { $ref: '#/$defs/A', $defs: { A: { type: 'number' } } });

  expect([first('x').length, first(1).length, second('x').length, second(1).length]).toEqual([0, 1, 1, 0]);
});

test('any value as a schema is either compiled or refused with an AppError', async () => {
  const word = fc.constantFrom(
    'type',
    'properties',
    'items',
    '$ref',
    '$defs',
    'anyOf',
    'pattern',
    'enum',
    'required',
    'const',
    'if',
    '$id',
    '__proto__',
    'constructor',
    'atelierCounted',
  );
  const leaf = fc.oneof(
    fc.constantFrom('object', 'string', '#', '#/$defs/A', '#/$defs/__proto__', '(a+)+', '^a$'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.string(),
  );
  const { schema } = fc.letrec(tie => ({
    schema: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('schema'), { maxLength: 3 }), fc.dictionary(word, tie('schema'), { maxKeys: 4 })),
  }));

  await fc.assert(
    fc.asyncProperty(schema, fc.jsonValue(), async (given, value) => {
      const result = await compileSchema(owner, 'cards@1', given).then(
        validate => Array.isArray(validate(value)),
        error => isAppError(error) && error.code.startsWith('schema/') && !/strict mode|ajv|\n\s+at /.test(JSON.stringify(error.details)),
      );
      expect(result).toBe(true);
    }),
    { numRuns: 300 },
  );
});

async function refusal(outcome: Promise<unknown>): Promise<unknown> {
  try {
    await outcome;
    return 'compiled';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code, owner: error.details.owner, name: error.details.name };
  }
}
