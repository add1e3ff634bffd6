import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openAgentFiles } from './agent-files.ts';
import { emptyCatalog } from './catalog.ts';
import { prepareDirectory } from './directory.ts';
import { listProviders } from './provider-list.ts';
import { removeProvider, saveProvider } from './save.ts';

let folder: TempFolder;
let directory: string;
let workspace: string;
beforeEach(() => {
  folder = tempFolder();
  directory = folder.file(join('userData', '.agent', 'agent'));
  workspace = folder.file(join('userData', 'workspace', 'global'));
});
afterEach(() => folder[Symbol.dispose]());

const prepare = () => prepareDirectory(openAgentFiles(directory, workspace));
const json = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
const write = (name: string, value: unknown): void => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), typeof value === 'string' ? value : JSON.stringify(value));
};
const rights = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('on a fresh profile every step creates its part, in order, and a second time nothing is left to do', async () => {
  const first = await prepare();
  const second = await prepare();

  const folders = ['', 'sessions', 'worktrees/atelier', 'bin', 'meta-harness'].map(name => rights(join(directory, name)));
  expect({
    first: first.map(({ step, done }) => `${step} ${done}`),
    second: second.map(({ done }) => done),
    folders: [...folders, rights(folder.file('userData/workspace/global'))],
    files: ['settings.json', 'models.json', 'auth.json'].map(name => ({ content: json(name), rights: rights(join(directory, name)) })),
  }).toEqual({
    first: [
      'directories created',
      'settings created',
      'models created',
      'auth created',
      'keySync kept',
      'codexAddress kept',
      'settingsLock kept',
      'workspace created',
    ],
    second: Array.from({ length: 8 }, () => 'kept'),
    folders: Array.from({ length: 6 }, () => '700'),
    files: [
      { content: { enabledModels: [], defaultProvider: null, defaultModel: null }, rights: '600' },
      { content: { providers: {} }, rights: '600' },
      { content: {}, rights: '600' },
    ],
  });
});

test('K1: a directory and files that others could read are tightened', async () => {
  await prepare();
  chmodSync(directory, 0o755);
  chmodSync(join(directory, 'auth.json'), 0o644);
  const [directories] = await prepare();
  expect({ directories, rights: [rights(directory), rights(join(directory, 'auth.json'))] }).toEqual({
    directories: { step: 'directories', done: 'changed' },
    rights: ['700', '600'],
  });
});

test('one bad file fails its own steps with a reason, and the others are done', async () => {
  write('models.json', '{"providers": {"mine": {"apiKey": "sk-canary-99');
  const steps = await prepare();

  expect({
    steps: steps.map(({ step, done }) => `${step} ${done}`),
    kept: readFileSync(join(directory, 'models.json'), 'utf8').endsWith('99'),
  }).toEqual({
    steps: [
      'directories created',
      'settings created',
      'models failed',
      'auth created',
      'keySync failed',
      'codexAddress failed',
      'settingsLock kept',
      'workspace created',
    ],
    kept: true,
  });
  expect(JSON.stringify(steps)).toContain('it ends too early');
  expect(JSON.stringify(steps)).not.toContain('canary');
});

test('a link in place of the directory is refused', async () => {
  mkdirSync(folder.file('elsewhere'));
  mkdirSync(dirname(directory), { recursive: true });
  symlinkSync(folder.file('elsewhere'), directory);
  const [directories] = await prepare();
  expect(directories).toMatchObject({ step: 'directories', done: 'failed', why: expect.stringContaining('is a link') });
});

test('locks that are older than five minutes or from the future are removed, folders and files; a young one stays', async () => {
  await prepare();
  const lock = (name: string, isFolder: boolean, ageMs: number): string => {
    const path = join(directory, `${name}.lock`);
    if (isFolder) mkdirSync(join(path, 'inside'), { recursive: true });
    else writeFileSync(path, '');
    const time = new Date(Date.now() - ageMs);
    utimesSync(path, time, time);
    return path;
  };
  const old = lock('settings.json', true, 301_000);
  const future = lock('models.json', false, -3_600_000);
  const young = lock('auth.json', true, 1_000);
  const steps = await prepareDirectory(openAgentFiles(directory, workspace, 100));
  expect({
    there: [old, future, young].map(existsSync),
    step: steps.find(({ step }) => step === 'settingsLock')?.done,
  }).toEqual({ there: [false, false, true], step: 'changed' });
});

test.each([
  ['https://api.openai.com/v1', 'https://chatgpt.com/backend-api'],
  ['https://chatgpt.com/v1', 'https://chatgpt.com/backend-api'],
  ['no address', 'https://chatgpt.com/backend-api'],
  ['https://chatgpt.com/backend-api/codex', 'https://chatgpt.com/backend-api/codex'],
  ['https://proxy.example.com/codex', 'https://proxy.example.com/codex'],
])('ChatGPT’s address %s becomes %s', async (before, after) => {
  write('models.json', { providers: { 'openai-codex': { baseUrl: before, headers: { a: 'b' } } }, mine: 1 });
  await prepare();
  expect(json('models.json')).toEqual({ providers: { 'openai-codex': { baseUrl: after, headers: { a: 'b' } } }, mine: 1 });
});

