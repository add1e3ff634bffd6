import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import type { AppError } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import { describedBy, openToTools, pathIn, type RowName, walkProfile } from '@atelier/schemas/profile/paths.mjs';
import { SettingsChannel } from '@atelier/settings/contract';
import { expect, test } from 'vitest';
import { openTestBrowserHost } from '../kernel/host/browser-host.fixture.ts';
import { becomeInstance } from '../kernel/host/instance.ts';
import { profileFiles } from '../kernel/main/first-start/copied-files.ts';
import { profilePath } from '../kernel/main/profile-paths.ts';
import { sqliteLock } from '../kernel/main/storage/instance-lock.ts';
import { openDatabase } from '../kernel/main/storage/storage.ts';
import { keptLog } from '../kernel/testing/kept-log.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { isForbidden } from '../plugins/agent/engine/containment.ts';
import { demoReady, listen } from '../plugins/agent/main/demo.fixture.ts';
import { migrations } from '../plugins/conversations/main/migrations/index.ts';
import { DesktopState } from '../shell/electron/desktop-state.ts';
import { profileKey } from '../shell/electron/secrets.ts';
import { profilePlaces } from './support/profile-places.ts';
import { type TinyRegistry, tinyRegistry } from './support/tiny-registry.ts';

const rows = Object.entries(layout) as [RowName, Row][];

test('each file stands in one row: no two rows describe the same path, and what is beside a file is its own row’s', () => {
  const wrong = profilePlaces.filter(
    ({ name, path }) =>
      describedBy(path)
        .map(one => one.name)
        .join() !== name,
  );
  expect({ some: profilePlaces.length > 100, wrong: wrong.map(({ name, path }) => [name, path, describedBy(path)]) }).toEqual({
    some: true,
    wrong: [],
  });
});

test('a path that leads elsewhere, or into what is no folder, is described by no row, and an update of any version by one', () => {
  const none = [
    'data/foo/../../key',
    '/key',
    './key',
    'key/',
    'data//x',
    'data/foo/.',
    'key.abc/x/y',
    'secrets.json.lock/a/b',
    '..',
    'data/..',
  ];
  const before = ['1.0.0-beta.partial', '1.0.0-a.ready', '1.0.0.ready.partial', '1.0.0-a.ready.partial'].map(
    name => `backups/before-${name}/x`,
  );
  expect({
    none: none.filter(path => describedBy(path).length > 0),
    before: before.map(path => describedBy(path).map(({ name }) => name)),
    lock: describedBy('secrets.json.lock/owner').map(({ name, part }) => [name, part]),
  }).toEqual({ none: [], before: before.map(() => ['beforeUpdatePartial']), lock: [['secrets', 'temporary']] });
});

test('nothing is handed to anybody but a bundled package, and nothing with secrets to one that has no need of them', () => {
  const handed = rows.flatMap(([name, { handedTo = [] }]) => handedTo.map(id => [name, id] as const));
  expect({
    foreign: handed.filter(([, id]) => !id.startsWith('@atelier/')),
    secret: handed.filter(([name]) => (layout[name] as Row).secret === true),
  }).toEqual({
    foreign: [],
    // A report leaves out every key that stands in these.
    secret: [
      ['auth', '@atelier/diagnostics'],
      ['models', '@atelier/diagnostics'],
    ],
  });
});

const notes = {
  manifest: {
    name: '@acme/notes',
    version: '1.0.0',
    type: 'module',
    keywords: ['atelier-extension'],
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js', contributes: { commands: [{ id: 'notes.keep', title: 'Keep' }] } },
  },
  files: {
    'main.js': `import { writeFileSync } from 'node:fs';
      export default { activate(ctx) {
        const db = ctx.database([{ id: 10, name: 'make', up: db => db.exec('CREATE TABLE notes (text TEXT) STRICT') }]);
        ctx.handle('notes.keep', async () => {
          db.prepare('INSERT INTO notes (text) VALUES (?)').run('one');
          writeFileSync(ctx.paths.data + '/note.txt', 'one');
          const refused = name => { try { return ctx.paths.profile(name); } catch (error) { return error.code; } };
          return [['agentDirectory', 'profile', 'auth', 'nothing', 'constructor'].map(refused), ctx.paths.openToTools()];
        });
      } };`,
  },
};

