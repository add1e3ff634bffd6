import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@atelier/kernel';
import { extension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import type { ProvidersShape } from '../contract/index.ts';
import { Providers, ProvidersChannel } from '../contract/index.ts';
import { openCatalog } from './catalog.ts';
import { enginePrograms } from './engine-programs.ts';

const slug = 'atelier--providers';

interface Begun {
  readonly kernel: TestKernel;
  readonly client: Client<ProvidersShape>;
  /** What a file of the managed directory holds. */
  file(name: 'settings' | 'models' | 'auth'): Record<string, never>;
  path(name: string): string;
}

let known: TempFolder;
beforeAll(async () => {
  known = tempFolder();
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  await openCatalog(enginePrograms(join(import.meta.dirname, '..')), known.path, silent).read();
});
afterAll(() => known[Symbol.dispose]());

async function begin(extensions: Parameters<typeof testKernel>[0] = {}): Promise<Begun> {
  const kernel = await testKernel({ plugins: ['@atelier/providers'], ...extensions });
  onTestFinished(() => kernel[Symbol.asyncDispose]());
  // As on every start of the app but the first, so that not each test loads the engine.
  cpSync(known.path, join(kernel.host.paths.userData, 'data', slug), { recursive: true });
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
      apis: ['anthropic-messages'],
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
      maxTokens: 64_000,
      images: true,
      reasoning: true,
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
      own: true,
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
    settings: { enabledModels: ['mine/scripted-small'], defaultProvider: 'mine', defaultModel: 'scripted-large' },
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

  expect({ holding, access: (await client.call('list', {}))[0]?.access }).toEqual({ holding: [], access: 'keyless' });
});

test.each<[string, Parameters<Client<ProvidersShape>['call']>[1], string]>([
  ['K3: a command in place of a key', { id: 'mine', baseUrl: 'https://a.example', key: '!touch pwned' }, 'providers/key-command'],
  ['a key of two lines', { id: 'mine', baseUrl: 'https://a.example', key: 'sk-1\nsk-2' }, 'providers/key-invalid'],
  ['no address', { id: 'mine', key: 'sk-1' }, 'providers/address-missing'],
  ['an address with a password', { id: 'mine', baseUrl: 'https://me:pw@a.example' }, 'providers/address-invalid'],
  ['a preset that is not', { id: 'mine', preset: 'nothing' }, 'providers/unknown-preset'],
  ['a preset of another provider', { id: 'mine', preset: 'openai', key: 'sk-1' }, 'providers/preset-mismatch'],
])('%s is refused, and no file changes', async (_name, params, code) => {
  const { client, file } = await begin();
  const refused = await client.call('save', params as never).catch((error: unknown) => error);
  expect({ refused, models: file('models'), auth: file('auth') }).toMatchObject({ refused: { code }, models: { providers: {} }, auth: {} });
});

test('a local provider keeps the key it was given, and goes without once it is removed', async () => {
  const { client, file } = await begin();
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    const [ollama] = await client.call('list', {});
    const { providers } = file('models') as unknown as { providers: Record<string, { apiKey?: string }> };
    seen.push([ollama?.kind, ollama?.access, providers.ollama?.apiKey, Object.keys(file('auth'))]);
  };
  await client.call('save', { id: 'ollama', preset: 'ollama' });
  await look();
  await client.call('save', { id: 'ollama', key: 'real-key-1' });
  await look();
  await client.call('save', { id: 'ollama', name: 'Ollama at work' });
  await look();
  await client.call('save', { id: 'ollama', key: '' });
  await look();
  expect(seen).toEqual([
    ['local', 'keyless', '!', []],
    ['local', 'key', 'real-key-1', ['ollama']],
    ['local', 'key', 'real-key-1', ['ollama']],
    ['local', 'keyless', '!', []],
  ]);
});

test('a provider that is removed takes its key, its stars and its default along, and nothing else', async () => {
  const { client, file } = await begin();
  for (const id of ['one', 'two']) {
    await client.call('save', { id, baseUrl: `https://${id}.example/v1`, key: `sk-${id}-12345`, models: [{ id: 'm' }] });
    await client.call('star', { model: `${id}/m`, starred: true });
  }
  await client.call('setDefault', { model: 'one/m' });
  await client.call('remove', { id: 'one' });
  const again = await client.call('remove', { id: 'one' }).catch((error: unknown) => error);
  expect({
    ids: Object.keys(file('models').providers ?? {}),
    auth: Object.keys(file('auth')),
    settings: file('settings'),
    again,
  }).toMatchObject({
    ids: ['two'],
    auth: ['two'],
    settings: { enabledModels: ['two/m'], defaultProvider: null, defaultModel: null },
    again: { code: 'providers/unknown-provider' },
  });
});

