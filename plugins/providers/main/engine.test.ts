import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ModelRuntime, SettingsManager } from '@earendil-works/pi-coding-agent';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { type AgentFiles, openAgentFiles } from './agent-files.ts';
import { openCatalog } from './catalog.ts';
import { prepareDirectory } from './directory.ts';
import { enginePrograms } from './engine-programs.ts';
import { modelsShape } from './files/models-shape.ts';
import { defaultsIn, withDefault, withStar } from './files/settings-file.ts';
import { listModels } from './models.ts';
import { listProviders } from './provider-list.ts';
import { saveProvider } from './save.ts';

const engineFolder = join(import.meta.dirname, '../../../node_modules/@earendil-works/pi-coding-agent');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

let known: TempFolder;
beforeAll(() => {
  known = tempFolder();
});
afterAll(() => known[Symbol.dispose]());

let folder: TempFolder;
let files: AgentFiles;
let directory: string;
const catalog = () => openCatalog(enginePrograms(join(import.meta.dirname, '..')), known.path, silent).read();

beforeEach(async () => {
  folder = tempFolder();
  directory = folder.file(join('userData', '.agent', 'agent'));
  files = openAgentFiles(directory, folder.file(join('userData', 'workspace', 'global')));
  await prepareDirectory(files);
});
afterEach(() => folder[Symbol.dispose]());

const runtime = () =>
  ModelRuntime.create({
    authPath: join(directory, 'auth.json'),
    modelsPath: join(directory, 'models.json'),
    modelsStorePath: folder.file('models-store.json'),
  });

/** The engine's real program under our name, so that it honours the managed directory. */
async function agent(...args: readonly string[]): Promise<string> {
  const overlay = folder.file('overlay');
  mkdirSync(overlay);
  for (const name of readdirSync(engineFolder).filter(one => one !== 'package.json'))
    symlinkSync(join(engineFolder, name), join(overlay, name));
  const manifest = JSON.parse(readFileSync(join(engineFolder, 'package.json'), 'utf8')) as object;
  writeFileSync(join(overlay, 'package.json'), JSON.stringify({ ...manifest, piConfig: { name: 'agent', configDir: '.agent' } }));
  const env = { PATH: process.env.PATH, HOME: folder.path, PI_PACKAGE_DIR: overlay, AGENT_CODING_AGENT_DIR: directory, PI_OFFLINE: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [join(engineFolder, 'dist/cli.js'), ...args], { env, cwd: folder.path });
  return stdout;
}

async function fill(): Promise<void> {
  const known = await catalog();
  await saveProvider(files, { id: 'anthropic', preset: 'anthropic', key: 'sk-ant-test-1234567' }, known);
  await saveProvider(
    files,
    { id: 'openai', preset: 'openai', key: 'sk-openai-$HOME-1234', models: [{ id: 'gpt-5.6-terra' }, { id: 'new-one' }] },
    known,
  );
  await saveProvider(files, { id: 'ollama', preset: 'ollama', models: [{ id: 'llama3:8b', contextWindow: 8192, images: true }] }, known);
  await saveProvider(
    files,
    { id: 'mine', name: 'Mine', baseUrl: 'https://models.example.com/v1', key: 'sk-mine-1234567', models: [{ id: 'a', name: 'A' }] },
    known,
  );
  await files.normalise();
  await files.settings.update(now => withDefault(withStar(now, 'mine/a', true), 'mine/a'));
}

test('the engine’s own classes read what Atelier writes', async () => {
  await fill();
  const engine = await runtime();
  const settings = SettingsManager.create(folder.path, directory, { projectTrusted: false });
  const available = (await engine.getAvailable()).map(model => `${model.provider}/${model.id}`);
  const keyOf = async (id: string) => (await engine.getAuth(id))?.auth.apiKey;

  expect({
    error: engine.getError(),
    available: ['anthropic/claude-haiku-4-5-20251001', 'openai/gpt-5.6-terra', 'openai/new-one', 'mine/a', 'ollama/llama3:8b'].filter(
      one => !available.includes(one),
    ),
    terra: { api: engine.getModel('openai', 'gpt-5.6-terra')?.api, window: engine.getModel('openai', 'gpt-5.6-terra')?.contextWindow },
    keys: [await keyOf('anthropic'), await keyOf('openai'), await keyOf('mine')],
    settings: { enabled: settings.getEnabledModels(), errors: settings.drainErrors() },
  }).toEqual({
    error: undefined,
    available: [],
    terra: { api: 'openai-completions', window: 272_000 },
    keys: ['sk-ant-test-1234567', 'sk-openai-$HOME-1234', 'sk-mine-1234567'],
    settings: { enabled: ['mine/a'], errors: [] },
  });
});

