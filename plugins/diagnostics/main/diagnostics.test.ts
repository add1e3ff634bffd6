import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { About, ExtensionContext, Locale } from '@atelier/kernel';
import { extension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { DiagnosticsChannel } from '../contract/index.ts';
import { checkAll } from './checks/checks.ts';

const plugins = ['@atelier/diagnostics', '@atelier/agent'];

function agentFolder(kernel: TestKernel): string {
  const folder = join(kernel.host.paths.userData, '.agent', 'agent');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The home folder of another person. */
const otherHome = ['', 'home', 'marie'].join('/');

test('all checks run, a failed one says what to do, and a failed optional one is a warning', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(DiagnosticsChannel);
  const { userData } = kernel.host.paths;
  const before = await client.call('check', {});
  writeFileSync(join(userData, 'extensions.json'), '{"broken');
  writeFileSync(join(agentFolder(kernel), 'settings.json'), '{"nearly": ');
  writeFileSync(join(userData, 'data', 'later.sqlite'), '');
  utimesSync(join(userData, 'data', 'later.sqlite'), Date.now() / 1000 + 86_400, Date.now() / 1000 + 86_400);
  const after = await client.call('check', {});
  const states = (checks: typeof after, ...names: string[]) => names.map(name => checks.find(one => one.name === name)?.state);
  const changed = ['choices', 'settings.json', 'clock'];
  expect({
    names: before.map(({ name }) => name),
    before: states(before, ...changed, 'node', 'cli', 'profile', 'databases', 'npm'),
    after: states(after, ...changed),
    why: after.find(({ name }) => name === 'choices')?.why,
    quotes: JSON.stringify(after).includes('nearly'),
  }).toEqual({
    names: [
      ...['node', 'engine', 'cli', 'directory', 'settings.json', 'models.json', 'auth.json', 'git', 'disk', 'sandbox'],
      ...['profile', 'choices', 'databases', 'clock', 'npm', 'isolation', 'secrets'],
    ],
    before: Array.from({ length: 8 }, () => 'ok'),
    after: ['failed', 'failed', 'warn'],
    why: expect.stringMatching(/extensions\.json \(JSON\).*Close Atelier, correct the file/),
    quotes: false,
  });
});

test('versions and paths are reported, and the folder of a path is opened', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(DiagnosticsChannel);
  const { versions, places } = await client.call('look', {});
  await client.call('openPlace', { place: 'models' });
  await client.call('openPlace', { place: 'logs' });
  const { userData } = kernel.host.paths;
  expect({
    versions: versions.map(({ name }) => name),
    engine: versions.find(({ name }) => name === 'engine')?.value,
    places: places.map(({ name }) => name),
    opened: kernel.host.opened,
  }).toEqual({
    versions: ['app', 'kernel', 'host', 'node', 'sqlite', 'engine', 'system', 'toolSandbox', 'isolation', 'secrets'],
    engine: '0.87.1',
    places: ['binary', 'settings', 'models', 'sessions', 'profile', 'logs'],
    opened: [join(userData, '.agent', 'agent'), join(userData, 'logs')],
  });
});

test('without the agent the other checks run and the other paths are reported', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/diagnostics'] });
  const client = kernel.client(DiagnosticsChannel);
  const [checks, { places }] = [await client.call('check', {}), await client.call('look', {})];
  expect([checks.map(({ name }) => name), places.map(({ name }) => name)]).toEqual([
    ['profile', 'choices', 'databases', 'clock', 'npm', 'isolation', 'secrets'],
    ['profile', 'logs'],
  ]);
});

