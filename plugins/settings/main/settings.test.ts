import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KernelChannel, Person } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { ownId, Settings, SettingsChannel, settingChanged } from '../contract/index.ts';

const notes = '@acme/notes';
const form = [
  { id: 'folder', title: 'Folder', kind: 'string', default: 'notes', maxLength: 20 },
  { id: 'most', title: 'Most', kind: 'number', default: 5, minimum: 1, maximum: 9, whole: true },
  { id: 'loud', title: 'Loud', kind: 'boolean' },
  {
    id: 'style',
    title: 'Style',
    kind: 'choice',
    choices: [
      { value: 'a', title: 'A' },
      { value: 'b', title: 'B' },
    ],
  },
  { id: 'token', title: 'Token', kind: 'secret' },
];
const withForm = (activate: Parameters<typeof extension>[1] = () => undefined) =>
  extension(notes, activate, {
    requires: { [ownId]: '^0.1.0' },
    rights: { secrets: ['token'] },
    taps: ['@atelier/settings:changed@1'],
    contributes: { '@atelier/settings:sections@1': [{ id: 'notes', title: 'Notes', form }] },
  } as never);
const at = (id: string) => ({ from: notes, section: 'notes', id });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'kept',
    (error: { code: string }) => error.code,
  );

test('an extension reads the values of its form with defaults, and is notified of each change', async () => {
  const told: string[] = [];
  const read: unknown[] = [];
  await using kernel = await testKernel({
    plugins: [ownId],
    extensions: [
      withForm(ctx => {
        ctx.tap(settingChanged, async ({ extension: whose, section, id }) => {
          told.push(`${whose} ${section} ${id}`);
          read.push(await ctx.get(Settings).read(notes, 'notes'));
        });
      }),
    ],
  });
  const settings = kernel.client(SettingsChannel);

  await settings.call('saveSetting', { ...at('most'), value: 7 });
  await settings.call('saveSetting', { ...at('style'), value: 'b' });
  await settings.call('saveSetting', at('most'));

  const defaults = { folder: 'notes', most: 5, loud: false, style: 'a' };
  expect({ told, read, kept: await settings.call('readSettings', {}) }).toEqual({
    told: ['most', 'style', 'most'].map(id => `${notes} notes ${id}`),
    read: [
      { ...defaults, most: 7 },
      { ...defaults, most: 7, style: 'b' },
      { ...defaults, style: 'b' },
    ],
    kept: [{ ...at('style'), value: 'b' }],
  });
});

test('an invalid value is refused, and the previous value stays in effect', async () => {
  await using kernel = await testKernel({ plugins: [ownId], extensions: [withForm()] });
  const settings = kernel.client(SettingsChannel);
  await settings.call('saveSetting', { ...at('most'), value: 3 });

  const tried = [
    { ...at('most'), value: 10 },
    { ...at('most'), value: 2.5 },
    { ...at('most'), value: '3' },
    { ...at('folder'), value: 'x'.repeat(21) },
    { ...at('folder'), value: 'two\nlines' },
    { ...at('style'), value: 'c' },
    { ...at('token'), value: 'not here' },
    { ...at('nothing'), value: true },
    { from: '@acme/other', section: 'notes', id: 'most', value: 4 },
  ];
  const outcomes = [];
  for (const one of tried) outcomes.push(await refusal(settings.call('saveSetting', one)));

  expect({ outcomes, kept: await settings.call('readSettings', {}) }).toEqual({
    outcomes: [...Array(6).fill('settings/not-kept'), ...Array(3).fill('settings/unknown')],
    kept: [{ ...at('most'), value: 3 }],
  });
});

test('an invalid value that was written into the database by hand is reported, replaced by the default, and stays stored until it is changed', async () => {
  await using kernel = await testKernel({ plugins: [ownId], extensions: [withForm()] });
  const settings = kernel.client(SettingsChannel);
  await settings.call('saveSetting', { ...at('loud'), value: true });
  const { default: Sqlite } = await import('better-sqlite3');
  const file = new Sqlite(join(kernel.host.paths.userData, 'data', 'atelier--settings.sqlite'));
  const insert = file.prepare("INSERT OR REPLACE INTO settings VALUES ('@acme/notes', 'notes', ?, ?, 0)");
  insert.run('most', '999');
  insert.run('style', '{"no": ');
  insert.run('gone', '1');

  const before = await settings.call('readSettings', {});
  await settings.call('saveSetting', { ...at('most'), value: 2 });
  const after = await settings.call('readSettings', {});
  const rows = file.prepare('SELECT id, value FROM settings ORDER BY id').all();
  file.close();

  expect({ before, after, rows }).toEqual({
    before: [
      { ...at('loud'), value: true },
      { ...at('most'), unfit: '999' },
      { ...at('style'), unfit: '{"no": ' },
    ],
    after: [
      { ...at('loud'), value: true },
      { ...at('most'), value: 2 },
      { ...at('style'), unfit: '{"no": ' },
    ],
    rows: [
      { id: 'gone', value: '1' },
      { id: 'loud', value: 'true' },
      { id: 'most', value: '2' },
      { id: 'style', value: '{"no": ' },
    ],
  });
});