/** A conversation with the demo, which runs tools, an extension from a registry, a setting, a secret, keys, an import. */
async function filledByTheApp(kernel: TestKernel, registry: TinyRegistry): Promise<unknown> {
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'tour');
  await agent.call('prompt', { conversation: 'tour', text: 'tour' });
  await heard.ended();
  await agent.call('runAgentExec', { args: ['--version'] });
  await kernel.client(ConversationsChannel).call('saveDraft', { of: 'global', text: 'Later' });
  const settings = kernel.client(SettingsChannel);
  await settings.call('saveKeys', [{ command: 'workbench.search', keys: ['Mod+Shift+Y'] }]);
  const extensions = kernel.client(ExtensionsChannel);
  await extensions.call('removeRegistry', { id: 'npm' });
  await extensions.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  const offer = await extensions.call('offer', { id: '@acme/notes' });
  await extensions.call('install', { ticket: offer.ticket, rights: offer.asks });
  await kernel.secrets.write('@acme/notes', 'token', 'kept');
  return await kernel.run('notes.keep');
}

/** What only a real host and shell write: keys, the port, the lock of the instance, the window's state. */
async function filledByTheShell(root: string, userData: string): Promise<readonly string[]> {
  const { host } = await openTestBrowserHost({ root });
  const instance = await becomeInstance({ userData, argv: [], acquireLock: sqliteLock, onHandOver: () => undefined });
  new DesktopState(userData).set({ maximized: true });
  const store = {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text: string) => Buffer.from(text),
    decryptString: (bytes: Buffer) => bytes.toString(),
  };
  profileKey(store as Parameters<typeof profileKey>[0], userData, 'linux');
  const during = (await walkProfile(userData)).undescribed.map(({ path }) => path);
  await instance?.release();
  await host.close();
  return during;
}

test('a profile that the app has filled holds nothing that no row describes, and what nobody knows is found and left alone', async () => {
  await using registry = await tinyRegistry();
  registry.publish(notes);
  const plugins = ['workbench', 'conversations', 'demo', 'exchange', 'extensions', 'file-changes', 'settings', 'updates', 'diagnostics'];
  const start = (version: string, profile?: string) =>
    testKernel({
      plugins: plugins.map(name => `@atelier/${name}`),
      program: { version, installed: 'source' },
      ...(profile !== undefined && { profile }),
    });
  const first = await start('1.0.0');
  const { userData } = first.host.paths;
  const given = await filledByTheApp(first, registry).finally(() => first.close());
  const during = await filledByTheShell(first.profile, userData);
  await backedUp(userData);
  // A crash that cost a database and a file, and an update of the program.
  writeFileSync(pathIn(userData, 'database', { slug: 'atelier--settings' }), 'no database any more');
  writeFileSync(pathIn(userData, 'choices'), '{"half');
  await using kernel = await start('2.0.0', first.profile);
  const settings = kernel.client(SettingsChannel);
  await settings.call('readSettings', {});
  const { files, undescribed } = await walkProfile(userData);
  const met = new Set<string>(files.map(({ row }) => row));

  const planted = ['memory.index', 'data/atelier--settings.cache', 'data/atelier--agent/left.bin', '.agent/agent/next.json'];
  for (const path of planted) {
    mkdirSync(join(userData, path, '..'), { recursive: true });
    writeFileSync(join(userData, path), 'of a newer layout');
  }
  const found = (await walkProfile(userData)).undescribed;
  const shown = (await settings.call('places', {})).undescribed;
  await settings.call('readSettings', {});
  expect([...during, ...undescribed], 'each file of a profile needs a row in schemas/profile/layout.mjs').toEqual([]);
  expect({
    given,
    notMet: [
      ...[
        'key',
        'keyOfSystem',
        'port',
        'desktop',
        'choices',
        'secrets',
        'manifests',
        'version',
        'log',
        'database',
        'backup',
        'instanceLock',
      ],
      ...['beforeUpdate', 'extensions', 'thirdParty', 'auth', 'models', 'agentSettings', 'sessions', 'agentPrograms', 'workspace'],
    ].filter(name => !met.has(name)),
    found: found.map(({ path, why }) => [path, why]).toSorted(),
    shown: shown.map(({ path }) => path).toSorted(),
    closed: planted.filter(path => !isClosed(userData, path)),
    left: planted.filter(path => !existsSync(join(userData, path))),
  }).toEqual({
    given: [Array.from({ length: 5 }, () => 'extension/profile-closed'), []],
    notMet: [],
    found: planted.map(path => [path, 'unknown']).toSorted(),
    shown: planted.toSorted(),
    closed: [],
    left: [],
  });
}, 240_000);

