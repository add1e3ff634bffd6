import { extension, Greeter, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

test('an extension does not run until it is needed, and the extensions that it requires wake first', async () => {
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

test('startup extensions run before idle ones, and one that fails delays no other', async () => {
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
      message:
        '@test/broken 1.0.0 could not start: no luck. See its log, fix the cause and try again; everything it had set up was removed.',
      details: { id: '@test/broken', version: '1.0.0', reason: 'no luck.' },
    },
  ]);
});

test('the effects of an activation that throws are undone, and a retry starts from the beginning', async () => {
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

test('an activation that hangs is aborted after five seconds and leaves no effects', async () => {
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
    // The module is really imported, which needs turns of the real event loop.
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

test('a context that is used after the end throws an error with a sentence', async () => {
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
