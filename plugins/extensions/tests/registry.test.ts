import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openTestRegistry } from '../../../tests/support/registry.ts';
import { tinyRegistry } from '../../../tests/support/tiny-registry.ts';

test('a folder is packed, published with the stored token, found by its keyword, and installed; publishing it again is refused', async () => {
  await using registry = await openTestRegistry();
  using folder = tempFolder();
  const manifest = {
    name: '@acme/published',
    version: '1.0.0',
    description: 'Says hello',
    type: 'module',
    keywords: ['atelier-extension'],
    scripts: { prepublishOnly: `node -e "require('fs').writeFileSync('ran','')"` },
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js', contributes: { commands: [{ id: 'published.hello', title: 'Hello' }] } },
  };
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(folder.file('package.json'), JSON.stringify(manifest));
  writeFileSync(folder.file('main.js'), "export default { activate(ctx) { ctx.handle('published.hello', async () => 'hello'); } };");
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  const code = (asked: Promise<unknown>) => asked.then(String, (error: { code: string }) => error.code);
  const saved = { id: 'dev', name: 'Dev', url: registry.url };
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', saved);
  const packed = await client.call('pack', { folder: folder.path });
  const withoutToken = await code(client.call('publish', { folder: folder.path, registry: 'dev' }));
  await client.call('saveRegistry', { ...saved, token: registry.token });
  const published = await client.call('publish', { folder: folder.path, registry: 'dev' });
  const twice = await code(client.call('publish', { folder: folder.path, registry: 'dev' }));
  const { entries, failures } = await client.call('search', { text: 'hello' });
  const offer = await client.call('offer', { id: '@acme/published' });
  await client.call('install', { ticket: offer.ticket, rights: {}, early: true });
  const said = await kernel.run('published.hello');
  const health = await client.call('health', { id: '@acme/published' });
  const details = await client.call('details', { id: '@acme/published' });
  writeFileSync(join(kernel.host.paths.installed, 'acme--published', 'main.js'), 'evil()');
  const changed = await client.call('health', { id: '@acme/published' });
  const nothing = await code(client.call('pack', { folder: join(folder.path, 'nowhere') }));
  const temp = join(kernel.host.paths.userData, 'data', 'atelier--extensions', 'temp');
  expect({
    packed: packed.files,
    withoutToken,
    published,
    twice,
    found: entries.map(({ id, description }) => ({ id, description })),
    failures,
    said,
    health: health.map(({ name, state }) => `${name} ${state}`),
    versions: details.versions.map(({ version }) => version),
    changed: changed.find(({ name }) => name === 'files')?.state,
    nothing,
    ran: readdirSync(folder.path).includes('ran'),
    temp: readdirSync(temp),
    lock: readFileSync(join(kernel.host.paths.userData, 'secrets.json'), 'utf8').includes(registry.token),
  }).toEqual({
    packed: ['main.js', 'package.json'],
    withoutToken: 'extensions/token-needed',
    published: { id: '@acme/published', version: '1.0.0' },
    twice: 'extensions/version-taken',
    found: [{ id: '@acme/published', description: 'Says hello' }],
    failures: [],
    said: 'hello',
    health: ['state done', 'process done', 'files done', 'registry done'],
    versions: ['1.0.0'],
    changed: 'failed',
    nothing: 'extensions/publish-refused',
    ran: false,
    temp: [],
    lock: false,
  });
});

test('a name of a scope that has a registry is asked there only, also while it is typed into the search', async () => {
  await using general = await tinyRegistry();
  await using team = await tinyRegistry();
  team.publish({
    manifest: {
      name: '@team/secret-plan',
      version: '1.0.0',
      type: 'module',
      keywords: ['atelier-extension'],
      engines: { atelier: '^1.0.0' },
      atelier: {},
    },
  });
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'general', name: 'General', url: general.url });
  await client.call('saveRegistry', { id: 'team', name: 'Team', url: team.url, scope: '@team' });
  const found = [];
  for (const text of ['@team/secret-plan', '@team/secret', ' @team/'])
    found.push((await client.call('search', { text })).entries.map(({ id, registry }) => [id, registry]));
  await client.call('details', { id: '@team/secret-plan' });
  await client.call('offer', { id: '@team/secret-plan' });
  await client.call('offer', { id: '@team/gone' }).catch(() => undefined);
  expect({ found, leaked: general.asked.filter(({ path, query }) => /team|secret/.test(path + query)) }).toEqual({
    found: [[['@team/secret-plan', 'team']], [['@team/secret-plan', 'team']], [['@team/secret-plan', 'team']]],
    leaked: [],
  });
});