test('we list the very models that the engine has available, with their windows and prices', async () => {
  await fill();
  const engine = await runtime();
  const ours = listModels(await files.read(), await catalog());
  const theirs = await engine.getAvailable();
  const short = (id: string, window: number | undefined, cost: number | undefined) => `${id} ${window} ${cost ?? 0}`;
  expect(ours.map(one => short(one.id, one.contextWindow ?? 128_000, one.inputCost)).sort()).toEqual(
    theirs.map(one => short(`${one.provider}/${one.id}`, one.contextWindow, one.cost.input)).sort(),
  );
});

test('of each company the APIs are named that its models are really asked by, whatever its variant is labelled', async () => {
  await files.auth.update(now => ({
    ...now,
    'github-copilot': { type: 'oauth', access: 'a', refresh: 'r', expires: 4_000_000_000_000 },
    openai: { type: 'api_key', key: 'sk-openai-1234567' },
  }));
  const engine = await runtime();
  const ours = listProviders(await files.read(), await catalog(), 'en').map(({ id, api, apis }) => ({ id, api, apis }));
  const theirs = (id: string) => [...new Set(engine.getModels(id).map(({ api }) => String(api)))].toSorted();
  expect(ours).toEqual(['github-copilot', 'openai'].map(id => ({ id, api: undefined, apis: theirs(id) })));
  expect(theirs('github-copilot')).toEqual(['anthropic-messages', 'openai-completions', 'openai-responses']);
});

test('the engine’s real program accepts the directory and lists our models', async () => {
  await fill();
  const models = await agent('--list-models');
  expect(models).toContain('claude-haiku-4-5-20251001');
  expect(models).toMatch(/mine\s+a\s/);
  expect(models).toMatch(/ollama\s+llama3:8b\s/);
});

test('a models.json with comments and trailing commas is read as the engine reads it, and is kept as it was when it is changed', async () => {
  await fill();
  const path = join(directory, 'models.json');
  const edited = readFileSync(path, 'utf8')
    .replace('{', '{ // mine\n')
    .replace(/\}\s*$/, ',}');
  writeFileSync(path, edited);
  const engine = await runtime();
  const read = listProviders(await files.read(), await catalog(), 'en').map(({ id }) => id);
  await files.models.update(now => ({ ...now, changed: true }));
  const kept = readdirSync(directory).filter(name => name.startsWith('models.json.kept-'));
  expect({
    error: engine.getError(),
    mine: engine.getModel('mine', 'a')?.id,
    read,
    kept: kept.map(name => readFileSync(join(directory, name), 'utf8')),
  }).toEqual({
    error: undefined,
    mine: 'a',
    read: expect.arrayContaining(['mine', 'ollama']),
    kept: [edited],
  });
});

test('the default model is the one that the engine itself reads', async () => {
  await fill();
  await files.settings.update(now => withDefault(now, 'groq/openai/gpt-oss-120b'));
  const settings = SettingsManager.create(folder.path, directory, { projectTrusted: false });
  const ours = defaultsIn((await files.read()).settings);
  expect([settings.getDefaultProvider(), settings.getDefaultModel(), ours]).toEqual([
    'groq',
    'openai/gpt-oss-120b',
    ['groq/openai/gpt-oss-120b'],
  ]);
});

test('the engine’s package list runs on the directory', async () => {
  expect(await agent('list')).toContain('No packages');
});

test('Atelier reads what the engine writes, and the engine keeps what Atelier wrote', async () => {
  await fill();
  const engine = await runtime();
  await engine.login('groq', 'api_key', {
    signal: new AbortController().signal,
    notify: () => undefined,
    prompt: async () => 'gsk-by-engine-1',
  });
  const settings = SettingsManager.create(folder.path, directory, { projectTrusted: false });
  settings.setDefaultModelAndProvider('groq', 'openai/gpt-oss-120b');
  settings.setEnabledModels(['groq/openai/gpt-oss-120b']);
  await settings.flush();
  await files.normalise();
  const read = await files.read();
  const models = listModels(read, await catalog());

  expect({
    providers: listProviders(read, await catalog(), 'en').map(({ id, access, problem }) => [id, access, problem]),
    chosen: models.filter(({ isDefault, starred }) => isDefault || starred).map(({ id, isDefault, starred }) => [id, isDefault, starred]),
  }).toEqual({
    providers: [
      ['openai', 'key', undefined],
      ['ollama', 'keyless', undefined],
      ['mine', 'key', undefined],
      ['anthropic', 'key', undefined],
      ['groq', 'key', undefined],
    ],
    chosen: [['groq/openai/gpt-oss-120b', true, true]],
  });
});

