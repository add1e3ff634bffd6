import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { bareFrames } from '../../../tests/support/bare-frames.ts';

const board = (atelier: object = {}): TestExtension => ({
  id: '@acme/board',
  installed: true,
  atelier: {
    points: { 'cards@1': './card.schema.json' },
    access: { 'cards@1': 'everybody' },
    contributes: { commands: [{ id: 'board.press', title: 'Press', args: { type: 'object' } }] },
    ...atelier,
  },
  files: {
    'card.schema.json': JSON.stringify({ type: 'object', required: ['press'], properties: { press: { type: 'string' } } }),
    'main.js': `export default { activate(ctx) {
      const commands = ctx.get({ key: '@atelier/kernel:ContributedCommands@1' });
      ctx.handle('board.press', ({ command }) => commands.run(command, { times: 2 }));
    } };`,
  },
});

const clock: TestExtension = {
  id: '@acme/clock',
  installed: true,
  atelier: {
    requires: { '@acme/board': '^1.0.0' },
    contributes: {
      commands: ['ring', 'wind'].map(name => ({ id: `clock.${name}`, title: name, args: { type: 'object' } })),
      '@acme/board:cards@1': [{ press: 'clock.ring' }, { press: 'board.press' }],
    },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('clock.ring', async args => ({ args, for: ctx.onBehalfOf() }));
      ctx.handle('clock.wind', async () => 'wound');
    } };`,
  },
};

const stranger: TestExtension = {
  id: '@acme/stranger',
  installed: true,
  atelier: { requires: { '@acme/clock': '^1.0.0' }, contributes: { commands: [{ id: 'stranger.press', title: 'Press' }] } },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('stranger.press', () => ctx.get({ key: '@atelier/kernel:ContributedCommands@1' }).run('clock.ring', {}));
    } };`,
  },
};

const runs = { runs: ['cards@1'] };
const codeOf = (work: Promise<unknown>) => work.then(String, (error: { code: string }) => error.code);

test('the owner of a point runs the command that an entry gives it, from its main side and from a view, and is named as who asks', async () => {
  await using kernel = await testKernel({ extensions: [board(runs), clock, stranger] });
  const page = bareFrames(kernel.host.connect());
  const fromView = (command: string, from: string) => page.valueOf('kernel:runCommand', { command, args: { times: 2 } }, from);
  expect({
    main: await kernel.run('board.press', { command: 'clock.ring' }),
    view: await fromView('clock.ring', '@acme/board'),
    notGiven: [await codeOf(kernel.run('board.press', { command: 'clock.wind' })), await fromView('clock.wind', '@acme/board')],
    stranger: [await codeOf(kernel.run('stranger.press', {})), await fromView('clock.ring', '@acme/stranger')],
  }).toEqual({
    main: { args: { times: 2 }, for: '@acme/board' },
    view: { args: { times: 2 }, for: '@acme/board' },
    notGiven: ['extension/not-given', 'extension/undeclared-dependency'],
    stranger: ['extension/not-given', 'extension/not-allowed'],
  });
});

test('a point that does not say so gives its owner no command, and an entry gives none once its extension is off', async () => {
  await using silent = await testKernel({ extensions: [board(), clock] });
  const without = await codeOf(silent.run('board.press', { command: 'clock.ring' }));
  await using kernel = await testKernel({ extensions: [board(runs), clock] });
  const before = await codeOf(kernel.run('board.press', { command: 'clock.ring' }));
  await kernel.disable('@acme/clock');
  expect([without, before, await codeOf(kernel.run('board.press', { command: 'clock.ring' }))]).toEqual([
    'extension/not-given',
    '[object Object]',
    'extension/not-given',
  ]);
});
