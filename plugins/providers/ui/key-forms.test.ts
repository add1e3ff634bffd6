import { expect, test } from 'vitest';
import { idFor, keyIn, ownerOf } from './key-forms.ts';

test.each([
  ['  sk-abc123\n', { ok: true, key: 'sk-abc123' }],
  ['"sk-abc123"', { ok: true, key: 'sk-abc123' }],
  ['', { ok: true, key: '' }],
  ['!', { ok: true, key: '!' }],
  ['sk-abc\n123', { ok: false, why: 'keyBroken' }],
  ['sk-abc 123', { ok: false, why: 'keyBroken' }],
  ['!cat /etc/passwd', { ok: false, why: 'keyBroken' }],
  ['!env', { ok: false, why: 'keyCommand' }],
  ['sk-abć123', { ok: false, why: 'keyStrange' }],
] as const)('K3: of %j what stands around a key is taken away, and what cannot be one is refused', (pasted, expected) => {
  expect(keyIn(pasted)).toEqual(expected);
});

test('a key is recognised by its first characters, unless several companies use them', () => {
  const keys = ['sk-ant-api03-x', 'sk-or-v1-x', 'gsk_x', 'xai-x', 'pplx-x', 'AIzaSyX', 'sk-proj-x', 'sk-1234', 'hello'];
  expect(keys.map(ownerOf)).toEqual(['anthropic', 'openrouter', 'groq', 'xai', 'perplexity', 'google', 'openai', undefined, undefined]);
});

test('a server gets a unique id, made from its name, that the files accept', () => {
  const taken = new Set(['lab-server', 'lab-server-2', 'openai']);
  expect(['Lab server', 'Écurie n° 5 !', '北京', 'OpenAI', '---'].map(name => idFor(name, taken))).toEqual([
    'lab-server-3',
    'ecurie-n-5',
    'server',
    'openai-2',
    'server',
  ]);
});
