import { expect, test } from 'vitest';
import { plainJson } from './plain-json.ts';

test.each([
  ['{"a": 1} // said', { a: 1 }],
  ['// first\n{"a": [1, 2,], // two\n "b": {"c": 3,},\n}', { a: [1, 2], b: { c: 3 } }],
  ['{"a": "http://x//y", "b": "a,}"}', { a: 'http://x//y', b: 'a,}' }],
  ['{"a": "\\"//\\\\", // x\n}', { a: '"//\\' }],
  ['{"a": [ // none\n ],\n// end\n\n}', { a: [] }],
] as const)('%s is read as the engine reads it', (text, value) => {
  expect(JSON.parse(plainJson(text))).toEqual(value);
});

test('what is no JSON either way stays wrong', () => {
  for (const text of ['{"a": 1,,}', '{"a": /* no */ 1}', '{"a"']) expect(() => JSON.parse(plainJson(text))).toThrow();
});
