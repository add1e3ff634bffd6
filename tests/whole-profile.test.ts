import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { KernelChannel } from '@atelier/kernel';
import { type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { SettingsChannel } from '@atelier/settings/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { openZip } from '../kernel/main/archive/zip-reader.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { openModelServer } from './e2e/model-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const plugins = ['@atelier/conversations', '@atelier/file-changes', '@atelier/settings'];
const program = { version: '1.2.0', installed: 'source' } as const;
const keys = { model: 'sk-model-6f1d20c7', header: 'hdr-9a77e2', signIn: 'oauth-access-51c8', secret: 'token-of-notes-0b3e' };
const stops: (() => Promise<void>)[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const notes: TestExtension = {
  id: '@acme/notes',
  installed: true,
  atelier: { main: './main.js', contributes: { commands: ['add', 'all'].map(name => ({ id: `notes.${name}`, title: name })) } },
  files: {
    'main.js': `import { writeFileSync } from 'node:fs';
      export default { activate(ctx) {
        const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT') }]);
        ctx.handle('notes.add', async text => {
          db.prepare('INSERT INTO notes VALUES (?)').run(text);
          writeFileSync(ctx.paths.data + '/last.txt', text);
        });
        ctx.handle('notes.all', async () => db.prepare('SELECT text FROM notes').all().map(row => row.text));
      } };`,
  },
};

async function started(profile: string, extensions: readonly TestExtension[] = []): Promise<TestKernel> {
  const kernel = await testKernel({ plugins, profile, program, extensions });
  stops.push(() => kernel.close());
  return kernel;
}

function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  folders.push(folder);
  return folder;
}

/** Keys where the app keeps them. */
function writeKeys(profile: string, baseUrl: string): void {
  const directory = join(profile, 'user-data', '.agent', 'agent');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const models = [{ id: 'm1', reasoning: false, input: ['text'], contextWindow: 100_000, maxTokens: 8192 }];
  const local = { baseUrl, api: 'openai-completions', apiKey: keys.model, headers: { 'X-Key': keys.header }, models };
  writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers: { local } }), { mode: 0o600 });
  const openai = { type: 'oauth', access: keys.signIn, refresh: keys.signIn, expires: 4_000_000_000_000 };
  writeFileSync(join(directory, 'auth.json'), JSON.stringify({ openai, local: { type: 'api_key', key: keys.model } }), { mode: 0o600 });
}

/** Conversations with their files, a draft, a rule, budgets, settings, an extension with data, and keys. */
async function used(server: Awaited<ReturnType<typeof openModelServer>>) {
  const profile = newProfile();
  writeKeys(profile, server.url);
  server.script({ tools: [{ name: 'write', arguments: { path: 'a.txt', content: 'written\n' } }] }, { text: 'Done.' }, { text: 'Second.' });
  const kernel = await started(profile, [notes]);
  const [agent, conversations] = [kernel.client(AgentChannel), kernel.client(ConversationsChannel)];
  const say = async (text: string): Promise<string> => {
    const ended = Promise.withResolvers<void>();
    const listening = agent.on('event', ({ kind }) => {
      if (kind === 'turnEnded' || kind === 'failed') ended.resolve();
    });
    const { conversation } = await conversations.call('send', { text, model: 'local/m1' });
    await ended.promise;
    listening.dispose();
    return conversation;
  };
  const first = await say('Write a file.');
  await say('Something else, with é and 漢字.');
  await conversations.call('rename', { conversation: first, title: 'The file' });
  await conversations.call('saveDraft', { of: 'global', text: 'Not sent yet' });
  await agent.call('saveRule', { id: 'r1', decision: 'deny', tool: 'bash', pattern: 'rm *', scope: 'always' });
  await agent.call('saveBudget', { id: 'b1', kind: 'conversation', tokens: 5000 });
  await kernel.setBudget('@atelier/agent', {
    ...{ cpuPercent: 50, memoryMegabytes: 300, eventsPerSecond: 100, networkMegabytesPerMinute: 5, storageMegabytes: 400 },
  });
  await kernel.run('settings.speak', { locale: 'en' });
  await kernel.client(SettingsChannel).call('saveKeys', [{ command: 'settings.open', keys: ['Mod+Shift+Y'] }]);
  await kernel.run('notes.add', 'one');
  await kernel.secrets.write('@acme/notes', 'token', keys.secret);
  return { profile, kernel };
}