test('of two windows that edit the same text, the second one is refused', async () => {
  await using kernel = await testKernel({ plugins: [ownId], extensions: [withForm()] });
  const settings = kernel.client(SettingsChannel);
  await settings.call('saveSetting', { ...at('folder'), value: 'theirs', was: 'notes' });

  const mine = await refusal(settings.call('saveSetting', { ...at('folder'), value: 'mine', was: 'notes' }));
  const there = await settings.call('readSettings', {});
  const insisted = await refusal(settings.call('saveSetting', { ...at('folder'), value: 'mine', was: 'theirs' }));

  expect({ mine, there, insisted }).toEqual({
    mine: 'settings/changed-meanwhile',
    there: [{ ...at('folder'), value: 'theirs' }],
    insisted: 'kept',
  });
});

test('a secret is stored for its extension only, only its existence is reported, and one with a line break is refused', async () => {
  await using kernel = await testKernel({ plugins: [ownId], extensions: [withForm()] });
  const settings = kernel.client(SettingsChannel);

  const broken = await refusal(settings.call('saveSecret', { ...at('token'), text: 'sk-1\n' }));
  const noSecret = await refusal(settings.call('saveSecret', { ...at('folder'), text: 'sk-1' }));
  await settings.call('saveSecret', { ...at('token'), text: 'sk-canary' });
  const kept = await settings.call('readSettings', {});
  const read = await kernel.secrets.read(notes, 'token');
  await settings.call('saveSecret', at('token'));

  expect({ broken, noSecret, kept, read, gone: await settings.call('readSettings', {}) }).toEqual({
    broken: 'settings/secret-unfit',
    noSecret: 'settings/unknown',
    kept: [{ ...at('token'), isSecret: true }],
    read: 'sk-canary',
    gone: [],
  });
});

test('the language is stored in the database, and main sides, windows and the next start use it', async () => {
  const heard: unknown[] = [];
  let now: () => Promise<string> = async () => '';
  const listener = extension('@acme/listener', ctx => {
    now = () => ctx.get(Person).language();
  });
  const kernel = await testKernel({ plugins: [ownId], extensions: [listener], locale: 'fr' });
  await kernel.wake('@acme/listener');
  kernel.client(KernelChannel).on('languageChanged', event => heard.push(event));
  const settings = kernel.client(SettingsChannel);
  const before = await now();
  await settings.call('saveSetting', { from: ownId, section: 'language', id: 'locale', value: 'en' });
  const chosen = {
    main: await now(),
    kernel: kernel.language(),
    hello: await kernel.client(KernelChannel).call('hello', { locale: 'fr' }),
  };
  await kernel.close();

  await using again = await testKernel({ plugins: [ownId], profile: kernel.profile, locale: 'fr' });
  const restarted = { kernel: again.language(), kept: await again.client(SettingsChannel).call('readSettings', {}) };
  await again.client(SettingsChannel).call('saveSetting', { from: ownId, section: 'language', id: 'locale' });

  expect({ before, chosen, heard, restarted, reset: again.language() }).toEqual({
    before: 'fr',
    chosen: { main: 'en', kernel: 'en', hello: { version: expect.any(String), language: 'en' } },
    heard: [{ locale: 'en' }],
    restarted: { kernel: 'en', kept: [{ from: ownId, section: 'language', id: 'locale', value: 'en' }] },
    reset: 'fr',
  });
});

test('keys that the person chooses for a command replace those of its manifest, immediately and at the next start', async () => {
  const kernel = await testKernel({ plugins: [ownId, '@atelier/workbench'] });
  const settings = kernel.client(SettingsChannel);
  const keysOf = async (from: typeof kernel, command: string) => {
    const all = await from.client(KernelChannel).call('listContributions', { point: '@atelier/kernel:keybindings@1' });
    return (all as unknown as { value: { command: string; key: string } }[])
      .filter(one => one.value.command === command)
      .map(one => one.value.key);
  };
  const usual = await keysOf(kernel, 'workbench.search');
  await settings.call('saveKeys', [
    { command: 'workbench.search', keys: ['Mod+Shift+Y'] },
    { command: 'workbench.light', keys: ['Alt+L'] },
    { command: 'workbench.togglePanel', keys: [] },
  ]);
  const unknown = await refusal(settings.call('saveKeys', [{ command: 'nobody.does', keys: ['Mod+Y'] }]));
  const chosen = (await settings.call('readKeys', {})).filter(one => one.chosen !== undefined);
  await kernel.close();

  await using again = await testKernel({ plugins: [ownId, '@atelier/workbench'], profile: kernel.profile });
  const kept = await Promise.all(['workbench.search', 'workbench.light', 'workbench.togglePanel'].map(one => keysOf(again, one)));
  await again.client(SettingsChannel).call('saveKeys', [{ command: 'workbench.search' }]);

  expect({ usual, unknown, chosen, kept, reset: await keysOf(again, 'workbench.search') }).toEqual({
    usual: ['Mod+K', 'Mod+P'],
    unknown: 'settings/no-such-command',
    chosen: expect.arrayContaining([
      { command: 'workbench.search', usual: ['Mod+K', 'Mod+P'], chosen: ['Mod+Shift+Y'] },
      { command: 'workbench.light', usual: [], chosen: ['Alt+L'] },
      { command: 'workbench.togglePanel', usual: ['Mod+Alt+B'], chosen: [] },
    ]),
    kept: [['Mod+Shift+Y'], ['Alt+L'], []],
    reset: ['Mod+K', 'Mod+P'],
  });
});

