import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineChannel, defineHook, defineToken, Extensions } from '@atelier/kernel';
import { extension, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

interface Greeter {
  greet(name: string): Promise<string>;
}
const Greeter = defineToken<Greeter>('@test/greeter:Greeter@1');
const Guard = defineHook.first<string, string>('@test/owner:guard@1');

interface NotesShape {
  calls: { add: { params: { text: string }; result: { count: number } }; fail: { params: Record<never, never>; result: null } };
  events: { added: { text: string } };
}
const Notes = defineChannel<NotesShape>('notes');
const notesFile = JSON.stringify({
  channel: 'notes',
  calls: {
    add: {
      params: { type: 'object', required: ['text'], additionalProperties: false, properties: { text: { type: 'string' } } },
      result: { type: 'object' },
    },
    fail: { params: { type: 'object' }, result: { type: 'null' } },
  },
  events: { added: { payload: { type: 'object' } } },
});

const greeter = extension('@test/greeter', ctx => {
  ctx.provide(Greeter, { greet: async name => `Hello, ${name}.` });
});

/** A command that runs `work` with the extension's own context, so that a test can look at a verb from inside. */
function asking(id: string, atelier: TestExtension['atelier'], work: Parameters<typeof extension>[1]): TestExtension {
  const command = `${id.slice(id.indexOf('/') + 1)}.ask`;
  return extension(id, ctx => void ctx.handle(command, async () => work(ctx)), {
    ...atelier,
    contributes: { commands: [{ id: command, title: 'Ask' }], ...atelier?.contributes },
  });
}

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    value => ({ value }),
    (error: { code?: string; message: string }) => [error.code, error.message],
  );
}

test('nothing runs until something of it is needed, and what it requires wakes first', async () => {
  const seen: string[] = [];
  await using kernel = await testKernel({
    extensions: [
      extension('@test/base', () => void seen.push('base')),
      extension(
        '@test/top',
        ctx => {
          seen.push('top');
          ctx.handle('top.run', async args => ({ got: args }));
        },
        { requires: { '@test/base': '^1.0.0' }, contributes: { commands: [{ id: 'top.run', title: 'Run', args: { type: 'object' } }] } },
      ),
      extension('@test/other', () => void seen.push('other')),
    ],
  });
  const before = [...seen];
  const result = await kernel.run('top.run', { n: 1 });
  expect({ before, result, seen, states: kernel.statuses().map(one => [one.id, one.state]) }).toEqual({
    before: [],
    result: { got: { n: 1 } },
    seen: ['base', 'top'],
    states: [
      ['@test/base', 'active'],
      ['@test/top', 'active'],
      ['@test/other', 'dormant'],
    ],
  });
});

test('startup extensions run before idle ones, and one that fails holds up nobody', async () => {
  const seen: string[] = [];
  await using kernel = await testKernel({
    extensions: [
      extension('@test/lazy', () => void seen.push('lazy'), { activation: 'idle' }),
      extension(
        '@test/broken',
        () => {
          throw new Error('no luck');
        },
        { activation: 'startup' },
      ),
      extension('@test/prompt', () => void seen.push('prompt'), { activation: 'startup' }),
    ],
  });
  const broken = kernel.statuses().find(one => one.id === '@test/broken');
  expect([seen, broken?.state, broken?.problem]).toEqual([
    ['prompt', 'lazy'],
    'failed',
    {
      code: 'extension/activation-failed',
      message: '@test/broken 1.0.0 could not start: no luck. See its log, mend it and try again; nothing it set up was left behind.',
      details: { id: '@test/broken', version: '1.0.0', reason: 'no luck.' },
    },
  ]);
});

test('what an activation had set up before it threw is undone, and Retry starts afresh', async () => {
  const undone: string[] = [];
  let fails = true;
  await using kernel = await testKernel({
    extensions: [
      extension('@test/greeter', ctx => {
        ctx.provide(Greeter, { greet: async () => 'hi' });
        ctx.defer('a socket', () => void undone.push('socket'));
        if (fails) throw new Error('half-way');
      }),
    ],
  });
  const failure = await problemOf(kernel.wake('@test/greeter'));
  const left = kernel.effects('@test/greeter');
  const again = await problemOf(kernel.wake('@test/greeter'));
  fails = false;
  await kernel.retry('@test/greeter');
  expect({ failure, left, undone, same: again, now: kernel.effects('@test/greeter') }).toEqual({
    failure: ['extension/activation-failed', expect.stringContaining('half-way')],
    left: [],
    undone: ['socket'],
    same: failure,
    now: ['provide @test/greeter:Greeter@1', 'a socket'],
  });
});

