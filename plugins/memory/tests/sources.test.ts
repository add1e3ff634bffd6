import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { MemoryChannel, rights } from '../contract/index.ts';

const main = `export default { activate(ctx) {
  ctx.handle('notes.search', async ({ text, limit }) => ({ items: [{ id: '1', title: 'Note', text: text + ' ' + limit, score: 7 }, { id: 2 }] }));
  ctx.handle('notes.broken', async () => { throw new Error('broken'); });
} };`;

test('X4: an extension with the right to read memories is a further source of the search, by commands of its own and no others; one that fails says so', async () => {
  const sources = ['search', 'broken', 'foreign'].map(id => ({
    id,
    title: `By ${id}`,
    command: id === 'foreign' ? 'memory.toolStats' : `notes.${id}`,
  }));
  await using kernel = await testKernel({
    plugins: ['@atelier/memory'],
    extensions: [
      {
        id: '@acme/notes',
        installed: true,
        files: { 'main.js': main },
        atelier: {
          requires: { '@atelier/memory': '^0.1.0' },
          rights: { uses: [rights.read] },
          contributes: {
            commands: ['search', 'broken'].map(id => ({ id: `notes.${id}`, title: id })),
            '@atelier/memory:sources@1': sources,
          },
        },
      },
    ],
  });
  const memory = kernel.client(MemoryChannel);
  const before = (await memory.call('searchSources', { text: 'lighthouse' })).sources;
  await kernel.grant('@acme/notes', { uses: [rights.read] });
  const after = async () =>
    (await memory.call('searchSources', { text: 'lighthouse', limit: 3 })).sources.map(({ id, items, problem }) => ({
      ...{ id, items },
      problem: problem?.code,
    }));
  expect(before).toEqual([]);
  // On a busy machine the extension may start for longer than it is waited for.
  await expect.poll(after, { timeout: 60_000 }).toEqual([
    { id: 'search', items: [{ id: '1', title: 'Note', text: 'lighthouse 3', score: 1 }], problem: undefined },
    { id: 'broken', items: [], problem: 'memory/source-failed' },
  ]);
});