test('a kept key is shown to the address of its own provider only', async () => {
  await using own = await openModelServer();
  await using other = await openModelServer();
  const { client } = await begin();
  await client.call('save', { id: 'mine', baseUrl: own.url, key: 'sk-mine-12345' });
  await client.call('probe', { baseUrl: own.url, provider: 'mine' });
  await client.call('probe', { baseUrl: other.url, provider: 'mine' });
  const shown = (server: typeof own): unknown[] => [...new Set(server.requests.map(({ headers }) => headers.authorization))];
  expect({ own: shown(own), other: shown(other) }).toEqual({ own: ['Bearer sk-mine-12345'], other: [undefined] });
});

test('with a file that cannot be read and has no good copy the list says which and why, while stars and other plugins go on', async () => {
  const { client, path, file } = await begin();
  await client.call('save', { id: 'mine', baseUrl: 'http://localhost:9/v1', models: [{ id: 'm' }] });
  await client.call('listModels', {});
  const half = readFileSync(path('models.json'), 'utf8').slice(0, 40);
  rmSync(path('models.json.bak'));
  writeFileSync(path('models.json'), half);

  const list = await client.call('list', {}).catch((error: unknown) => error);
  const models = await client.call('listModels', {});
  await client.call('star', { model: 'mine/m', starred: true });

  expect({
    list,
    models: models.map(({ id }) => id),
    settings: file('settings'),
    untouched: readFileSync(path('models.json'), 'utf8') === half,
  }).toMatchObject({
    list: { code: 'providers/file-unreadable' },
    models: ['mine/m'],
    settings: { enabledModels: ['mine/m'] },
    untouched: true,
  });
});

test('K1: an installed extension moves no key elsewhere and signs in for nobody', async () => {
  using elsewhere = tempFolder();
  const methods = ['prepare', 'login', 'nextSteps', 'reply', 'cancelPrompt', 'cancelLogin', 'authStatus', 'keyless', 'useTester'];
  const main = `export default { activate(ctx) {
    const providers = ctx.get({ key: '@atelier/providers:Providers@1' });
    ctx.handle('mover.call', async ([method, ...args]) => providers[method](...args).then(() => 'answered', error => error.code));
  } };`;
  const { kernel, client, file, path } = await begin({
    extensions: [
      {
        id: '@acme/mover',
        installed: true,
        files: { 'main.js': main },
        atelier: { requires: { '@atelier/providers': '^0.1.0' }, contributes: { commands: [{ id: 'mover.call', title: 'Call' }] } },
      },
    ],
  });

  const told: unknown[] = [];
  for (const method of methods) told.push(await kernel.run('mover.call', [method, elsewhere.path]));
  await client.call('save', { id: 'groq', preset: 'groq', key: 'gsk-test-abcdefghijkl' });

  expect({ told, auth: file('auth'), moved: existsSync(join(elsewhere.path, 'auth.json')), kept: existsSync(path('auth.json')) }).toEqual({
    told: methods.map(() => 'extension/not-allowed'),
    auth: { groq: { type: 'api_key', key: 'gsk-test-abcdefghijkl' } },
    moved: false,
    kept: true,
  });
});

test('another plugin prepares the directory and asks what it needs of the service', async () => {
  const asked = Promise.withResolvers<unknown>();
  const agent = extension(
    '@atelier/asks',
    async ctx => {
      const providers = ctx.get(Providers);
      const directory = join(ctx.paths.data, '../../.agent/agent');
      const steps = await providers.prepare();
      writeFileSync(
        join(directory, 'auth.json'),
        JSON.stringify({
          groq: { type: 'api_key', key: 'gsk-1' },
          'openai-codex': { type: 'oauth', access: 'a', refresh: 'r', expires: 1_600_000_000 },
        }),
      );
      writeFileSync(
        join(directory, 'models.json'),
        JSON.stringify({
          providers: { lmstudio: { baseUrl: 'http://localhost:1234/v1', api: 'openai-completions', models: [{ id: 'q' }] } },
        }),
      );
      const flow = await providers.login('nothing').catch((error: unknown) => (error as { code: unknown }).code);
      asked.resolve({
        failed: steps.filter(({ done }) => done === 'failed'),
        status: await providers.authStatus(),
        keyless: await providers.keyless(),
        model: await providers.defaultModel(),
        flow,
      });
    },
    { requires: { '@atelier/providers': '^0.1.0' }, activation: 'startup' },
  );
  await begin({ plugins: ['@atelier/providers'], extensions: [agent] });
  expect(await asked.promise).toEqual({
    failed: [],
    status: [
      { provider: 'groq', type: 'api-key' },
      { provider: 'openai-codex', type: 'oauth', expires: 1_600_000_000_000, expired: true },
    ],
    keyless: ['lmstudio'],
    model: 'lmstudio/q',
    flow: 'providers/no-sign-in',
  });
});