test('K2, K7: a report holds no secret, wherever one was planted, and names neither the person nor the machine', async () => {
  const planted = {
    inAuth: 'canary-oauth-access-9f8e7d',
    inModels: 'canary-models-key-1a2b3c',
    inHeader: 'canary-header-4d5e6f',
    inUrl: 'canary-url-password',
    inQuery: 'canary-query-7a8b9c',
    inSettings: 'canary-unknown-setting',
    inSecretStore: 'canary-store-0d1e2f',
    inLog: 'sk-canarylog1234567890abcd',
    inFields: 'canary-field-3a4b5c',
    inForm: 'canary-form-text',
  };
  let ctx: ExtensionContext | undefined;
  const writer = extension(
    '@test/writer',
    given => {
      ctx = given;
    },
    {
      activation: 'startup',
      requires: { '@atelier/settings': '^0.1.0' },
      rights: { secrets: ['token'] },
      contributes: {
        '@atelier/settings:sections@1': [
          {
            id: 'writer',
            title: 'Writer',
            form: [
              { id: 'note', title: 'Note', kind: 'string', default: planted.inForm },
              { id: 'on', title: 'On', kind: 'boolean', default: true },
            ],
          },
        ],
      },
    },
  );
  await using kernel = await testKernel({ plugins, extensions: [writer] });
  // The first start of the agent writes its files and would overwrite planted ones.
  await kernel.client(DiagnosticsChannel).call('check', {});
  const folder = agentFolder(kernel);
  const json = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 });
  json('auth.json', { company: { type: 'oauth', access: planted.inAuth, refresh: `${planted.inAuth}-r`, expires: 1 } });
  json('models.json', {
    providers: {
      own: {
        baseUrl: `https://me:${planted.inUrl}@models.example.org/v1?key=${planted.inQuery}`,
        api: 'openai-completions',
        apiKey: planted.inModels,
        headers: { 'x-team': planted.inHeader },
        models: [{ id: 'm' }],
      },
    },
  });
  json('settings.json', { enabledModels: ['own/m'], defaultModel: 'own/m', note: planted.inSettings });
  await kernel.secrets.write('@test/writer', 'token', planted.inSecretStore);
  // A careless extension logs every secret, a path, an e-mail address and the machine's name.
  ctx?.log.error(`failed with ${planted.inLog}, in ${otherHome}/secret-plan.txt of marie@example.org on ${hostname()}`);
  ctx?.log.warn('stored', {
    apiKey: planted.inFields,
    path: `${userInfo().homedir}/work`,
    quoted: `${planted.inAuth} ${planted.inModels}`,
  });
  ctx?.log.info(
    `from the files: ${planted.inAuth} ${JSON.stringify({ key: planted.inModels, header: planted.inHeader })} ${planted.inSecretStore}`,
  );

  const { name, text } = await kernel.client(DiagnosticsChannel).call('report', {});

  const report = JSON.parse(text) as { settings: { agent: object; forms: object }; log: string[]; extensions: { id: string }[] };
  expect({
    name: /^atelier-diagnostics-[\d-]+\.json$/.test(name),
    found: Object.entries(planted).filter(([, secret]) => text.includes(secret)),
    person: ['marie@', otherHome, `${userInfo().homedir}/work`].filter(word => text.includes(word)),
    machine: hostname().length >= 3 && text.includes(hostname()),
    agent: report.settings.agent,
    form: Object.entries(report.settings.forms).find(([id]) => id === '@test/writer writer')?.[1],
    line: report.log.find(line => line.includes('failed with'))?.replace(/^\S+ /, ''),
    isListed: report.extensions.some(({ id }) => id === '@test/writer'),
  }).toEqual({
    name: true,
    found: [],
    person: [],
    machine: false,
    agent: {
      settings: { enabledModels: ['own/m'], defaultModel: 'own/m' },
      providers: [{ id: 'own', api: 'openai-completions', host: 'models.example.org', models: 1, hasKey: true }],
    },
    form: { note: 'set', on: true },
    line: expect.stringMatching(/^error @test\/writer failed with \[redacted\], in ~\/secret-plan\.txt of \[e-mail\] on /),
    isListed: true,
  });
});

test('the log is read with its fields as text, truncated if they are long', async () => {
  const writer = extension('@test/writer', ctx => ctx.log.info('long', { words: 'x'.repeat(10_000) }), { activation: 'startup' });
  await using kernel = await testKernel({ plugins: ['@atelier/diagnostics'], extensions: [writer] });
  const { lines, sources } = await kernel.client(DiagnosticsChannel).call('readLog', { sources: ['@test/writer'] });
  expect([lines.map(({ text, detail }) => [text, detail?.length]), sources.includes('@test/writer')]).toEqual([[['long', 4001]], true]);
});

test('K10: a desktop without the system’s key store says so and what to do; one with it, and a host that never has one, do not', async () => {
  using folder = tempFolder();
  const stateFor = async (host: About['host'], secrets: About['secrets'], locale: Locale) => {
    const checks = await checkAll({
      inspection: { checkDatabases: async () => [] },
      paths: { profile: () => folder.path },
      about: { kernel: '1.0.0', sqlite: '3', host, isolation: 'sandbox', secrets, profile: folder.path },
      agent: async () => ({ checks: [] }),
      locale,
      now: Date.now(),
    });
    const { state, why } = checks.find(({ name }) => name === 'secrets') ?? {};
    return [state, why];
  };
  expect([
    await stateFor('electron', 'file', 'en'),
    await stateFor('electron', 'file', 'fr'),
    await stateFor('electron', 'os', 'en'),
    await stateFor('browser', 'file', 'en'),
  ]).toEqual([
    ['warn', expect.stringMatching(/key store is not available, so keys are kept in a file .* unlock it, then start Atelier again/)],
    ['warn', expect.stringMatching(/^Le trousseau du système n’est pas disponible/)],
    ['ok', undefined],
    ['ok', undefined],
  ]);
});
