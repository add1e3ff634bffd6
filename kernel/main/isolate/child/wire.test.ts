import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode } from './wire.ts';

test('all JSON values and bytes arrive as they were sent', () => {
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 20 }),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }),
    record: fc.dictionary(
      fc.string().filter(key => key !== '__proto__' && key !== '$bytes'),
      tie('any'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  })).any;
  fc.assert(
    fc.property(value, sent => {
      expect(decode(encode({ value: sent }))).toEqual({ value: sent });
    }),
  );
});

test('X4: a `__proto__` key is dropped in every spelling', () => {
  const lines = [
    '{"a":{"__proto__":{"x":1},"b":2}}',
    '{"a":{"\\u005f_proto__":{"x":1},"b":2}}',
    '{"a":{"_\\u005Fproto_\\u005f":{"x":1},"b":2}}',
  ];
  expect(lines.map(line => JSON.stringify(decode(line)))).toEqual(lines.map(() => '{"a":{"b":2}}'));
});

test('text that contains the name of such a key is unchanged', () => {
  expect(decode(encode({ a: 'say "__proto__" and "$bytes"' }))).toEqual({ a: 'say "__proto__" and "$bytes"' });
});

test('X15: a message that holds bytes costs little more to read than any other of its length', () => {
  const values = Array.from({ length: 300_000 }, () => '1').join(',');
  const [plain, special] = [`[${values},{"other":""}]`, `[${values},{"$bytes":""}]`];
  const cost = (work: () => unknown): number => {
    const rounds = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...rounds);
  };
  // With a reviver it is fifty times as much.
  expect(cost(() => decode(special)) / cost(() => JSON.parse(plain))).toBeLessThan(10);
});