/** What the services say of a profile. */
async function saidBy(kernel: TestKernel) {
  const [agent, conversations] = [kernel.client(AgentChannel), kernel.client(ConversationsChannel)];
  const { rows } = await conversations.call('list', { limit: 100 });
  const pages = await Promise.all(rows.map(async ({ id }) => await conversations.call('page', { conversation: id })));
  const { text } = await conversations.call('readDraft', { of: 'global' });
  const found = await conversations.call('search', { text: 'file' });
  const { providers } = JSON.parse(readFileSync(join(kernel.host.paths.userData, '.agent/agent/models.json'), 'utf8')) as {
    providers: Record<string, { models: unknown }>;
  };
  return {
    rows: rows.map(({ id, title }) => ({ id, title })),
    pages: pages.map(({ entries }) => entries),
    draft: text,
    hits: found.hits.length,
    rules: await agent.call('listRules', {}),
    budgets: await agent.call('listBudgets', {}),
    ofAgent: kernel.costs().find(({ id }) => id === '@atelier/agent')?.budget,
    language: kernel.language(),
    settings: await kernel.client(SettingsChannel).call('readSettings', {}),
    keys: (await kernel.client(SettingsChannel).call('readKeys', {})).find(({ command }) => command === 'settings.open')?.chosen,
    file: readFileSync(join(kernel.host.paths.userData, 'workspace/global/a.txt'), 'utf8'),
    models: providers.local?.models,
  };
}

const identityOf = (profile: string): string => JSON.parse(readFileSync(join(profile, 'user-data', 'identity.json'), 'utf8')).id;

test('D28: everything is the same in an empty profile on another machine, read through the services, and the first profile may be gone', async () => {
  await using server = await openModelServer();
  using target = tempFolder();
  const { profile, kernel } = await used(server);
  const before = await saidBy(kernel);
  const archive = await kernel.client(KernelChannel).call('exportProfile', { folder: target.path });
  const first = identityOf(profile);
  await kernel.close();
  rmSync(profile, { recursive: true });

  const other = newProfile();
  const empty = await started(other);
  const report = await empty.client(KernelChannel).call('importProfile', { file: archive.file });
  const waiting = await empty.client(KernelChannel).call('waitingImport', {});
  const untouched = (await empty.client(ConversationsChannel).call('list', {})).rows;
  await empty.close();
  const next = await started(other);
  const notices = next.notices().map(({ code }) => code);
  const after = await saidBy(next);
  const left = readdirSync(join(other, 'user-data')).filter(name => name.startsWith('incoming'));
  const kept = readdirSync(join(other, 'user-data', 'backups')).filter(name => name.startsWith('replaced-')).length;
  await next.close();
  // The extension itself is installed again, and finds its data.
  const withNotes = await started(other, [notes]);
  const ofNotes = await withNotes.run('notes.all');
  expect({
    archive: { keys: archive.keys, leftOut: archive.leftOut },
    report: { keys: report.keys, version: report.version, without: report.without },
    waiting: waiting.createdAt === report.createdAt,
    untouched,
    after,
    notices,
    left,
    kept,
    ofNotes,
    isAnother: identityOf(other) !== first,
  }).toEqual({
    archive: { keys: false, leftOut: 0 },
    report: { keys: 'none', version: '1.2.0', without: [{ id: '@acme/notes', version: '1.0.0' }] },
    waiting: true,
    untouched: [],
    after: before,
    notices: ['notice/profile-imported', 'notice/import-without'],
    left: [],
    kept: 1,
    ofNotes: ['one'],
    isAnother: true,
  });
  expect({
    pages: before.pages.map(({ length }) => length > 0),
    draft: before.draft,
    hits: before.hits > 0,
    rules: before.rules.length,
  }).toEqual({
    pages: [true, true],
    draft: 'Not sent yet',
    hits: true,
    rules: 1,
  });
});

