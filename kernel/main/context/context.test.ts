import { defineChannel, defineToken } from '@atelier/kernel';
import { asking, extension, Greeter, Guard, greeter, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const Notes = defineChannel('notes');

test('an extension may use what it declared, and gets an error with a sentence for everything else', async () => {
  const atelier = { optional: { '@test/greeter': '^1.0.0' } };
  const Unknown = defineToken<Greeter>('@test/greeter:Greeter@2');
  const answers: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      greeter,
      asking('@test/friend', { requires: { '@test/greeter': '^1.0.0' } }, async ctx => {
        answers.push(await ctx.get(Greeter).greet('friend'));
        answers.push(await problemOf((async () => ctx.get(Unknown))()));
        answers.push(await problemOf((async () => ctx.provide(Greeter, { greet: async () => 'forged' }))()));
      }),
      asking('@test/undeclared', {}, async ctx => void answers.push(await problemOf((async () => ctx.find(Greeter))()))),
      asking('@test/wisher', atelier, async ctx => {
        answers.push(await ctx.find(Greeter)?.greet('wisher'));
        answers.push(await problemOf((async () => ctx.tap(Guard, async () => 'no'))()));
        answers.push(await problemOf(ctx.run(Guard, 'x')));
        answers.push(await problemOf((async () => ctx.serve(Notes, {} as never))()));
        answers.push(await problemOf((async () => ctx.handle('wisher.other', async () => null))()));
        answers.push(await problemOf(ctx.fetch('https://example.org')));
        answers.push(await problemOf(ctx.notify({ title: 'hello' })));
      }),
    ],
  });
  for (const command of ['friend.ask', 'undeclared.ask', 'wisher.ask']) await kernel.run(command);
  expect(answers).toMatchInlineSnapshot(`
    [
      "Hello, friend.",
      [
        "extension/unknown-token",
        "@test/friend asked for @test/greeter:Greeter@2, which no extension provides; @test/greeter provides @test/greeter:Greeter@1. Ask for one of those, or update @test/greeter.",
      ],
      [
        "extension/not-owner",
        "@test/friend tried to provide @test/greeter:Greeter@1, which belongs to @test/greeter. Use a name that starts with "@test/friend:", or ask the authors of @test/greeter.",
      ],
      [
        "extension/undeclared-dependency",
        "@test/undeclared asked for @test/greeter:Greeter@1 without listing @test/greeter. Add "@test/greeter" to atelier.requires or atelier.optional in its package.json.",
      ],
      "Hello, wisher.",
      [
        "extension/undeclared-dependency",
        "@test/wisher asked for @test/owner:guard@1 without listing @test/owner. Add "@test/owner" to atelier.requires or atelier.optional in its package.json.",
      ],
      [
        "extension/not-owner",
        "@test/wisher tried to run @test/owner:guard@1, which belongs to @test/owner. Use a name that starts with "@test/wisher:", or ask the authors of @test/owner.",
      ],
      [
        "extension/undeclared",
        "@test/wisher used the channel "notes", which its package.json does not name. Add "notes": "./contract/….channel.json" under atelier.channels there.",
      ],
      [
        "extension/undeclared",
        "@test/wisher used the command "wisher.other", which its package.json does not name. Add { "id": "wisher.other", … } under atelier.contributes.commands there.",
      ],
      [
        "extension/right-missing",
        "@test/wisher used ctx.fetch without requesting the right to it. Add "net": ["example.org"] to atelier.rights in its package.json.",
      ],
      [
        "extension/right-missing",
        "@test/wisher used ctx.notify without requesting the right to it. Add "notify": true to atelier.rights in its package.json.",
      ],
    ]
  `);
});

test('a caller cannot change a service provider’s objects through a service', async () => {
  const held = { list: ['a'] };
  interface Store {
    read(): Promise<{ list: string[] }>;
  }
  const Store = defineToken<Store>('@test/store:Store@1', { read: 'everybody' });
  await using kernel = await testKernel({
    extensions: [
      extension('@test/store', ctx => ctx.provide(Store, { read: async () => held })),
      asking('@test/user', { requires: { '@test/store': '^1.0.0' } }, async ctx => void (await ctx.get(Store).read()).list.push('b')),
    ],
  });
  await kernel.run('user.ask');
  expect(held).toEqual({ list: ['a'] });
});

test('a sleeping extension is woken before a hook that it declares runs, so that it can veto', async () => {
  const answers: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      asking('@test/owner', {}, async ctx => void answers.push(await ctx.run(Guard, 'rm'))),
      extension('@test/police', ctx => void ctx.tap(Guard, async what => `no ${what}`), {
        requires: { '@test/owner': '^1.0.0' },
        taps: [Guard.key],
      }),
    ],
  });
  await kernel.run('owner.ask');
  expect(answers).toEqual(['no rm']);
});
