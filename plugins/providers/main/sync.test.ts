import { expect, test } from 'vitest';
import { syncKeys } from './sync.ts';

const entry = (fields: object) => ({ baseUrl: 'https://a.example', api: 'openai-completions', models: [{ id: 'm' }], ...fields });
const key = (text: string) => ({ type: 'api_key', key: text });

test.each([
  ['a key of models.json is copied to auth.json', 'auth', entry({ apiKey: 'k1' }), undefined, 'k1', key('k1')],
  ['a stored key is copied beside explicit models', 'auth', entry({}), key('k2'), 'k2', key('k2')],
  ['a stored key is not copied where there are no models', 'auth', entry({ models: [] }), key('k2'), undefined, key('k2')],
  ['where both differ, the newer file counts: auth', 'auth', entry({ apiKey: 'k1' }), key('k2'), 'k2', key('k2')],
  ['where both differ, the newer file counts: models', 'models', entry({ apiKey: 'k1' }), key('k2'), 'k1', key('k1')],
  [
    'a sign-in is left alone',
    'models',
    entry({ apiKey: 'k1' }),
    { type: 'oauth', access: 'a', refresh: 'r', expires: 9 },
    'k1',
    { type: 'oauth', access: 'a', refresh: 'r', expires: 9 },
  ],
  ['what nobody understands is left alone', 'models', entry({ apiKey: 'k1' }), { type: 'new' }, 'k1', { type: 'new' }],
  ['the sentinel is no key', 'models', entry({ apiKey: '!' }), undefined, '!', undefined],
  ['a local provider gets no key', 'models', entry({ baseUrl: 'http://localhost:1234/v1' }), undefined, undefined, undefined],
  ['a local provider loses a key left over', 'auth', entry({ baseUrl: 'http://local:80/v1', apiKey: '!' }), key('old'), '!', undefined],
  [
    'a local provider keeps a key it was given',
    'auth',
    entry({ baseUrl: 'http://localhost:1/v1', apiKey: 'real' }),
    key('real'),
    'real',
    key('real'),
  ],
] as const)('%s', (_name, newer, before, stored, apiKey, after) => {
  const result = syncKeys(
    { models: { providers: { mine: before }, other: 1 }, auth: { ...(stored && { mine: stored }), untouched: { type: 'x' } } },
    newer,
  );
  const { apiKey: _old, ...rest } = before as Record<string, unknown>;
  expect(result).toEqual({
    models: { providers: { mine: { ...rest, ...(apiKey !== undefined && { apiKey }) } }, other: 1 },
    auth: { ...(after && { mine: after }), untouched: { type: 'x' } },
  });
});
