import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Published, tinyRegistry } from '../../../tests/support/tiny-registry.ts';

const id = '@acme/notes';

function notes(version: string, starts: boolean): Published {
  const atelier = { main: './main.js', contributes: { commands: [{ id: 'notes.version', title: 'Version' }] } };
  const work = starts ? `ctx.handle('notes.version', async () => '${version}');` : "throw new Error('no luck');";
  return {
    manifest: { name: id, version, type: 'module', engines: { atelier: '^1.0.0' }, atelier },
    files: { 'main.js': `export default { activate(ctx) { ${work} } };` },
  };
}

test('an update that could not start is marked as failed, and not counted or installed with the others until there is a newer one', async () => {
  await using registry = await tinyRegistry();
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  let counted: number | undefined;
  client.on('changed', ({ updates }) => {
    counted = updates;
  });
  const take = async (version?: string) => {
    const offer = await client.call('offer', { id, ...(version !== undefined && { version }) });
    await client.call('install', { ticket: offer.ticket, rights: {} });
  };
  const codeOf = (asked: Promise<unknown>) => asked.then(() => 'fine').catch(({ code }: { code: string }) => code);
  const known = async () => {
    await client.call('checkUpdates', {});
    const [installed] = await client.call('listInstalled', {});
    const { version, kept, failed = false } = installed?.update ?? {};
    return { version, kept, failed, counted, runs: await kernel.run('notes.version') };
  };
  const seen: Record<string, unknown> = {};
  registry.publish(notes('1.0.0', true));
  await take();
  registry.publish(notes('1.1.0', false));
  seen['before it is taken'] = await known();
  const { failed } = await client.call('updateAll', {});
  seen['with all the others'] = [failed.map(({ error }) => error.code), await known()];
  seen['with all once more'] = await client.call('updateAll', {});
  seen['by the person, who insists'] = [await codeOf(take('1.1.0')), await known()];
  registry.publish(notes('1.2.0', false));
  seen['a newer one comes'] = await known();
  seen['and fails when it is taken by itself'] = [await codeOf(take()), await known()];
  registry.publish(notes('1.3.0', true));
  await known();
  seen['one that starts'] = [await client.call('updateAll', {}), await known()];
  const now = (version: string | undefined, isFailed: boolean, runs = '1.0.0') => {
    return { version, kept: version && isFailed, failed: isFailed, counted: version && !isFailed ? 1 : 0, runs };
  };
  expect(seen).toEqual({
    'before it is taken': now('1.1.0', false),
    'with all the others': [['extensions/rolled-back'], now('1.1.0', true)],
    'with all once more': { updated: [], waiting: [], failed: [] },
    'by the person, who insists': ['extensions/rolled-back', now('1.1.0', true)],
    'a newer one comes': now('1.2.0', false),
    'and fails when it is taken by itself': ['extensions/rolled-back', now('1.2.0', true)],
    'one that starts': [{ updated: [id], waiting: [], failed: [] }, now(undefined, false, '1.3.0')],
  });
});
