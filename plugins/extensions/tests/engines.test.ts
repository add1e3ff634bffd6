import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { archiveOf, type Published, packed, tinyRegistry } from '../../../tests/support/tiny-registry.ts';

/** An extension with given `engines`, whose command returns its version. */
function madeFor(name: string, version: string, engines: object | undefined): Published & { readonly files: Record<string, string> } {
  const atelier = { main: './main.js', contributes: { commands: [{ id: `${name}.ask`, title: 'Ask' }] } };
  return {
    manifest: { name: `@acme/${name}`, version, type: 'module', ...(engines && { engines }), atelier },
    files: { 'main.js': `export default { activate(ctx) { ctx.handle('${name}.ask', async () => '${version}'); } };` },
  };
}

test('N6: for which Atelier an extension is made is checked here, by what is in its package, and one for another never starts', async () => {
  await using registry = await tinyRegistry();
  using folder = tempFolder();
  const byHand = madeFor('by-hand', '1.0.0', { atelier: '^99.0.0' });
  mkdirSync(folder.file('by-hand'));
  const files = { ...byHand.files, 'package.json': JSON.stringify(byHand.manifest) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, 'by-hand', name), text);
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'], folders: [folder.file('by-hand')] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  const take = async (name: string) => {
    const offer = await client.call('offer', { id: `@acme/${name}` });
    await client.call('install', { ticket: offer.ticket, rights: {} });
    return await kernel.run(`${name}.ask`);
  };
  const refused = (name: string) => take(name).catch(({ code, message }: { code: string; message: string }) => [code, message]);

  registry.publish(madeFor('later', '1.0.0', { atelier: '^99.0.0', node: '>=1', npm: '>=1' }));
  registry.publish(madeFor('any', '1.0.0', { atelier: '*' }));
  registry.publish(madeFor('none', '1.0.0', { node: '>=1' }));
  const { manifest } = madeFor('lying', '1.0.0', { atelier: '^1.0.0' });
  const truth = { ...madeFor('lying', '1.0.0', { atelier: '^99.0.0' }).manifest };
  registry.publish({
    manifest,
    archive: archiveOf(packed({ ...madeFor('lying', '1.0.0', {}).files, 'package.json': JSON.stringify(truth) })),
  });
  registry.publish(madeFor('updated', '1.0.0', { atelier: '^1.0.0' }));
  const first = await take('updated');
  registry.publish(madeFor('updated', '1.1.0', { atelier: '^99.0.0' }));
  const other = (name: string, version = '1.0.0') => [
    'extensions/cannot-run',
    expect.stringMatching(
      new RegExp(`^@acme/${name} ${version} was not installed: .* needs Atelier \\^99\\.0\\.0, but this is version \\d`),
    ),
  ];
  const unfit = ['extensions/cannot-run', expect.stringContaining('engines')];
  expect({
    later: await refused('later'),
    any: await refused('any'),
    none: await refused('none'),
    lying: await refused('lying'),
    first,
    update: await refused('updated'),
    after: await kernel.run('updated.ask'),
    byHand: kernel.statuses().flatMap(({ id, state, problem }) => (id === '@acme/by-hand' ? [state, problem?.code] : [])),
    ran: await kernel.run('by-hand.ask').catch((error: { code: string }) => error.code),
    installed: (await client.call('listInstalled', {})).map(({ id, version }) => `${id} ${version}`),
  }).toEqual({
    later: other('later'),
    any: unfit,
    none: unfit,
    lying: other('lying'),
    first: '1.0.0',
    update: other('updated', '1.1.0'),
    after: '1.0.0',
    byHand: ['refused', 'extension/engine-mismatch'],
    ran: 'command/unknown',
    installed: ['@acme/updated 1.0.0'],
  });
});
