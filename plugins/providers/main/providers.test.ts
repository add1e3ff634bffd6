import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import type { ProvidersShape } from '../contract/generated.ts';
import { ProvidersChannel } from '../contract/index.ts';

interface Begun {
  readonly kernel: TestKernel;
  readonly client: Client<ProvidersShape>;
  /** What a file of the managed directory holds. */
  file(name: 'settings' | 'models' | 'auth'): Record<string, never>;
  path(name: string): string;
}

async function begin(extensions: Parameters<typeof testKernel>[0] = {}): Promise<Begun> {
  const kernel = await testKernel({ plugins: ['@atelier/providers'], ...extensions });
  onTestFinished(() => kernel[Symbol.asyncDispose]());
  const path = (name: string): string => join(kernel.host.paths.userData, '.agent', 'agent', name);
  return {
    kernel,
    client: kernel.client(ProvidersChannel),
    path,
    file: name => JSON.parse(readFileSync(path(`${name}.json`), 'utf8')) as Record<string, never>,
  };
}

test('a key that is saved for a company makes its models usable, and stands in auth.json alone', async () => {
  const { client, file, path } = await begin();

  const saved = await client.call('save', { id: 'anthropic', preset: 'anthropic', key: '  sk-test-abcdefghijkl ', locale: 'en' });
  const models = await client.call('listModels', {});

  expect({
    saved: { ...saved, models: saved.models > 5 },
    all: models.every(model => model.available && model.provider === 'anthropic' && model.providerName === 'Anthropic'),
    one: models.find(({ id }) => id === 'anthropic/claude-haiku-4-5-20251001'),
    auth: file('auth'),
    models: file('models'),
    mode: statSync(path('auth.json')).mode & 0o777,
  }).toEqual({
    saved: {
      id: 'anthropic',
      name: 'Anthropic',
      group: 'anthropic',
      icon: 'anthropic',
      kind: 'preset',
      baseUrl: 'https://api.anthropic.com',
      api: 'anthropic-messages',
      access: 'key',
      models: true,
    },
    all: true,
    one: {
      id: 'anthropic/claude-haiku-4-5-20251001',
      provider: 'anthropic',
      providerName: 'Anthropic',
      name: 'Claude Haiku 4.5',
      starred: false,
      available: true,
      contextWindow: 200_000,
      inputCost: 1,
      outputCost: 5,
      images: true,
      thinkingLevels: ['off', 'minimal', 'low', 'medium', 'high'],
    },
    auth: { anthropic: { type: 'api_key', key: 'sk-test-abcdefghijkl' } },
    models: { providers: {} },
    mode: 0o600,
  });
});

test('a local server is probed, saved without a key, discovered and starred', async () => {
  // What an honest server answers an empty question with.
  await using server = await openModelServer({ when: ({ path }) => path.startsWith('/v1/'), status: 400 });
  const { client, file } = await begin();
  const origin = new URL(server.url).origin;

  const probed = await client.call('probe', { baseUrl: origin, locale: 'en' });
  await client.call('save', { id: 'mine', name: 'Mine', baseUrl: probed.chosen ?? '', api: 'openai-completions' });
  const models = await client.call('discoverModels', { id: 'mine' });
  await client.call('save', { id: 'mine', models });
  await client.call('star', { model: 'mine/scripted-small', starred: true });
  await client.call('setDefault', { model: 'mine/scripted-large' });
  const listed = await client.call('listModels', {});

  expect({
    probed: { chosen: probed.chosen, corrected: probed.corrected, why: probed.why },
    listed,
    models: file('models'),
    auth: file('auth'),
    settings: file('settings'),
  }).toEqual({
    probed: { chosen: server.url, corrected: true, why: 'It answers /chat/completions and lists its models.' },
    listed: ['small', 'large'].map(size => ({
      id: `mine/scripted-${size}`,
      provider: 'mine',
      providerName: 'Mine',
      name: `scripted-${size}`,
      starred: size === 'small',
      ...(size === 'large' && { isDefault: true }),
      available: true,
      images: false,
      thinkingLevels: ['off'],
    })),
    models: {
      providers: {
        mine: {
          name: 'Mine',
          baseUrl: server.url,
          api: 'openai-completions',
          apiKey: '!',
          models: [{ id: 'scripted-large' }, { id: 'scripted-small' }],
        },
      },
    },
    auth: {},
    settings: { enabledModels: ['mine/scripted-small'], defaultProvider: 'mine', defaultModel: 'mine/scripted-large' },
  });
});

test('a change by hand is noticed while the app runs, and who listens is told', async () => {
  const { client, path } = await begin();
  await client.call('list', {});
  const told = new Promise<void>(resolve => client.on('providersChanged', () => resolve()));

  writeFileSync(path('auth.json'), JSON.stringify({ groq: { type: 'api-key', key: 'gsk-by-hand-123456' } }));
  await told;
  const list = await client.call('list', {});

  expect(list.map(({ id, access }) => ({ id, access }))).toEqual([{ id: 'groq', access: 'key' }]);
  await expect
    .poll(() => JSON.parse(readFileSync(path('auth.json'), 'utf8')))
    .toEqual({ groq: { type: 'api_key', key: 'gsk-by-hand-123456' } });
});

test('a provider that an extension brings is in models.json as long as the extension is on', async () => {
  const demo = {
    id: '@atelier/brings',
    atelier: {
      requires: { '@atelier/providers': '^0.1.0' },
      contributes: {
        '@atelier/providers:builtIn@1': [
          {
            id: 'demo',
            name: 'Demo',
            baseUrl: 'http://127.0.0.1:9/v1',
            api: 'openai-completions',
            demo: true,
            models: [{ id: 'd1', name: 'D1', reasoning: true }],
          },
        ],
      },
    },
  };
  const { kernel, client } = await begin({ extensions: [demo] });

  const before = await client.call('list', {});
  const refused = await client.call('save', { id: 'demo', name: 'x' }).catch((error: unknown) => error);
  const gone = new Promise<void>(resolve => client.on('providersChanged', () => resolve()));
  await kernel.disable('@atelier/brings');
  await gone;

  expect({ before, refused, after: await client.call('list', {}) }).toMatchObject({
    before: [{ id: 'demo', name: 'Demo', kind: 'demo', access: 'keyless', models: 1 }],
    refused: { code: 'providers/built-in' },
    after: [],
  });
});

test('K5: a key that is removed is in none of the files, nor in a copy that was kept aside', async () => {
  const { client, path } = await begin();
  const secret = 'sk-canary-0123456789';
  await client.call('save', { id: 'mine', baseUrl: 'https://models.example.com/v1', key: secret, models: [{ id: 'm' }] });
  const good = readFileSync(path('models.json'));
  writeFileSync(path('models.json'), good.subarray(0, good.length - 5));
  await client.call('list', {}).catch(() => undefined);
  writeFileSync(path('models.json'), good);

  await client.call('save', { id: 'mine', key: '' });
  const { readdirSync } = await import('node:fs');
  const holding = readdirSync(path('')).filter(
    name => existsSync(path(name)) && statSync(path(name)).isFile() && readFileSync(path(name), 'utf8').includes(secret),
  );

  expect({ holding, access: (await client.call('list', {}))[0]?.access }).toEqual({ holding: [], access: 'none' });
});
