import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import type { TestKernel } from '@atelier/kernel/testing';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { archiveOf, packed, type TinyRegistry, tinyRegistry } from '../../../tests/support/tiny-registry.ts';

const id = '@acme/notes';

/** A version of an extension whose command returns its version. */
function notes(version: string, atelier: object = {}, more: object = {}, main?: string) {
  const commands = [{ id: 'notes.version', title: 'Version' }];
  return {
    manifest: {
      name: id,
      version,
      type: 'module',
      keywords: ['atelier-extension', 'notes'],
      engines: { atelier: '^1.0.0' },
      atelier: { main: './main.js', contributes: { commands }, ...atelier },
      ...more,
    },
    files: {
      'main.js': main ?? `export default { activate(ctx) { ctx.handle('notes.version', async () => '${version}'); } };`,
      'README.md': '# Notes',
    },
  };
}

async function start(registry: TinyRegistry, profile?: string) {
  const kernel = await testKernel({ plugins: ['@atelier/extensions'], ...(profile !== undefined && { profile }) });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  return { kernel, client };
}

type Started = Awaited<ReturnType<typeof start>>;

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );
const inStore = ({ host }: TestKernel) => {
  try {
    return readdirSync(join(host.paths.installed, '.store')).map(name => name.replace(/-[0-9a-f]{8}$/, '').replace(/^(\.staging).*/, '$1'));
  } catch {
    return [];
  }
};

async function install({ client }: Started, version?: string) {
  const offer = await client.call('offer', { id, ...(version !== undefined && { version }) });
  await client.call('install', { ticket: offer.ticket, rights: offer.asks });
  return offer;
}

test('an extension is found, installed, used, updated, rolled back and removed, and every step is in its log', async () => {
  await using registry = await tinyRegistry();
  registry.publish(notes('1.0.0'));
  const started = await start(registry);
  await using kernel = started.kernel;
  const { client } = started;
  const { entries } = await client.call('search', { text: '' });
  await install(started);
  const first = await kernel.run('notes.version');
  registry.publish(notes('1.1.0'));
  const failures = await client.call('checkUpdates', {});
  const [waiting] = await client.call('listInstalled', {});
  const all = await client.call('updateAll', {});
  const second = await kernel.run('notes.version');
  const [updated] = await client.call('listInstalled', {});
  // Roll back to the stored version without a network.
  registry.misbehave = (_request, response) => void response.socket?.destroy() === undefined;
  await install(started, '1.0.0');
  const third = await kernel.run('notes.version');
  const [left] = await client.call('listInstalled', {});
  registry.misbehave = undefined;
  await client.call('remove', { id, data: 'delete' });
  const gone = await codeOf(kernel.run('notes.version'));
  const steps = (await client.call('log', { id: '@atelier/extensions' })).map(({ text }) => text).filter(text => text.startsWith(id));
  expect({
    entries,
    first,
    failures,
    waiting: waiting?.update,
    all,
    second,
    previous: updated?.previous,
    third,
    left: left?.update,
    gone,
    store: inStore(kernel),
  }).toEqual({
    entries: [
      {
        id,
        version: '1.0.0',
        registry: 'test',
        keywords: ['notes'],
        channel: false,
        publisher: 'acme-team',
        date: '2026-01-01T00:00:00.000Z',
      },
    ],
    first: '1.0.0',
    failures: [],
    waiting: { version: '1.1.0', asksMore: false, kept: false, rights: {} },
    all: { updated: [id], waiting: [], failed: [] },
    second: '1.1.0',
    previous: '1.0.0',
    third: '1.0.0',
    // After a rollback, the version that the person left is not offered again.
    left: { version: '1.1.0', asksMore: false, kept: true, rights: {} },
    gone: 'command/unknown',
    store: [],
  });
  expect(steps.slice(0, 7)).toEqual([
    `${id}: asking.`,
    `${id}: downloading.`,
    `${id}: checking.`,
    `${id}: unpacking.`,
    `${id}: starting.`,
    `${id} 1.0.0 is in place.`,
    `${id}: done.`,
  ]);
});

