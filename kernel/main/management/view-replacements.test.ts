import { KernelChannel } from '@atelier/kernel';
import { extension, problemOf, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const home = extension('@test/desk', () => undefined, {
  contributes: { views: [{ id: 'desk.home', slot: 'main', title: 'Home', element: 'desk-home' }] },
});
const board: TestExtension = {
  id: '@acme/board',
  installed: true,
  files: { 'ui.js': 'export const elements = {};' },
  atelier: {
    ui: './ui.js',
    rights: { replaces: ['desk.home'] },
    contributes: { views: [{ id: 'board.home', slot: 'main', title: 'Board', element: 'board-home', replaces: 'desk.home' }] },
  },
};

test('X9: views of bundled plugins are shown in the document, all others in a frame with an origin of its own', async () => {
  await using kernel = await testKernel({ extensions: [home, board] });
  const views = await kernel.client(KernelChannel).call('listViews', {});
  expect(views.map(({ id, place, origin, ui }) => [id, place, origin, ui])).toEqual([
    ['board.home', 'frame', 'test-frame://acme--board', './ui.js'],
    ['desk.home', 'document', undefined, undefined],
  ]);
});

test('a replacement is only offered until the person chooses it, and choosing it grants only that right', async () => {
  await using kernel = await testKernel({ extensions: [home, board] });
  const client = kernel.client(KernelChannel);
  const state = async () => {
    const view = (await client.call('listViews', {})).find(({ id }) => id === 'desk.home');
    const granted = kernel.statuses().find(({ id }) => id === '@acme/board')?.granted.replaces;
    return [view?.replacedBy, view?.offers, granted ?? []];
  };
  const offered = await state();
  await client.call('chooseReplacement', { view: 'desk.home', by: 'board.home' });
  const chosen = await state();
  await kernel.disable('@acme/board');
  const off = await state();
  await kernel.enable('@acme/board');
  const on = await state();
  await client.call('chooseReplacement', { view: 'desk.home' });
  expect({ offered, chosen, off, on, back: await state() }).toEqual({
    offered: [undefined, ['board.home'], []],
    chosen: ['board.home', [], ['desk.home']],
    off: [undefined, [], ['desk.home']],
    on: ['board.home', [], ['desk.home']],
    back: [undefined, [], ['desk.home']],
  });
});

test('a revoked right ends the replacement at once, although the decision stays', async () => {
  await using kernel = await testKernel({ extensions: [home, board] });
  const client = kernel.client(KernelChannel);
  await client.call('chooseReplacement', { view: 'desk.home', by: 'board.home' });
  await kernel.grant('@acme/board', {});
  const views = await client.call('listViews', {});
  expect(views.map(({ id, replacedBy, offers }) => [id, replacedBy, offers])).toEqual([
    ['board.home', undefined, []],
    ['desk.home', undefined, ['board.home']],
  ]);
});

test('a view that is not offered as replacement cannot be chosen, and the error says so', async () => {
  await using kernel = await testKernel({ extensions: [home, board] });
  const client = kernel.client(KernelChannel);
  expect([
    await problemOf(client.call('chooseReplacement', { view: 'desk.home', by: 'desk.home' })),
    await problemOf(client.call('chooseReplacement', { view: 'desk.gone' })),
  ]).toEqual([
    ['extension/no-replacement', expect.stringContaining('desk.home cannot replace the view desk.home')],
    ['extension/unknown-view', expect.stringContaining('desk.gone')],
  ]);
});

test('a command that a window runs is refused outside of one', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension('@test/desk', () => undefined, { contributes: { commands: [{ id: 'desk.find', title: 'Find', runs: 'window' }] } }),
    ],
  });
  expect(await problemOf(kernel.run('desk.find'))).toEqual([
    'command/runs-in-window',
    expect.stringContaining('@test/desk runs it in a window'),
  ]);
});
