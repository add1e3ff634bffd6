import { expect, test } from 'vitest';
import type { Catalog } from './catalog.ts';
import { defaultModel, listModels } from './models.ts';

const catalog: Catalog = {
  models: id =>
    id === 'known'
      ? [
          {
            id: 'k1',
            name: 'K1',
            reasoning: true,
            thinkingLevelMap: { off: null, xhigh: 'max' },
            cost: { input: 1, output: 2 },
            contextWindow: 10,
          },
          { id: 'k2', name: 'K2' },
        ]
      : undefined,
  name: () => 'Known',
};
const local = { baseUrl: 'http://localhost:1/v1', api: 'openai-completions', models: [{ id: 'l1' }] };
const demo = {
  baseUrl: 'http://127.0.0.1:1/v1',
  apiKey: '!',
  models: [{ id: 'd1' }],
  'atelier:builtIn': { from: '@atelier/demo', demo: true },
};
const key = { type: 'api_key', key: 'k' };
const year2030 = 1_893_456_000_000;

const chosen = (settings: object, providers: object, auth: object): string | undefined =>
  defaultModel(listModels({ settings: { ...settings }, models: { providers }, auth: { ...auth } }, catalog, year2030));

test.each<[string, object, object, object, string | undefined]>([
  ['the default', { defaultProvider: 'known', defaultModel: 'known/k2', enabledModels: ['known/k1'] }, {}, { known: key }, 'known/k2'],
  ['the default as the engine writes it', { defaultProvider: 'known', defaultModel: 'k2' }, {}, { known: key }, 'known/k2'],
  [
    'a default that is gone gives way to the first starred',
    { defaultModel: 'known/old', enabledModels: ['gone/x', 'known/k2'] },
    {},
    { known: key },
    'known/k2',
  ],
  ['without stars the first there is', {}, { local }, { known: key }, 'local/l1'],
  ['a provider without a key is none', {}, { far: { ...local, baseUrl: 'https://far.example' } }, { known: key }, 'known/k1'],
  [
    'an expired sign-in is none',
    { defaultModel: 'known/k1' },
    { local },
    { known: { type: 'oauth', access: 'a', refresh: 'r', expires: 1_700_000_000 } },
    'local/l1',
  ],
  ['the demo is never taken by itself where another is', {}, { demo, local }, {}, 'local/l1'],
  ['nor for being starred', { enabledModels: ['demo/d1'] }, { demo, local }, {}, 'local/l1'],
  ['but where it was made the default', { defaultModel: 'demo/d1' }, { demo, local }, {}, 'demo/d1'],
  ['and where there is nothing else', {}, { demo }, {}, 'demo/d1'],
  ['nothing at all', {}, {}, {}, undefined],
])('the model to begin with: %s', (_name, settings, providers, auth, model) => {
  expect(chosen(settings, providers, auth)).toBe(model);
});

test('starred models come first, in the order of starring, with what is known of each', () => {
  const settings = { enabledModels: ['local/l1', 'known/k1', 'gone/x'] };
  const models = listModels({ settings, models: { providers: { local, demo } }, auth: { known: key } }, catalog, year2030);
  expect(
    models.map(({ id, starred, thinkingLevels, inputCost, demo: isDemo }) => ({ id, starred, thinkingLevels, inputCost, isDemo })),
  ).toEqual([
    { id: 'local/l1', starred: true, thinkingLevels: ['off'], inputCost: undefined, isDemo: undefined },
    { id: 'known/k1', starred: true, thinkingLevels: ['minimal', 'low', 'medium', 'high', 'xhigh'], inputCost: 1, isDemo: undefined },
    { id: 'demo/d1', starred: false, thinkingLevels: ['off'], inputCost: undefined, isDemo: true },
    { id: 'known/k2', starred: false, thinkingLevels: ['off'], inputCost: undefined, isDemo: undefined },
  ]);
});

test('a sign-in that says which models its account has shows only those', () => {
  const auth = { known: { type: 'oauth', access: 'a', refresh: 'r', expires: year2030, availableModelIds: ['k2'] } };
  expect(listModels({ settings: {}, models: {}, auth }, catalog, year2030).map(({ id }) => id)).toEqual(['known/k2']);
});