test('an activation that hangs is given up after five seconds and leaves nothing', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension('@test/slow', async ctx => {
        ctx.defer('something', () => undefined);
        await new Promise(() => undefined);
      }),
    ],
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const waking = problemOf(kernel.wake('@test/slow'));
    // The module is really imported, which takes turns of the real event loop.
    while (vi.getTimerCount() === 0) await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(5000);
    expect([await waking, kernel.effects('@test/slow')]).toEqual([
      [
        'extension/activation-timeout',
        '@test/slow 1.0.0 could not start: activate took longer than 5 s. Move long work into a handler, then try again.',
      ],
      [],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a manifest that is broken or does not fit is refused by name, and the others go on', async () => {
  await using kernel = await testKernel({
    extensions: [
      { id: '@test/torn', files: { 'package.json': '{"name": "@test/torn",' } },
      {
        id: '@test/odd',
        files: {
          'package.json': '{"name": "@test/odd", "version": "1.0.0", "engines": {"atelier": "*"}, "atelier": {"permissions": "all"}}',
        },
      },
      { id: '@test/empty', files: { 'package.json': '' } },
      { id: '@test/list', files: { 'package.json': '[]' } },
      greeter,
    ],
  });
  const refused = kernel
    .statuses()
    .filter(one => one.state === 'refused')
    .map(one => one.problem?.code);
  expect([refused, kernel.statuses().find(one => one.id === '@test/greeter')?.state]).toEqual([
    ['extension/manifest-unreadable', 'extension/manifest-invalid', 'extension/manifest-unreadable', 'extension/manifest-invalid'],
    'dormant',
  ]);
});

test('a bad contribution is dropped and named, and its extension goes on without it', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension('@test/palette', () => undefined, { points: { 'colours@1': './colour.schema.json' } }),
      {
        id: '@test/mixed',
        atelier: {
          requires: { '@test/palette': '^1.0.0' },
          contributes: {
            commands: [{ id: 'mixed.good', title: 'Good' }, { id: 'other.bad', title: 'Wrong word' }, { id: 'mixed.untitled' }],
            windows: [{ id: 'x' }],
            '@test/palette:shades@1': [{ name: 'grey' }],
            '@test/stranger:things@1': [{ name: 'x' }],
          },
        },
      },
    ],
  });
  const listed = await kernel.client(defineChannel('kernel')).call('listExtensions', {});
  const mixed = (listed as { id: string; state: string; problems: { code: string }[] }[]).find(one => one.id === '@test/mixed');
  expect([
    mixed?.state,
    mixed?.problems.map(one => one.code),
    kernel.contributions('@atelier/kernel:commands@1').map(one => (one.value as { id: string }).id),
  ]).toEqual([
    'dormant',
    [
      'extension/contribution-name',
      'extension/invalid-contribution',
      'extension/unknown-point',
      'extension/undeclared-dependency',
      'extension/unknown-point',
    ],
    ['mixed.good'],
  ]);
});

test('entries of a point are checked against its owner’s schema before the owner reads them', async () => {
  const read: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@test/palette',
        installed: true,
        atelier: { points: { 'colours@1': './colour.schema.json' }, contributes: { commands: [{ id: 'palette.read', title: 'Read' }] } },
        files: {
          'colour.schema.json': JSON.stringify({
            type: 'object',
            required: ['name'],
            additionalProperties: false,
            properties: { name: { type: 'string' } },
          }),
          'main.js': `export default { activate(ctx) {
            const colours = ctx.contributions({ key: '@test/palette:colours@1' });
            ctx.handle('palette.read', async () => colours.items);
          } };`,
        },
      },
      extension('@test/red', () => undefined, {
        optional: { '@test/palette': '^1.0.0' },
        contributes: { '@test/palette:colours@1': [{ name: 'red' }] },
      }),
      extension('@test/noise', () => undefined, {
        optional: { '@test/palette': '^1.0.0' },
        contributes: { '@test/palette:colours@1': [{ name: 7 }] },
      }),
    ],
  });
  read.push(await kernel.run('palette.read'));
  expect(read).toEqual([[{ from: '@test/red', value: { name: 'red' } }]]);
});