test('N7: an update that asks for more, itself or by a package inside it, waits for the person while the old one goes on', async () => {
  await using registry = await tinyRegistry();
  const receipts = (version: string, rights: object) => ({
    manifest: { name: 'receipts', version, atelier: { rights } },
  });
  registry.publish(receipts('1.0.0', {}));
  registry.publish(notes('1.0.0', { rights: { net: ['a.example'] } }, { dependencies: { receipts: '1.0.0' } }));
  const started = await start(registry);
  await using kernel = started.kernel;
  const { client } = started;
  await install(started);
  registry.publish(receipts('1.0.1', { net: ['b.example'] }));
  registry.publish({ manifest: { name: 'added', version: '1.0.0', scripts: { postinstall: 'exit 1' } } });
  registry.publish(
    notes('1.0.1', { rights: { net: ['a.example', 'c.example'] } }, { dependencies: { receipts: '1.0.1', added: '1.0.0' } }),
  );
  await client.call('checkUpdates', {});
  const all = await client.call('updateAll', {});
  const running = await kernel.run('notes.version');
  const offer = await client.call('offer', { id });
  await client.call('decline', { ticket: offer.ticket, keep: true });
  const [kept] = await client.call('listInstalled', {});
  const again = await client.call('offer', { id });
  await client.call('install', { ticket: again.ticket, rights: { net: ['a.example'] } });
  const after = await kernel.run('notes.version');
  const granted = kernel.statuses().find(one => one.id === id)?.granted.net;
  expect({ all, running, difference: offer.difference, asksMore: offer.asksMore, kept: kept?.update?.kept, after, granted }).toEqual({
    all: { updated: [], waiting: [id], failed: [] },
    running: '1.0.0',
    difference: {
      rights: { net: ['c.example'] },
      requires: [],
      packages: [{ name: 'added', version: '1.0.0' }],
      packageRights: [{ package: { name: 'receipts', version: '1.0.1', asks: { net: ['b.example'] } }, rights: { net: ['b.example'] } }],
      scripts: ['added'],
    },
    asksMore: true,
    kept: true,
    after: '1.0.1',
    granted: ['a.example'],
  });
});

test('N4: each package that comes along has a checksum in the extension’s own lock file, and one that does not match refuses all', async () => {
  await using registry = await tinyRegistry();
  registry.publish({ manifest: { name: 'left', version: '1.0.0' }, files: { 'index.js': 'export const left = 1;' } });
  registry.publish(
    notes(
      '1.0.0',
      {},
      { dependencies: { left: '^1.0.0' } },
      "import { left } from 'left';\nexport default { activate(ctx) { ctx.handle('notes.version', async () => left); } };",
    ),
  );
  const started = await start(registry);
  await using kernel = started.kernel;
  const offer = await install(started);
  const ran = await kernel.run('notes.version');
  const lock = JSON.parse(readFileSync(join(kernel.host.paths.installed, 'acme--notes', 'package-lock.json'), 'utf8'));
  // The registry replaces the archive of a locked package.
  const swapped = archiveOf(packed({ 'package.json': '{"name":"left","version":"1.0.0"}', 'index.js': 'evil()' }));
  registry.publish(notes('1.1.0', {}, { dependencies: { left: '^1.0.0' } }));
  registry.misbehave = (request, response) => {
    if (!request.url?.endsWith('left-1.0.0.tgz')) return false;
    response.end(swapped);
    return true;
  };
  const tampered = await codeOf(started.client.call('offer', { id }));
  expect({
    packages: offer.packages,
    ran,
    locked: lock.packages['node_modules/left'].integrity.slice(0, 7),
    tampered,
    store: inStore(kernel),
  }).toEqual({
    packages: [{ name: 'left', version: '1.0.0' }],
    ran: 1,
    locked: 'sha512-',
    tampered: 'extensions/integrity',
    store: ['acme--notes-1.0.0'],
  });
});