test('keys are brought together, models stay, and local providers lose keys left over', async () => {
  write('models.json', {
    providers: {
      old: {
        name: 'Old',
        baseUrl: 'https://a.example',
        api: 'openai-completions',
        apiKey: 'sk-in-models',
        models: [{ id: 'm', maxTokens: 5 }],
      },
      stored: { baseUrl: 'https://b.example', api: 'openai-completions', models: [{ id: 'n' }] },
      ollama: { baseUrl: 'http://localhost:11434/v1', api: 'openai-completions', apiKey: '!', models: [{ id: 'llama' }] },
      box: { baseUrl: 'http://localhost:8080/v1', api: 'openai-completions', models: [{ id: 'x' }] },
    },
  });
  write('auth.json', {
    stored: { type: 'api-key', key: 'sk-in-auth', note: 'mine' },
    ollama: { type: 'api_key', key: 'ollama' },
    box: { type: 'api_key', key: 'none' },
    codex: { type: 'oauth', access: 'a', refresh: 'r', expires: 1_900_000_000, accountId: 'x' },
    odd: { type: 'future', blob: 1 },
  });
  await prepare();
  const providers = (json('models.json') as { providers: Record<string, Record<string, unknown>> }).providers;
  expect({
    keys: Object.entries(providers).map(([id, { apiKey, models }]) => [id, apiKey, (models as unknown[]).length]),
    auth: json('auth.json'),
  }).toEqual({
    keys: [
      ['old', 'sk-in-models', 1],
      ['stored', 'sk-in-auth', 1],
      ['ollama', '!', 1],
      ['box', undefined, 1],
    ],
    auth: {
      stored: { type: 'api_key', key: 'sk-in-auth', note: 'mine' },
      codex: { type: 'oauth', access: 'a', refresh: 'r', expires: 1_900_000_000_000, accountId: 'x' },
      odd: { type: 'future', blob: 1 },
      old: { type: 'api_key', key: 'sk-in-models' },
    },
  });
});

test('K9: commands in place of keys and headers stay byte for byte, also when another provider is saved or removed', async () => {
  const commands = {
    models: {
      providers: {
        a: {
          baseUrl: 'https://a.example',
          api: 'openai-completions',
          apiKey: '!op read "op://Private/a/key"',
          headers: { x: '!id -u' },
          models: [{ id: 'm', headers: { y: '!security find-generic-password -w' } }],
          modelOverrides: { m: { headers: { z: '!pass a' } } },
        },
        b: { baseUrl: 'https://b.example', api: 'openai-completions', models: [{ id: 'm' }] },
        ollama: { baseUrl: 'http://localhost:11434/v1', apiKey: '!' },
      },
    },
    auth: { b: { type: 'api_key', key: '!op read "op://Private/b/key"', note: 'mine' }, c: { type: 'api_key', key: '!' } },
  };
  const written = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
  write('models.json', written(commands.models));
  write('auth.json', written(commands.auth));
  const files = openAgentFiles(directory, workspace);
  const bytes = () => ['models.json', 'auth.json'].map(name => readFileSync(join(directory, name), 'utf8'));
  await prepare();
  const prepared = bytes();
  await saveProvider(files, { id: 'own', baseUrl: 'https://own.example/v1', key: 'sk-own-1234567', models: [{ id: 'n' }] }, emptyCatalog);
  await files.normalise();
  const saved = { models: json('models.json'), auth: json('auth.json') };
  await removeProvider(files, 'own');
  const before = [written(commands.models), written(commands.auth)];
  expect({ prepared, saved, after: bytes() }).toEqual({
    prepared: before,
    saved: {
      models: { providers: { ...commands.models.providers, own: expect.objectContaining({ apiKey: 'sk-own-1234567' }) } },
      auth: { ...commands.auth, own: { type: 'api_key', key: 'sk-own-1234567' } },
    },
    after: before,
  });
});

test('K9: the list of providers says that a command is kept and not run', async () => {
  const api = 'openai-completions';
  const inModel = { models: [{ id: 'm', headers: { y: '!id' } }] };
  const given = {
    a: { apiKey: '!op read x' },
    b: { headers: { x: '!id' } },
    c: inModel,
    d: {},
    plain: { apiKey: 'sk-1' },
    none: { apiKey: '!' },
  };
  const providers = Object.fromEntries(
    Object.entries(given).map(([id, one]) => [id, { baseUrl: 'https://x.example', api, models: [], ...one }]),
  );
  const auth = { d: { type: 'api_key', key: '!op read y' } };
  const listed = listProviders({ settings: {}, models: { providers }, auth }, emptyCatalog, 'en');
  expect(listed.map(({ id, problem }) => [id, problem?.code])).toEqual([
    ...['a', 'b', 'c', 'd'].map(id => [id, 'providers/command-refused']),
    ['plain', undefined],
    ['none', undefined],
  ]);
});
