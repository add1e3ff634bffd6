import { defineHook } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { Hooks } from './hooks.ts';

const order = ['@a/one', '@a/two', '@a/three'];

function table() {
  const failures: unknown[] = [];
  const hooks = new Hooks({
    position: id => order.indexOf(id),
    isInstalled: id => id.startsWith('@x/'),
    failed: (from, hook, error) => failures.push([from, hook, String(error)]),
    ran: () => undefined,
    signal: new AbortController().signal,
  });
  return { hooks, failures };
}

test('the first answer is the result and later taps are not called', async () => {
  const { hooks } = table();
  const asked: string[] = [];
  const hook = defineHook.first<string, string>('@a/owner:guard@1');
  hooks.tap(hook.key, '@a/three', async () => void asked.push('three'), {});
  hooks.tap(
    hook.key,
    '@a/two',
    async input => {
      asked.push('two');
      return `no ${String(input)}`;
    },
    {},
  );
  hooks.tap(hook.key, '@a/one', async () => void asked.push('one'), {});
  expect([await hooks.run(hook, 'shell'), asked]).toEqual(['no shell', ['one', 'two']]);
});

test('a policy tap that throws counts as the failure answer of its hook, and is logged', async () => {
  const { hooks, failures } = table();
  const hook = defineHook.first<string, { deny: string }>('@a/owner:guard@1', (_input, { from }) => ({ deny: `${from} did not answer.` }));
  hooks.tap(
    hook.key,
    '@a/one',
    () => {
      throw new Error('boom');
    },
    {},
  );
  hooks.tap(hook.key, '@a/two', async () => ({ deny: 'never reached' }), {});
  expect([await hooks.run(hook, 'x'), failures]).toEqual([
    { deny: '@a/one did not answer.' },
    [['@a/one', '@a/owner:guard@1', 'Error: boom']],
  ]);
});

test('an answer counts as its hook reads it, with who gave it, and one in a wrong form is a failure', async () => {
  const { hooks, failures } = table();
  const hook = defineHook.first<string, { deny: string; by: string }>(
    '@a/owner:guard@1',
    (_input, { from }) => ({ deny: 'not asked', by: from }),
    (answer, by) => (typeof answer === 'string' ? { deny: answer, by } : undefined),
  );
  const first = hooks.tap(hook.key, '@a/one', async () => 'no shell', {});
  hooks.tap(hook.key, '@a/two', async () => ({ deny: 'mine', by: '@a/one' }), {});
  expect([await hooks.run(hook, 'x'), failures]).toEqual([{ deny: 'no shell', by: '@a/one' }, []]);
  await first.dispose();
  expect([await hooks.run(hook, 'x'), failures]).toEqual([
    { deny: 'not asked', by: '@a/two' },
    [['@a/two', '@a/owner:guard@1', 'TypeError: the answer has a wrong form']],
  ]);
});

test('a pipe keeps the value from before a tap that fails or returns undefined', async () => {
  const { hooks, failures } = table();
  const hook = defineHook.pipe<string>('@a/owner:prompt@1');
  hooks.tap(hook.key, '@a/one', async value => `${String(value)}1`, {});
  hooks.tap(
    hook.key,
    '@a/two',
    async () => {
      throw new Error('lost');
    },
    {},
  );
  hooks.tap(hook.key, '@a/three', async value => `${String(value)}3`, {});
  expect([await hooks.run(hook, 'p'), failures.length]).toEqual(['p13', 1]);
});

test('what an installed extension answers in a pipe is read by its owner with the value before, and in a wrong form it is a failure that changes nothing', async () => {
  const { hooks, failures } = table();
  const plain = defineHook.pipe<string>('@a/owner:prompt@1');
  const hook = { ...plain, parseAnswer: (answer: unknown, before: string) => (typeof answer === 'string' ? before + answer : undefined) };
  const answers: unknown[] = [7, null, {}, '+', undefined];
  for (const answer of answers) hooks.tap(hook.key, '@x/odd', async () => answer, {});
  hooks.tap(hook.key, '@a/three', async value => `${String(value)}3`, {});
  const wrong = ['@x/odd', '@a/owner:prompt@1', 'TypeError: the answer has a wrong form'];
  expect([await hooks.run(hook, 'p'), failures.splice(0)]).toEqual(['p+3', [wrong, wrong, wrong]]);
  // Of a bundled owner that reads none, none counts.
  expect([await hooks.run(plain, 'p'), failures]).toEqual(['p3', [wrong, wrong, wrong, wrong]]);
});

test('between installed extensions an answer in a pipe counts as it is where its owner reads none', async () => {
  const { hooks, failures } = table();
  const hook = defineHook.pipe<string>('@x/owner:prompt@1');
  hooks.tap(hook.key, '@x/other', async value => `${String(value)}!`, {});
  expect([await hooks.run(hook, 'p'), failures]).toEqual(['p!', []]);
});

test('all taps of a notify hook run, although one of them throws', async () => {
  const { hooks, failures } = table();
  const calls: string[] = [];
  const hook = defineHook.notify<string>('@a/owner:done@1');
  hooks.tap(
    hook.key,
    '@a/one',
    async () => {
      throw new Error('busy');
    },
    {},
  );
  hooks.tap(hook.key, '@a/two', async input => void calls.push(String(input)), {});
  expect([await hooks.run(hook, 'hello'), calls, failures.length]).toEqual([undefined, ['hello'], 1]);
});

test('a tap that answers without a promise counts like any other, whatever kind of hook it taps', async () => {
  const { hooks, failures } = table();
  const [first, pipe, notify] = [
    defineHook.first<string, string>('@a/owner:guard@1'),
    defineHook.pipe<string>('@a/owner:change@1'),
    defineHook.notify<string>('@a/owner:told@1'),
  ];
  const told: unknown[] = [];
  // Types promise a promise; an extension that is written in JavaScript does not.
  const plain = (answer: (input: unknown) => unknown) => answer as (input: unknown) => Promise<unknown>;
  hooks.tap(
    first.key,
    '@a/one',
    plain(() => 'no'),
    {},
  );
  hooks.tap(
    pipe.key,
    '@a/one',
    plain(input => `${input}!`),
    {},
  );
  hooks.tap(
    notify.key,
    '@a/one',
    plain(input => told.push(input)),
    {},
  );
  expect([await hooks.run(first, 'x'), await hooks.run(pipe, 'x'), await hooks.run(notify, 'x'), told, failures]).toEqual([
    'no',
    'x!',
    undefined,
    ['x'],
    [],
  ]);
});

test('`stage` and `before` move a tap from its position in the plan', async () => {
  const { hooks } = table();
  const seen: string[] = [];
  const hook = defineHook.notify<null>('@a/owner:done@1');
  const note = (name: string) => async () => void seen.push(name);
  hooks.tap(hook.key, '@a/one', note('one, late'), { stage: 10 });
  hooks.tap(hook.key, '@a/two', note('two'), {});
  hooks.tap(hook.key, '@a/three', note('three, before two'), { before: '@a/two' });
  await hooks.run(hook, null);
  expect(seen).toEqual(['three, before two', 'two', 'one, late']);
});

test('a removed tap is not called again, and a tap added later is', async () => {
  const { hooks } = table();
  const seen: string[] = [];
  const hook = defineHook.notify<null>('@a/owner:done@1');
  const first = hooks.tap(hook.key, '@a/one', async () => void seen.push('one'), {});
  await hooks.run(hook, null);
  await first.dispose();
  hooks.tap(hook.key, '@a/two', async () => void seen.push('two'), {});
  await hooks.run(hook, null);
  expect(seen).toEqual(['one', 'two']);
});