test('an extension and its updates come from the first registry that has it, or only from the registry of its scope', async () => {
  await using general = await tinyRegistry();
  await using team = await tinyRegistry();
  const version = (name: string, number: string) => ({
    manifest: {
      name,
      version: number,
      type: 'module',
      keywords: ['atelier-extension'],
      engines: { atelier: '^1.0.0' },
      atelier: { main: './main.js', contributes: {} },
    },
    files: { 'main.js': 'export default { activate() {} };' },
  });
  general.publish(version('@acme/both', '1.0.0'));
  team.publish(version('@acme/both', '2.0.0'));
  team.publish(version('@acme/mine', '1.0.0'));
  general.publish(version('@team/tool', '9.0.0'));
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'general', name: 'General', url: general.url });
  await client.call('saveRegistry', { id: 'team', name: 'Team', url: team.url });
  const codeOf = (asked: Promise<unknown>) => asked.then(String, (error: { code: string; message: string }) => error);
  const listed = async () => (await client.call('search', { text: '' })).entries.map(({ id, registry }) => `${id} ${registry}`);
  const unscoped = await listed();
  const { registry: shown } = await client.call('details', { id: '@acme/mine' });
  const { latest: elsewhere } = await client.call('details', { id: '@acme/both', registry: 'team' });
  for (const id of ['@acme/both', '@acme/mine']) {
    const { ticket } = await client.call('offer', { id });
    await client.call('install', { ticket, rights: {}, early: true });
  }
  // Updates come from the registry of the installed version, even if another has a newer one.
  team.publish(version('@acme/mine', '1.1.0'));
  general.publish(version('@acme/mine', '7.0.0'));
  await client.call('checkUpdates', {});
  const { registry: stays } = await client.call('details', { id: '@acme/both', registry: 'team' });
  const installed = (await client.call('listInstalled', {})).map(({ id, version, registry, update }) => [
    id,
    version,
    registry,
    update?.version,
  ]);
  await client.call('saveRegistry', { id: 'team', name: 'Team', url: team.url, scope: '@team' });
  const scoped = { listed: await listed(), offer: await codeOf(client.call('offer', { id: '@team/tool' })) };
  // A registry that cannot be reached might have the package.
  general.misbehave = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  const down = await codeOf(client.call('offer', { id: '@acme/other' }));
  expect({ unscoped, shown, elsewhere, stays, installed, scoped, down }).toEqual({
    unscoped: ['@acme/both general', '@team/tool general', '@acme/mine team'],
    shown: 'Team',
    elsewhere: '2.0.0',
    stays: 'General',
    installed: [
      ['@acme/both', '1.0.0', 'General', undefined],
      ['@acme/mine', '1.0.0', 'Team', '1.1.0'],
    ],
    scoped: {
      listed: ['@acme/both general', '@acme/mine general'],
      offer: expect.objectContaining({ code: 'extensions/not-found', message: expect.stringContaining('in the registry Team.') }),
    },
    down: expect.objectContaining({ code: 'extensions/registry-failed' }),
  });
});

test('in a registry without search, an extension is found by its full name, and the error for other queries says so', async () => {
  await using registry = await tinyRegistry();
  registry.publish({ manifest: { name: '@acme/jots', version: '1.2.0', description: 'Jots', keywords: ['atelier-extension'] } });
  registry.publish({ manifest: { name: 'left', version: '1.0.0' } });
  registry.misbehave = ({ url }, response) => {
    if (url?.startsWith('/-/v1/search') !== true) return false;
    response.writeHead(404).end('{"error":"not found"}');
    return true;
  };
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'mirror', name: 'Mirror', url: registry.url });
  const answers = await Promise.all(
    ['', 'note taking', '@acme/jots', 'left', 'nowhere'].map(async text => {
      const { entries, failures } = await client.call('search', { text });
      return [...entries.map(({ id, version, description }) => [id, version, description]), ...failures.map(({ error }) => error.code)];
    }),
  );
  expect(answers).toEqual([
    ['extensions/no-search'],
    ['extensions/no-search'],
    [['@acme/jots', '1.2.0', 'Jots']],
    [],
    ['extensions/not-found'],
  ]);
});