test('each kind of registry failure has its own error code, and the installed version keeps running', async () => {
  await using registry = await tinyRegistry();
  registry.publish(notes('1.0.0'));
  const started = await start(registry);
  await using kernel = started.kernel;
  const { client } = started;
  await install(started);
  registry.publish(notes('1.1.0'));
  const offered = () => codeOf(client.call('offer', { id }));
  const seen: Record<string, string> = {};
  const behave = async (name: string, misbehave: TinyRegistry['misbehave']) => {
    registry.misbehave = misbehave;
    seen[name] = await offered();
    registry.misbehave = undefined;
  };
  const status =
    (code: number): TinyRegistry['misbehave'] =>
    (_request, response) => {
      response.writeHead(code, { 'retry-after': '7' }).end('no');
      return true;
    };
  await behave('hangs up', (_request, response) => void response.socket?.destroy() === undefined);
  await behave('wants a token', status(401));
  await behave('is busy', status(429));
  await behave('is broken', status(502));
  await behave('leads elsewhere', status(302));
  await behave('has no such package', status(404));
  await behave('shows a page', (_request, response) => void response.end('<html>Sign in</html>') === undefined);
  await behave('speaks of another', (_request, response) => void response.end('{"name":"@acme/other","versions":{}}') === undefined);
  await behave('sends half an archive', (request, response) => {
    if (!request.url?.endsWith('.tgz')) return false;
    response.writeHead(200, { 'content-length': '1000' }).write('half');
    setImmediate(() => response.socket?.destroy());
    return true;
  });
  for (const [name, lies] of Object.entries({
    'sends another archive': { integrity: `sha512-${'A'.repeat(86)}==` },
    'has a weak checksum': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'leads to another server': { tarball: 'https://example.com/x.tgz' },
  })) {
    registry.publish({ ...notes('1.2.0'), lies });
    seen[name] = await offered();
  }
  registry.publish({ ...notes('1.2.0'), archive: archiveOf(packed({ 'package.json': JSON.stringify(notes('6.6.6').manifest) })) });
  seen['packs another version'] = await offered();
  registry.publish({ ...notes('1.2.0'), archive: archiveOf([{ path: 'package/../../evil', text: 'x' }]) });
  seen['packs a way out'] = await offered();
  registry.publish(notes('1.2.0', {}, { engines: { atelier: '^99.0.0' } }));
  seen['packs one for another Atelier'] = await offered();
  registry.publish({ manifest: { name: id, version: '1.2.0' } });
  seen['packs no extension'] = await offered();
  registry.publish(notes('1.2.0', { requires: { '@acme/absent': '^1.0.0' } }));
  seen['packs one that needs another'] = await offered();
  registry.publish(notes('1.2.0', { nonsense: true }));
  seen['packs a broken manifest'] = await offered();
  registry.publish(notes('1.2.0', {}, { dependencies: { absent: '^1.0.0' } }));
  seen['lacks what it depends on'] = await offered();
  registry.publish(notes('1.2.0', {}, { dependencies: { local: 'file:../../..' } }));
  seen['depends on a folder'] = await offered();
  registry.publish(notes('1.2.0', {}, { dependencies: { remote: 'https://example.com/x.tgz' } }));
  seen['depends on an address'] = await offered();
  registry.publish(notes('1.2.0', {}, { dependencies: { git: 'github:acme/git' } }));
  seen['depends on a repository'] = await offered();
  seen['has lost the version'] = await codeOf(client.call('offer', { id, version: '9.9.9' }));
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: 'http://127.0.0.1:9' });
  seen['is not there'] = await offered();
  expect({ seen, running: await kernel.run('notes.version'), store: inStore(kernel) }).toMatchInlineSnapshot(`
    {
      "running": "1.0.0",
      "seen": {
        "depends on a folder": "extensions/dependencies",
        "depends on a repository": "extensions/dependencies",
        "depends on an address": "extensions/dependencies",
        "hangs up": "extensions/registry-unreachable",
        "has a weak checksum": "extensions/registry-lied",
        "has lost the version": "extensions/version-gone",
        "has no such package": "extensions/not-found",
        "is broken": "extensions/registry-failed",
        "is busy": "extensions/registry-busy",
        "is not there": "extensions/registry-unreachable",
        "lacks what it depends on": "extensions/dependencies",
        "leads elsewhere": "extensions/registry-redirected",
        "leads to another server": "extensions/registry-lied",
        "packs a broken manifest": "extensions/cannot-run",
        "packs a way out": "extensions/package-refused",
        "packs another version": "extensions/package-refused",
        "packs no extension": "extensions/not-an-extension",
        "packs one for another Atelier": "extensions/cannot-run",
        "packs one that needs another": "extensions/cannot-run",
        "sends another archive": "extensions/integrity",
        "sends half an archive": "extensions/registry-unreachable",
        "shows a page": "extensions/registry-lied",
        "speaks of another": "extensions/registry-lied",
        "wants a token": "extensions/token-needed",
      },
      "store": [
        "acme--notes-1.0.0",
      ],
    }
  `);
});

