import { readdirSync, readFileSync } from 'node:fs';
import { defineHook } from '@atelier/kernel';
import { asking, problemOf, type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 60_000 });

const commands = (word: string, ...names: readonly string[]) => ({ commands: names.map(name => ({ id: `${word}.${name}`, title: name })) });

const fragile: TestExtension = {
  id: '@test/fragile',
  installed: true,
  atelier: { contributes: commands('fragile', 'fall', 'wait', 'echo', 'pid') },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.defer('a socket', () => {});
      ctx.handle('fragile.fall', async () => { setImmediate(() => process.exit(3)); return null; });
      ctx.handle('fragile.wait', () => new Promise(() => {}));
      ctx.handle('fragile.echo', async args => args);
      ctx.handle('fragile.pid', async () => process.pid);
    } };`,
  },
};

const stateOf = (kernel: TestKernel, id: string) => kernel.statuses().find(one => one.id === id)?.state;

async function fall(kernel: TestKernel): Promise<void> {
  await kernel.retry('@test/fragile');
  await kernel.run('fragile.fall').catch(() => undefined);
  await until(() => stateOf(kernel, '@test/fragile') !== 'active');
}

test('X7: three crashes quarantine an extension, it stays off after a restart, and switching it on gives it another chance', async () => {
  const first = await testKernel({ extensions: [fragile] });
  const states: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    await fall(first);
    if (count < 2) states.push(stateOf(first, '@test/fragile'));
  }
  await until(() => stateOf(first, '@test/fragile') === 'quarantined');
  const effects = first.effects('@test/fragile');
  const asked = await problemOf(first.run('fragile.echo', 1));
  const notices = first.notices().map(({ code, extension }) => [code, extension]);
  await first.close();

  await using second = await testKernel({ extensions: [fragile], profile: first.profile });
  const after = [stateOf(second, '@test/fragile'), await problemOf(second.retry('@test/fragile')), second.folderOf('test--fragile')];
  await second.enable('@test/fragile');
  const again = await second.run('fragile.echo', 'here');
  await fall(second);
  expect({ states, effects, asked, notices, after, again, oneMore: stateOf(second, '@test/fragile') }).toEqual({
    states: ['failed', 'failed'],
    effects: [],
    asked: ['command/unknown', expect.any(String)],
    notices: [['extension/quarantined', '@test/fragile']],
    after: ['quarantined', ['extension/quarantined', expect.stringContaining('@test/fragile 1.0.0')], undefined],
    again: 'here',
    oneMore: 'failed',
  });
});

test('X14: switching an extension off ends its process and takes its files out of reach before the call returns', async context => {
  context.skip(process.platform !== 'linux', 'which processes run is read from /proc, which only Linux has');
  await using kernel = await testKernel({ extensions: [fragile] });
  const pid = await kernel.run('fragile.pid');
  const before = [isRunning(), kernel.folderOf('test--fragile') !== undefined];
  await kernel.disable('@test/fragile');
  expect({
    before,
    running: isRunning(),
    folder: kernel.folderOf('test--fragile'),
    effects: kernel.effects('@test/fragile'),
    pid,
  }).toEqual({
    before: [true, true],
    running: false,
    folder: undefined,
    effects: [],
    pid: expect.any(Number),
  });
});

test('a caller that waits for an extension which crashes gets an error that names it, at once', async () => {
  await using kernel = await testKernel({ extensions: [fragile] });
  await kernel.run('fragile.echo', 1);
  const waiting = [problemOf(kernel.run('fragile.wait')), problemOf(kernel.run('fragile.wait'))];
  await kernel.run('fragile.fall');
  const outcomes = await Promise.all(waiting);
  expect(outcomes).toEqual([
    ['extension/gone', expect.stringContaining('@test/fragile has stopped')],
    ['extension/gone', expect.stringContaining('@test/fragile has stopped')],
  ]);
  await until(() => stateOf(kernel, '@test/fragile') === 'failed');
  // Its cleanups died with the process: nothing remains, and no error is reported.
  expect([kernel.effects('@test/fragile'), logOf(kernel).filter(text => text.includes('a socket'))]).toEqual([[], []]);
});

const guard = defineHook.first<string, unknown>('@test/owner:guard@1', (input, { from }) => ({ denied: input, from }));
const silent: TestExtension = {
  id: '@test/silent',
  installed: true,
  atelier: { requires: { '@test/owner': '^1.0.0' }, taps: [guard.key] },
  files: {
    'main.js': `export default { activate: ctx => void ctx.tap({ kind: 'first', key: '${guard.key}' }, () => new Promise(() => {})) };`,
  },
};

test('a policy whose tap hangs in another process gets its failure answer after five seconds, and the log names the tap', async () => {
  const answers: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      asking('@test/owner', { access: { 'guard@1': 'everybody' } }, async ctx => void answers.push(await ctx.run(guard, 'rm'))),
      silent,
    ],
  });
  await kernel.wake('@test/silent');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asking = kernel.run('owner.ask');
    while (vi.getTimerCount() === 0) await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(5000);
    await asking;
  } finally {
    vi.useRealTimers();
  }
  expect([answers, logOf(kernel).filter(text => text.includes('did not answer'))]).toEqual([
    [{ denied: 'rm', from: '@test/silent' }],
    ['@test/silent did not answer in hook @test/owner:guard@1 within 5 s and was skipped. See the log of @test/silent.'],
  ]);
});

test('the failure answer of a hook whose owner runs in another process is awaited', async () => {
  const owner: TestExtension = {
    id: '@test/owner',
    installed: true,
    atelier: { access: { 'guard@1': 'everybody' }, contributes: commands('owner', 'ask') },
    files: {
      'main.js': `export default { activate(ctx) {
        const guard = { kind: 'first', key: '${guard.key}', onFailure: async (input, { from }) => ({ denied: input, from }) };
        ctx.handle('owner.ask', async () => ctx.run(guard, 'rm'));
      } };`,
    },
  };
  const failing: TestExtension = {
    ...silent,
    files: {
      'main.js': `export default { activate: ctx => void ctx.tap({ kind: 'first', key: '${guard.key}' }, async () => { throw 0; }) };`,
    },
  };
  await using kernel = await testKernel({ extensions: [owner, failing] });
  expect(await kernel.run('owner.ask')).toEqual({ denied: 'rm', from: '@test/silent' });
});

/** True while this process has a child that was started for an extension. */
function isRunning(): boolean {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.trim() !== '';
}

function logOf(kernel: TestKernel): string[] {
  const folder = `${kernel.host.paths.userData}/logs`;
  return readdirSync(folder).flatMap(name =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).text),
  );
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