/** Every byte of an archive, unpacked; of databases too. */
async function bytesOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openZip(file);
  const all = new Map<string, Buffer>();
  for (const name of zip.sizes.keys()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.open(name)) chunks.push(chunk as Buffer);
    all.set(name, Buffer.concat(chunks));
  }
  zip.close();
  return all;
}

test('K11: no key is in an archive unless the person says so, and then only encrypted with their passphrase', async () => {
  await using server = await openModelServer();
  using target = tempFolder();
  const { kernel } = await used(server);
  const channel = kernel.client(KernelChannel);
  const plain = await channel.call('exportProfile', { folder: target.path });
  const sealed = await channel.call('exportProfile', { folder: target.path, passphrase: 'correct horse battery' });
  const refused = await channel.call('exportProfile', { folder: target.path, passphrase: 'short' }).catch(error => error.code);
  const namingOf = async (file: string) =>
    [...(await bytesOf(file))].flatMap(([name, bytes]) =>
      Object.values(keys).flatMap(key => (bytes.includes(key) ? [`${name}: ${key}`] : [])),
    );
  const inPlain = await bytesOf(plain.file);
  expect({
    names: plain.file !== sealed.file,
    naming: [...(await namingOf(plain.file)), ...(await namingOf(sealed.file))],
    sealedIn: [inPlain.has('keys.json'), (await bytesOf(sealed.file)).has('keys.json')],
    models: JSON.parse(String(inPlain.get('profile/.agent/agent/models.json'))),
    secretFiles: [...inPlain.keys()].filter(name => /auth\.json|secrets\.json|\/key|window\//.test(name)),
    refused,
  }).toEqual({
    names: true,
    naming: [],
    sealedIn: [false, true],
    models: { providers: { local: { baseUrl: server.url, api: 'openai-completions', models: expect.any(Array) } } },
    secretFiles: [],
    refused: 'export/passphrase-short',
  });
});

test('D28: an archive is read without Atelier: any unzip, SQLite and text editor do, and README.txt names every folder and table', async context => {
  const able = existsSync('/usr/bin/unzip') || existsSync('/bin/unzip');
  context.skip(!able, 'unzip is not installed');
  await using server = await openModelServer();
  using target = tempFolder();
  const { kernel } = await used(server);
  const { file } = await kernel.client(KernelChannel).call('exportProfile', { folder: target.path });
  const out = join(target.path, 'out');
  execFileSync('unzip', ['-q', file, '-d', out]);
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(join(out, 'profile/data/atelier--settings.sqlite'), { readonly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  database.close();
  const readme = readFileSync(join(out, 'README.txt'), 'utf8');
  const lines = readFileSync(join(out, 'tables/atelier--settings.jsonl'), 'utf8').trim().split('\n');
  const sessions = readdirSync(join(out, 'profile/.agent/agent/sessions'), { recursive: true }).filter(name =>
    String(name).endsWith('.jsonl'),
  );
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  execFileSync('sha256sum', ['-c', '--quiet', 'manifest.sha256'], { cwd: out });
  expect({
    tables: tables.filter(name => !readme.includes(String(name))),
    folders: ['workspace/global/**', '.agent/agent/sessions/**', 'data/{slug}.sqlite'].filter(path => !readme.includes(path)),
    settings: lines.map(line => JSON.parse(line).table),
    sessions: sessions.length,
    extensions: manifest.extensions,
    plugins: manifest.plugins.length > 3,
  }).toEqual({
    tables: [],
    folders: [],
    settings: expect.arrayContaining(['settings']),
    sessions: 2,
    extensions: [{ id: '@acme/notes', version: '1.0.0' }],
    plugins: true,
  });
});
