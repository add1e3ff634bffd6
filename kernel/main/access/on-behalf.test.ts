import { defineHook, defineToken } from '@atelier/kernel';
import { extension, problemOf, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

interface Bank {
  pay(): Promise<string>;
  look(): Promise<string>;
  serve(): Promise<string>;
}
const Bank = defineToken<Bank>('@test/bank:Bank@1', { pay: { rights: ['notify'] }, look: 'bundled', serve: 'bundled-for-others' });
const bank = extension('@test/bank', ctx => {
  ctx.provide(Bank, {
    pay: async () => `paid for ${ctx.onBehalfOf() ?? 'nobody'}`,
    look: async () => 'looked',
    serve: async () => 'served',
  });
});

/** Provides a service that asks the bank, in whatever process it runs. */
function deputy(id: `@test/${string}`, installed: boolean): TestExtension {
  const key = `${id}:Deputy@1`;
  return {
    id,
    installed,
    files: {
      'main.js': `export default { activate(ctx) {
        const bank = ctx.get({ key: '${Bank.key}' });
        const ask = async method => { await new Promise(done => setImmediate(done)); return bank[method](); };
        ctx.provide({ key: '${key}', access: { ask: 'everybody', later: 'everybody' } }, { ask, later: async () => { setImmediate(() => {}); return ask('pay'); } });
      } };`,
    },
    atelier: { requires: { '@test/bank': '^1.0.0' }, rights: { notify: true } },
  };
}

function client(id: string, installed: boolean, owner: string, rights: object): TestExtension {
  const word = id.slice('@test/'.length);
  return {
    id,
    installed,
    files: {
      'main.js': `export default { activate(ctx) {
        ctx.handle('${word}.ask', async ([owner, method]) => ctx.get({ key: owner + ':Deputy@1' }).ask(method));
      } };`,
    },
    atelier: { requires: { [owner]: '^1.0.0' }, rights, contributes: { commands: [{ id: `${word}.ask`, title: 'Ask' }] } },
  };
}

test.for([
  ['a bundled plugin', false],
  ['an installed extension', true],
] as const)('X4: %s that acts for an installed extension has the lesser right of both', async ([, installed]) => {
  await using kernel = await testKernel({
    extensions: [
      bank,
      deputy('@test/deputy', installed),
      client('@test/poor', true, '@test/deputy', {}),
      client('@test/rich', true, '@test/deputy', { notify: true }),
      client('@test/ours', false, '@test/deputy', {}),
    ],
  });
  await kernel.grant('@test/deputy', { notify: true });
  await kernel.grant('@test/rich', { notify: true });
  const outcome = async (who: string, method: string) => {
    const answer = await problemOf(kernel.run(`${who}.ask`, ['@test/deputy', method]));
    // An error that passes the process of an installed extension keeps its sentence and loses the code, with which it could blame another.
    return Array.isArray(answer) ? (installed ? 'refused' : answer[0]) : (answer as { value: unknown }).value;
  };
  expect({
    poor: [await outcome('poor', 'pay'), await outcome('poor', 'look'), await outcome('poor', 'serve')],
    rich: [await outcome('rich', 'pay'), await outcome('rich', 'look'), await outcome('rich', 'serve')],
    ours: [await outcome('ours', 'pay'), await outcome('ours', 'look')],
  }).toEqual({
    poor: installed ? Array(3).fill('refused') : ['extension/right-missing', 'extension/not-allowed', 'served'],
    rich: ['paid for @test/rich', ...(installed ? ['refused', 'refused'] : ['extension/not-allowed', 'served'])],
    ours: installed ? ['paid for @test/deputy', 'refused'] : ['paid for nobody', 'looked'],
  });
});

test('X4: a plugin that an extension wakes acts for itself afterwards', async () => {
  let tick: () => Promise<string> = async () => 'never';
  const sleeper = extension(
    '@test/deputy',
    ctx => {
      const [bound] = [ctx.get(Bank)];
      tick = () => bound.look();
      ctx.provide(defineToken<{ ask(method: string): Promise<string> }>('@test/deputy:Deputy@1', { ask: 'everybody' }), {
        ask: async () => 'woken',
      });
      const timer = setImmediate(() => undefined);
      ctx.defer('timer', () => clearImmediate(timer));
    },
    { requires: { '@test/bank': '^1.0.0' } },
  );
  await using kernel = await testKernel({ extensions: [bank, sleeper, client('@test/poor', true, '@test/deputy', {})] });
  expect([await kernel.run('poor.ask', ['@test/deputy', 'x']), await tick()]).toEqual(['woken', 'looked']);
});

const guard = defineHook.first<string, { deny: string }>(
  '@test/owner:guard@1',
  (_input, { from, isRunning }) => ({ deny: `${from} ${isRunning ? 'failed' : 'does not run'}` }),
  answer => (typeof Object(answer).deny === 'string' ? (answer as { deny: string }) : undefined),
);

function guarding(id: string, source: string): TestExtension {
  return {
    id,
    installed: true,
    files: { 'main.js': source },
    atelier: { requires: { '@test/owner': '^1.0.0' }, taps: [guard.key], rights: { uses: ['@test/owner:guard'] } },
  };
}

async function guarded(...guards: readonly TestExtension[]) {
  const owner = extension('@test/owner', ctx => void ctx.handle('owner.run', async () => (await ctx.run(guard, 'rm')) ?? 'allowed'), {
    access: { 'guard@1': { rights: ['@test/owner:guard'] } },
    definesRights: { guard: { title: 'see what is run', description: 'Each run waits for it.' } },
    contributes: { commands: [{ id: 'owner.run', title: 'Run' }] },
  });
  const kernel = await testKernel({ extensions: [owner, ...guards] });
  for (const { id } of guards) await kernel.grant(id, { uses: ['@test/owner:guard'] });
  return kernel;
}

const failing = guarding('@test/failing', "export default { activate() { throw new Error('no disk'); } };");
const tapping = (id: string, answer: string) =>
  guarding(id, `export default { activate(ctx) { ctx.tap({ kind: 'first', key: '${guard.key}' }, async () => (${answer})); } };`);

test('X11: a guard that does not start blocks and is named, until the person switches it off or withdraws its right', async () => {
  await using kernel = await guarded(failing);
  const blocked = await kernel.run('owner.run');
  await kernel.disable('@test/failing');
  const off = await kernel.run('owner.run');
  await kernel.enable('@test/failing');
  const again = await kernel.run('owner.run');
  await kernel.grant('@test/failing', {});
  expect([blocked, off, again, await kernel.run('owner.run')]).toEqual([
    { deny: '@test/failing does not run' },
    'allowed',
    { deny: '@test/failing does not run' },
    'allowed',
  ]);
});

test('X11: a guard that is starting is waited for, by each of the calls that need it', async () => {
  await using kernel = await guarded(tapping('@test/slow', "await new Promise(resolve => setTimeout(resolve)), { deny: 'no' }"));
  expect(await Promise.all([kernel.run('owner.run'), kernel.run('owner.run'), kernel.run('owner.run')])).toEqual(
    Array(3).fill({ deny: 'no' }),
  );
});

test('X11: an answer without a reason neither allows nor beats the veto of another', async () => {
  await using kernel = await guarded(tapping('@test/empty', '{}'), tapping('@test/strict', "{ deny: 'no' }"));
  expect(await kernel.run('owner.run')).toEqual({ deny: '@test/empty failed' });
});

test('X4: a tap without the right is refused where it was not asked for, and not run where it was not granted', async () => {
  const silent = tapping('@test/silent', "{ deny: 'no' }");
  const { rights: _rights, ...unasked } = silent.atelier ?? {};
  await using kernel = await guarded(silent, { ...silent, id: '@test/unasked', atelier: unasked });
  await kernel.grant('@test/silent', {});
  const ungranted = await kernel.run('owner.run');
  await kernel.grant('@test/silent', { uses: ['@test/owner:guard'] });
  expect([await problemOf(kernel.wake('@test/unasked')), ungranted, await kernel.run('owner.run')]).toEqual([
    ['extension/right-missing', expect.stringContaining('"uses": ["@test/owner:guard"]')],
    'allowed',
    { deny: 'no' },
  ]);
});
