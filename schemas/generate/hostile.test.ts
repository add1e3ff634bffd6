import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateFrame } from '../generated/frame.validate.js';
import { validateManifest } from '../generated/manifest.validate.js';

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '~',
  '/',
  '\u0000',
  '\ud800',
);
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\ud800',
    '../'.repeat(1000),
    ' '.repeat(100_000),
    'a'.repeat(200_000),
    'a-'.repeat(50_000),
    '0.'.repeat(50_000),
    '😀'.repeat(30_000),
    './'.repeat(50_000),
  ),
);
const leaf = fc.oneof(
  hostileText,
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Number.POSITIVE_INFINITY),
  fc.bigInt(),
);

function hostile(known: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof(fc.constantFrom(...known), hostileKey, hostileText);
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  return value;
}

const manifestWords = [
  'name',
  'version',
  'engines',
  'atelier',
  'requires',
  'optional',
  'points',
  'channels',
  'taps',
  'rights',
  'net',
  'files',
  'contributes',
  'main',
];
const frameWords = ['v', 'id', 'kind', 'to', 'body', 'from'];

test('E7: no value makes the manifest validator throw, and each refusal has its reasons', () => {
  const nearly = fc.record({
    name: leaf,
    version: leaf,
    engines: hostile(manifestWords),
    atelier: fc.dictionary(fc.constantFrom(...manifestWords), hostile(manifestWords)),
  });

  fc.assert(
    fc.property(fc.oneof(hostile(manifestWords), nearly), value => answers(validateManifest, value)),
    { numRuns: 500 },
  );
});

test('E7: no value makes the frame validator throw, and each refusal has its reason', () => {
  const nearly = fc.record(
    { v: fc.constant(1), id: leaf, kind: fc.constant('call'), to: leaf, body: hostile(frameWords), from: leaf },
    { requiredKeys: ['v'] },
  );

  fc.assert(
    fc.property(fc.oneof(hostile(frameWords), nearly), value => answers(validateFrame, value)),
    { numRuns: 500 },
  );
});

test('E7: extra keys, prototype keys, cycles and a depth beyond the stack end with a result', () => {
  const cyclic: Record<string, unknown> = { v: 1, id: 1, kind: 'call', to: 'a:b' };
  cyclic.body = cyclic;
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  const manifest = { name: 'a', version: '1.0.0', engines: { atelier: '1' }, atelier: { contributes: { views: [deep] } } };
  const polluted = JSON.parse('{"v":1,"id":1,"kind":"call","to":"a:b","__proto__":{"from":"@acme/admin"}}');

  expect({
    cyclic: validateFrame(cyclic),
    deepBody: validateFrame({ v: 1, id: 1, kind: 'call', to: 'a:b', body: deep }),
    deepFrame: validateFrame(deep),
    deepManifest: validateManifest(manifest),
    deepName: validateManifest({ ...manifest, name: deep }),
    polluted: validateFrame(polluted),
    inherited: validateFrame(Object.create({ v: 1, id: 1, kind: 'call', to: 'a:b', admin: true })),
    changed: Object.keys(Object.prototype),
  }).toEqual({
    cyclic: true,
    deepBody: true,
    deepFrame: false,
    deepManifest: true,
    deepName: false,
    polluted: false,
    inherited: false,
    changed: [],
  });
});

test('a validator changes nothing of what it checks', () => {
  const value = { name: 'a', version: '1.0.0', engines: { atelier: '1' }, atelier: { rights: { notify: 'true' } } };
  const before = structuredClone(value);
  validateManifest(value);

  expect(value).toEqual(before);
});

interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly unknown[] | null;
}

function answers(validate: Check, value: unknown): boolean {
  return validate(value) ? !validate.errors?.length : (validate.errors?.length ?? 0) > 0;
}