test.each([
  ['an empty key', { apiKey: '' }],
  ['a name that is null', { name: null }],
  ['no tokens', { models: [{ id: 'a', maxTokens: 0 }, { id: 'b' }] }],
  ['tokens in quotes', { models: [{ id: 'a', maxTokens: '10' }, { id: 'b' }] }],
  ['a model without id', { models: [{ name: 'x' }, { id: 'b' }] }],
  ['headers that are numbers', { headers: { a: 1 } }],
  ['no object at all', 'text'],
])('%s in one provider, written by hand, costs the others nothing, is kept aside and told', async (_name, bad) => {
  await fill();
  const config = JSON.parse(readFileSync(join(directory, 'models.json'), 'utf8')) as { providers: Record<string, unknown> };
  const entry = typeof bad === 'string' ? bad : { baseUrl: 'https://x.example', api: 'openai-completions', models: [{ id: 'b' }], ...bad };
  config.providers.bad = entry;
  writeFileSync(join(directory, 'models.json'), JSON.stringify(config));
  await files.normalise();

  const engine = await runtime();
  const models = await files.models.read();
  const problem = listProviders(await files.read(), await catalog(), 'en').find(({ id }) => id === 'bad')?.problem?.code;
  expect({ error: engine.getError(), mine: engine.getModel('mine', 'a')?.id, aside: models?.['atelier:setAside'], problem }).toEqual({
    error: undefined,
    mine: 'a',
    aside: { bad: entry },
    problem: 'providers/entry-invalid',
  });
});

const providerFields = [
  'name',
  'baseUrl',
  'apiKey',
  'api',
  'oauth',
  'headers',
  'compat',
  'authHeader',
  'models',
  'modelOverrides',
  'unknown',
];
const modelFields = [
  ...['id', 'name', 'api', 'baseUrl', 'reasoning', 'thinkingLevelMap', 'input', 'inputLimits', 'cost', 'promptCache', 'contextWindow'],
  ...['maxTokens', 'samplingParams', 'headers', 'compat'],
];

test('whatever fields a provider has, what passes our check passes the engine’s', async () => {
  const odd = fc.constantFrom<unknown>(null, '', 0, -1, 2.5, '10', true, 'text', ['text', 'image'], {}, { a: 1 }, { a: 'b' }, []);
  const fields = (names: readonly string[], most: number) =>
    fc.array(fc.tuple(fc.constantFrom(...names), odd), { maxLength: most }).map(pairs => Object.fromEntries(pairs));
  const model = fields(modelFields, 2).map(one => ({ id: 'a', ...one }));
  const provider = fc
    .tuple(fields(providerFields, 2), fc.option(fc.array(model, { maxLength: 2 }), { nil: undefined }))
    .map(([one, models]) => ({ ...one, ...(models && { models }) }));
  const verdicts = { fine: 0, faulty: 0 };
  await fc.assert(
    fc.asyncProperty(provider, async entry => {
      const config = { providers: { p: JSON.parse(JSON.stringify(entry)) as unknown } };
      const fine = modelsShape(config).length === 0;
      verdicts[fine ? 'fine' : 'faulty'] += 1;
      writeFileSync(folder.file('models.json'), JSON.stringify(config));
      const engine = await ModelRuntime.create({
        modelsPath: folder.file('models.json'),
        authPath: folder.file('auth.json'),
        refreshOnCreate: false,
      });
      return !fine || !/Invalid models.json schema/.test(engine.getError() ?? '');
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(Math.min(verdicts.fine, verdicts.faulty)).toBeGreaterThan(30);
});

test('while the engine and Atelier write keys at the same time, none is lost or incomplete', async () => {
  const engine = await runtime();
  const interaction = (key: string) => ({ signal: new AbortController().signal, notify: () => undefined, prompt: async () => key });
  const theirs = ['groq', 'deepseek', 'together', 'xai', 'google', 'cerebras'];
  await Promise.all([
    ...theirs.map(id => engine.login(id, 'api_key', interaction(`key-of-${id}`))),
    ...Array.from({ length: 20 }, (_, at) => files.auth.update(now => ({ ...now, [`own-${at}`]: { type: 'api_key', key: 'k' } }))),
  ]);
  const auth = (await files.auth.read()) ?? {};
  expect(Object.keys(auth).sort()).toEqual([...theirs, ...Array.from({ length: 20 }, (_, at) => `own-${at}`)].sort());
});