/** The daily backup of one database, which otherwise waits for an hour to pass. */
async function backedUp(userData: string): Promise<void> {
  const file = pathIn(userData, 'database', { slug: 'atelier--conversations' });
  const { backups, log } = { backups: pathIn(userData, 'backups'), log: keptLog() };
  const database = openDatabase(file, migrations, { owner: '@atelier/conversations', backups, log });
  await database.backUp();
  database.close();
}

test('a link in place of a folder of the profile is described, followed by nobody, and its path is handed to nobody', async () => {
  using folder = tempFolder();
  const root = folder.file('profile');
  const userData = join(root, 'user-data');
  const elsewhere = folder.file('elsewhere');
  for (const path of [join(userData, '.agent'), join(elsewhere, 'sessions'), join(userData, 'workspace')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(elsewhere, 'sessions', 'private.txt'), 'of somebody else');
  writeFileSync(join(elsewhere, 'auth.json'), '{}');
  symlinkSync(elsewhere, join(userData, '.agent', 'agent'));
  symlinkSync(elsewhere, join(userData, 'unheard-of'));
  writeFileSync(join(userData, 'backups'), 'a file in place of a folder');
  const { files, undescribed } = await walkProfile(userData);
  const asking = { id: '@atelier/agent', bundled: true };
  const refused = (name: string) => {
    try {
      return profilePath(userData, asking, name);
    } catch (error) {
      const { code, message } = error as AppError;
      return [
        code,
        message.includes('@atelier/agent') && message.includes(join('.agent', 'agent')) && /Put the folder itself back/.test(message),
      ];
    }
  };
  expect({
    files: files.map(({ path }) => path),
    undescribed: undescribed.map(({ path, why }) => [path, why]).toSorted(),
    copied: profileFiles(userData),
    refused: refused('agentDirectory'),
    workspace: refused('workspace'),
    left: readdirSync(join(elsewhere, 'sessions')),
  }).toEqual({
    files: [],
    undescribed: [
      ['.agent/agent', 'link'],
      ['backups', 'kind'],
      ['unheard-of', 'unknown'],
    ],
    copied: [],
    refused: ['extension/profile-link', true],
    workspace: pathIn(userData, 'workspace'),
    left: ['private.txt'],
  });
});

/** Whether the file tools refuse a path of the profile. */
function isClosed(profile: string, path: string): boolean {
  return isForbidden(join(realpathSync(profile), path), { forbidden: [profile], opened: openToTools(profile) });
}

test('tools reach nothing of the profile but where conversations work', () => {
  using folder = tempFolder();
  const userData = folder.path;
  mkdirSync(join(userData, '.agent', 'agent', 'worktrees', 'one'), { recursive: true });
  mkdirSync(join(userData, '.agent', 'agent', 'next'), { recursive: true });
  mkdirSync(join(userData, 'extensions.json.lock'));
  writeFileSync(join(userData, 'secrets.json.corrupt-20260102T030405006Z'), '');
  const names = ['key', 'key.os', 'instance.lock', 'instance.sock', 'port', 'version.json', 'rehearsal', 'desktop.json', 'extensions.json'];
  const inAgent = ['auth.json', 'models.json', 'settings.json', 'models-store.json', 'sessions', 'skills', 'bin', 'AGENTS.md', 'next'];
  const wanted = [
    ...[
      ...names,
      'secrets.json',
      'secrets.json.bak',
      'secrets.json.corrupt-20260102T030405006Z',
      'data',
      'backups',
      'logs',
      'window',
      'cache',
    ],
    ...inAgent.map(name => `.agent/agent/${name}`),
  ];
  expect({
    missing: [...wanted, 'extensions.json.lock', '.secrets.json.new-1-a', 'never-heard-of/x', '', '.agent'].filter(
      path => !isClosed(userData, path),
    ),
    open: ['workspace/global', '.agent/agent/worktrees/one', 'workspace/global/a/b'].filter(path => isClosed(userData, path)),
  }).toEqual({ missing: [], open: [] });
});