test('a version that does not start is rolled back, with an error that says so', async () => {
  await using registry = await tinyRegistry();
  registry.publish(notes('1.0.0'));
  const started = await start(registry);
  await using kernel = started.kernel;
  await install(started);
  registry.publish(notes('2.0.0', {}, {}, "export default { activate() { throw new Error('no luck'); } };"));
  const failed = await install(started).catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`);
  expect({ failed, running: await kernel.run('notes.version'), store: inStore(kernel) }).toEqual({
    failed: expect.stringMatching(/^extensions\/rolled-back: @acme\/notes 2\.0\.0 could not start, so 1\.0\.0 was restored: .*no luck/),
    running: '1.0.0',
    store: ['acme--notes-1.0.0'],
  });
});

test('an offer that is declined, or that is out of date, leaves nothing', async () => {
  await using registry = await tinyRegistry();
  registry.publish(notes('1.0.0'));
  const started = await start(registry);
  await using kernel = started.kernel;
  const { client } = started;
  const first = await client.call('offer', { id });
  await client.call('decline', { ticket: first.ticket });
  const after = await codeOf(client.call('install', { ticket: first.ticket, rights: {} }));
  const second = await client.call('offer', { id });
  const third = await client.call('offer', { id });
  const old = await codeOf(client.call('install', { ticket: second.ticket, rights: {} }));
  const staged = inStore(kernel);
  await client.call('decline', { ticket: third.ticket });
  expect({ after, old, staged, left: inStore(kernel) }).toEqual({
    after: 'extensions/offer-gone',
    old: 'extensions/offer-gone',
    staged: ['.staging'],
    left: [],
  });
});

test('N12: a token goes to its registry and nowhere else, and is in no list and no log', async () => {
  await using registry = await tinyRegistry();
  await using other = await tinyRegistry();
  registry.publish({ manifest: { name: 'left', version: '1.0.0' } });
  registry.publish(notes('1.0.0', {}, { dependencies: { left: '^1.0.0' } }));
  const started = await start(registry);
  await using kernel = started.kernel;
  const { client } = started;
  const token = 'canary-token-5d1f';
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url, token });
  await client.call('saveRegistry', { name: 'Other', url: other.url, scope: '@other' });
  await install(started);
  await client.call('search', { text: '' });
  const listed = await client.call('listRegistries', {});
  const moved = await client.call('saveRegistry', { id: 'test', name: 'Test', url: other.url });
  const files = readdirSync(kernel.host.paths.userData, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const leaks = files.filter(entry => readFileSync(join(entry.parentPath, entry.name)).includes(token)).map(entry => entry.name);
  const refused = await Promise.all(
    ['http://example.com', 'https://me:secret@example.com', 'ftp://example.com', 'nonsense'].map(url =>
      codeOf(client.call('saveRegistry', { name: 'x', url })),
    ),
  );
  expect({
    asked: [...new Set(registry.asked.map(one => one.token))],
    elsewhere: [...new Set(other.asked.map(one => one.token))],
    listed: listed.map(one => one.hasToken),
    moved: moved.hasToken,
    leaks,
    refused: [...new Set(refused)],
  }).toEqual({
    asked: [`Bearer ${token}`],
    elsewhere: [undefined],
    listed: [true, false],
    moved: false,
    leaks: [],
    refused: ['extensions/registry-address'],
  });
});
