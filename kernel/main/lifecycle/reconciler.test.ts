import { Extensions } from '@atelier/kernel';
import { asking, extension, Greeter, greeter, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

test('a service works again after its provider was restarted, and its calls throw while the provider is off', async () => {
  const answers: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      greeter,
      asking('@test/friend', { optional: { '@test/greeter': '^1.0.0' } }, async ctx => {
        const service = ctx.find(Greeter);
        answers.push(await service?.greet('one'));
        await kernel.disable('@test/greeter');
        answers.push(await problemOf(service!.greet('two')));
        await kernel.enable('@test/greeter');
        answers.push(await service?.greet('three'));
      }),
    ],
  });
  await kernel.run('friend.ask');
  expect(answers).toEqual([
    'Hello, one.',
    ['extension/is-off', '@test/friend needs @test/greeter, which is switched off. Switch it on in the extensions panel.'],
    'Hello, three.',
  ]);
});

test('disabling also stops dependents, undoes all effects and removes contributions; enabling restores all of it', async () => {
  const undone: string[] = [];
  const commands = () => kernel.contributions('@atelier/kernel:commands@1').map(one => (one.value as { id: string }).id);
  await using kernel = await testKernel({
    extensions: [
      extension('@test/base', ctx => ctx.defer('base', () => void undone.push('base')), {
        contributes: { commands: [{ id: 'base.go', title: 'Go' }] },
      }),
      extension('@test/top', ctx => ctx.defer('top', () => void undone.push('top')), {
        requires: { '@test/base': '^1.0.0' },
        contributes: { commands: [{ id: 'top.go', title: 'Go' }] },
      }),
    ],
  });
  await kernel.wake('@test/top');
  const states = () => kernel.statuses().map(one => [one.id, one.state, one.problem?.code]);
  await kernel.disable('@test/base');
  const off = { states: states(), commands: commands(), undone: [...undone] };
  await kernel.enable('@test/base');
  expect({ off, on: { states: states(), commands: commands() } }).toEqual({
    off: {
      states: [
        ['@test/base', 'stopped', undefined],
        ['@test/top', 'refused', 'extension/requirement-off'],
      ],
      commands: [],
      undone: ['top', 'base'],
    },
    on: {
      states: [
        ['@test/base', 'dormant', undefined],
        ['@test/top', 'dormant', undefined],
      ],
      commands: ['base.go', 'top.go'],
    },
  });
});

test('an extension that the person disabled stays off after a restart', async () => {
  const first = await testKernel({ extensions: [greeter] });
  await first.disable('@test/greeter');
  await first.close();
  await using second = await testKernel({ profile: first.profile });
  expect(second.statuses().map(one => [one.id, one.state])).toEqual([['@test/greeter', 'stopped']]);
});

test('only bundled plugins may enable or disable others, whatever an extension lists', async () => {
  const answers: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      greeter,
      asking('@test/panel', {}, async ctx => {
        await ctx.get(Extensions).disable('@test/greeter');
        answers.push((await ctx.get(Extensions).list()).find(one => one.id === '@test/greeter')?.state);
      }),
      {
        id: '@test/hostile',
        installed: true,
        atelier: { contributes: { commands: [{ id: 'hostile.go', title: 'Go' }] } },
        files: {
          'main.js': `export default { activate(ctx) {
            ctx.handle('hostile.go', () => ctx.get({ key: '@atelier/kernel:Extensions@1' }).disable('@test/panel'));
          } };`,
        },
      },
    ],
  });
  await kernel.run('panel.ask');
  answers.push(await problemOf(kernel.run('hostile.go')));
  expect(answers).toEqual(['stopped', ['extension/not-allowed', expect.stringContaining('@test/hostile')]]);
});