test('one may use what one declared, and is told in a sentence about everything else', async () => {
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
      asking('@test/stranger', {}, async ctx => void answers.push(await problemOf((async () => ctx.find(Greeter))()))),
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
  for (const command of ['friend.ask', 'stranger.ask', 'wisher.ask']) await kernel.run(command);
  expect(answers).toMatchInlineSnapshot(`
    [
      "Hello, friend.",
      [
        "extension/unknown-token",
        "@test/friend asked for @test/greeter:Greeter@2, which nobody provides; @test/greeter provides @test/greeter:Greeter@1. Ask for one of those, or update @test/greeter.",
      ],
      [
        "extension/not-owner",
        "@test/friend tried to provide @test/greeter:Greeter@1, which belongs to @test/greeter. Use a name that starts with "@test/friend:", or ask the authors of @test/greeter.",
      ],
      [
        "extension/undeclared-dependency",
        "@test/stranger asked for @test/greeter:Greeter@1 without listing @test/greeter. Add "@test/greeter" to atelier.requires or atelier.optional in its package.json.",
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
        "@test/wisher used ctx.fetch without asking for it. Add "net": ["example.org"] to atelier.rights in its package.json.",
      ],
      [
        "extension/right-missing",
        "@test/wisher used ctx.notify without asking for it. Add "notify": true to atelier.rights in its package.json.",
      ],
    ]
  `);
});

test('a service goes on working after its provider was restarted, and says so while it is off', async () => {
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

test('nobody can change through a service what another holds', async () => {
  const held = { list: ['a'] };
  interface Store {
    read(): Promise<{ list: string[] }>;
  }
  const Store = defineToken<Store>('@test/store:Store@1');
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

test('disabling takes dependents along, undoes everything and takes contributions back; enabling brings all of it again', async () => {
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

test('what the person switched off stays off after a restart', async () => {
  const first = await testKernel({ extensions: [greeter] });
  await first.disable('@test/greeter');
  await first.close();
  await using second = await testKernel({ profile: first.profile });
  expect(second.statuses().map(one => [one.id, one.state])).toEqual([['@test/greeter', 'stopped']]);
});

test('a channel wakes its owner, checks what comes in, and answers errors with codes', async () => {
  const heard: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@test/notes',
        installed: true,
        atelier: { channels: { notes: './notes.channel.json' } },
        files: {
          'notes.channel.json': notesFile,
          'main.js': `export default { activate(ctx) {
            let count = 0;
            const notes = ctx.serve({ id: 'notes' }, {
              add: async ({ text }) => { count += 1; notes.emit('added', { text }); return { count }; },
              fail: async () => { throw new Error('disk on fire'); },
            });
          } };`,
        },
      },
    ],
  });
  const notes = kernel.client(Notes);
  const handle = notes.on('added', event => heard.push(event));
  const outcomes = [
    await notes.call('add', { text: 'milk' }),
    await problemOf(notes.call('add', { text: 7 } as never)),
    await problemOf(notes.call('fail', {})),
    await problemOf(notes.call('nothing' as never, {} as never)),
    await problemOf(kernel.client(defineChannel<NotesShape>('nowhere')).call('add', { text: '' })),
  ];
  await handle.dispose();
  expect({ outcomes: outcomes.map(one => (Array.isArray(one) ? one[0] : one)), heard }).toEqual({
    outcomes: [{ count: 1 }, 'channel/invalid-params', 'extension/call-failed', 'channel/unknown-member', 'channel/unknown'],
    heard: [{ text: 'milk' }],
  });
});

test('only plugins that came with the program may switch others, whatever they list', async () => {
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

test('a context that is used after the end refuses with a sentence', async () => {
  let late: (() => unknown) | undefined;
  await using kernel = await testKernel({
    extensions: [
      extension('@test/late', ctx => {
        late = () => ctx.defer('too late', () => undefined);
      }),
    ],
  });
  await kernel.wake('@test/late');
  await kernel.disable('@test/late');
  expect(await problemOf((async () => late?.())())).toEqual(['extension/stopped', expect.stringContaining('ctx.defer')]);
});

test('the second start reads one index, and sees a changed, a new and a vanished package all the same', async () => {
  const first = await testKernel({ extensions: [greeter, { ...greeter, id: '@test/second' }] });
  await first.close();
  const index = join(first.host.paths.userData, 'cache', 'manifests.json');
  const written = existsSync(index);
  const manifest = join(first.profile, 'bundled', 'test-0', 'package.json');
  writeFileSync(manifest, JSON.stringify({ name: '@test/greeter', version: '3.0.0', engines: { atelier: '^1.0.0' }, atelier: {} }));
  await using second = await testKernel({ profile: first.profile, extensions: [] });
  expect([written, second.statuses().map(one => [one.id, one.version])]).toEqual([
    true,
    [
      ['@test/greeter', '3.0.0'],
      ['@test/second', '1.0.0'],
    ],
  ]);
});