test('disk usage is reported by owner, and folders are opened by the host', async () => {
  await using kernel = await testKernel({ plugins: [ownId] });
  const settings = kernel.client(SettingsChannel);
  const { profile, kinds, owners, sessions } = await settings.call('places', {});
  await settings.call('openPlace', { place: 'profile' });
  const missing = await refusal(settings.call('openPlace', { place: 'sessions' }));

  expect({
    profile: profile.bytes > 0,
    isAll: kinds.reduce((total, { bytes }) => total + bytes, 0) === profile.bytes,
    kinds: kinds.map(({ kind }) => kind),
    owners: owners.map(({ id }) => id),
    sessions: sessions.files,
    opened: kernel.host.opened,
    missing,
  }).toEqual({
    profile: true,
    isAll: true,
    kinds: expect.arrayContaining(['databases', 'logs', 'other']),
    owners: expect.arrayContaining([ownId]),
    sessions: 0,
    opened: [profile.folder],
    missing: 'host/no-folder',
  });
  // The first backup is made in the background, so its number is polled.
  const backups = join(kernel.host.paths.userData, 'backups');
  const kept = () => (existsSync(backups) ? readdirSync(backups) : []).filter(name => /settings.*\.sqlite$/.test(name)).length;
  const told = async () => (await settings.call('places', {})).owners.find(({ id }) => id === ownId)?.backups;
  await expect.poll(async () => (await told()) === kept()).toBe(true);
});

test('X2: a third-party extension reads its own settings, of others what is public and never a secret; what comes with the app reads all', async () => {
  const secret = { id: 'token', title: 'Token', kind: 'secret', public: true };
  const reads = `export default { activate(ctx) {
    ctx.handle('WORD.read', ({ of, section }) => ctx.get({ key: '${ownId}:Settings@1' }).read(of, section));
  } };`;
  const reader = (id: string, fields: readonly object[]) => {
    const word = id.split('/')[1] as string;
    return {
      id,
      installed: true,
      files: { 'main.js': reads.replace('WORD', word) },
      atelier: {
        requires: { [ownId]: '^0.1.0' },
        rights: { secrets: ['token'] },
        contributes: {
          commands: [{ id: `${word}.read`, title: 'Read', args: { type: 'object' } }],
          '@atelier/settings:sections@1': [{ id: word, title: word, form: fields }],
        },
      },
    } as never;
  };
  const open = { id: 'colour', title: 'Colour', kind: 'string', default: 'red', public: true };
  const closed = { id: 'folder', title: 'Folder', kind: 'string', default: 'private' };
  const all: unknown[] = [];
  await using kernel = await testKernel({
    plugins: [ownId],
    extensions: [
      reader('@acme/asking', [closed]),
      reader('@acme/open', [open, closed, secret]),
      reader('@acme/closed', [closed, secret]),
      extension('@test/ours', async ctx => void all.push(await ctx.get(Settings).read('@acme/closed', 'closed')), {
        requires: { [ownId]: '^0.1.0' },
        activation: 'startup',
      }),
    ],
  });
  await kernel.client(SettingsChannel).call('saveSecret', { from: '@acme/open', section: 'open', id: 'token', text: 'canary' });
  const read = (of: string, section: string) =>
    kernel.run('asking.read', { of, section }).catch((error: { code: string; message: string }) => [error.code, error.message]);

  expect({
    own: await read('@acme/asking', 'asking'),
    open: await read('@acme/open', 'open'),
    closed: await read('@acme/closed', 'closed'),
    language: await read(ownId, 'language'),
    behaviors: ((await read(ownId, 'behaviors')) as string[])[0],
    all,
  }).toEqual({
    own: { folder: 'private' },
    open: { colour: 'red' },
    closed: ['settings/not-public', expect.stringMatching(/^@acme\/asking may not read the settings of @acme\/closed: /)],
    language: { locale: 'fr' },
    behaviors: 'settings/not-public',
    all: [{ folder: 'private' }],
  });
});
