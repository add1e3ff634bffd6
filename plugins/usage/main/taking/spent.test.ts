import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerLine } from '../usage.fixture.ts';
import { spentIn } from './spent.ts';

const at = '2026-11-23T10:00:00.000Z';
const time = Date.parse(at);

test('an answer has its tokens, its model, its moment and what the engine took for its cost', () => {
  expect(spentIn(answerLine('e1', at), 0)).toEqual({
    entry: 'e1',
    at: time,
    model: 'anthropic/claude-sonnet-4-5',
    input: 100,
    output: 20,
    cacheRead: 300,
    cacheWrite: 40,
    reasoning: 5,
    cost: 0.5,
  });
});

test.each<[string, object, object, object | undefined]>([
  ['no usage', { usage: undefined }, {}, { input: 0, output: 0, cost: undefined }],
  ['usage that is no object', { usage: 'much' }, {}, { input: 0, output: 0, cost: undefined }],
  ['negative tokens', {}, { input: -5 }, { input: 0, output: 20, cost: 0.5 }],
  ['tokens that are no number', {}, { input: Number.NaN, output: '7' }, { input: 0, output: 0 }],
  ['more tokens than there are', {}, { input: 1e300 }, { input: 0, output: 20 }],
  ['half a token', {}, { input: 1.5 }, { input: 2 }],
  ['a cost of nothing, which the engine writes where it knows no price', {}, { cost: { total: 0 } }, { input: 100, cost: undefined }],
  ['a negative cost', {}, { cost: { total: -3 } }, { cost: undefined }],
  ['a cost of 1e9', {}, { cost: { total: 1e9 } }, { cost: undefined }],
  ['a model of odd signs', { provider: 'a/b', model: '</script>"\u0000👩‍👩‍👧\n' }, {}, { model: 'a/b/</script>"\u0000👩‍👩‍👧\n' }],
  ['no model', { provider: undefined, model: 7 }, {}, { model: '' }],
  ['a request that failed before a token', { stopReason: 'error', usage: {} }, {}, undefined],
  ['what was imported', { api: 'atelier-import', usage: {} }, {}, undefined],
  ['the demo', { provider: 'demo' }, {}, undefined],
  ['what a person wrote', { role: 'user' }, {}, undefined],
])('%s is taken for what it is', (_what, message, usage, taken) => {
  const found = spentIn(answerLine('e1', at, message, usage), 0);
  if (taken === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(taken);
});

test('an answer without a valid time has that of its message, or the beginning of its conversation, so that it is not counted again', () => {
  const of = (timestamp: unknown, message = {}) => spentIn(answerLine('e1', timestamp as string, message), 77)?.at;
  expect([of('yesterday', { timestamp: 5000 }), of(undefined), of(-1), of('9999-01-01T00:00:00Z')]).toEqual([5000, 77, 77, 77]);
});

test('a summary is counted with its own model, or none', () => {
  const line = JSON.stringify({
    type: 'compaction',
    id: 'c1',
    timestamp: at,
    summary: 's',
    usage: { input: 9, output: 1, cost: { total: 0 } },
  });
  expect([spentIn(line, 0)?.model, spentIn(line, 0)?.input]).toEqual(['', 9]);
});

test('no line of a file breaks the reading, and every count is a whole number of at least 0', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (message, usage) => {
      const lines = [
        JSON.stringify(message),
        JSON.stringify({ type: 'message', id: 'x', message: { role: 'assistant', usage } }),
        '{"usage',
      ];
      for (const line of lines) {
        const { input, output, cacheRead, cacheWrite, reasoning, at: moment } = spentIn(line, 1) ?? empty;
        if (![input, output, cacheRead, cacheWrite, reasoning, moment].every(value => Number.isSafeInteger(value) && value >= 0))
          return false;
      }
      return true;
    }),
  );
});

test('only what may be the id of an extension pays for an answer', () => {
  const payer = (of: unknown) =>
    spentIn(JSON.stringify({ ...JSON.parse(answerLine('e1', at)), atelier: { paidBy: { kind: 'extension', of } } }), 0)?.paidBy;
  const others = ['', 'hidden', 'hidden:@a/b', 'You', '@a/\u202Eb', 'a b', 'a--b', '@a/b/c', 'x'.repeat(49), 7, null];
  expect([['notes', '@acme/my-notes', 'x'.repeat(48)].map(payer), others.map(payer)]).toEqual([
    ['notes', '@acme/my-notes', 'x'.repeat(48)],
    others.map(() => undefined),
  ]);
});

const empty = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, at: 0 };
