import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { IsolateOptions } from '../../kernel/main/isolate/isolate.ts';
import { defaultLimits, type IsolateLimits } from '../../kernel/main/isolate/isolate-limits.ts';
import { bench, codeOf, sandbox } from './support.ts';

const soon: IsolateLimits = { ...defaultLimits, stopMs: 300, hangMs: 400, floodMs: 250, storeMs: 500, callMs: 300 };
const modes: [string, Partial<IsolateOptions>][] = [['permission flags', { sandbox: undefined, limits: soon }]];
if (sandbox) modes.push(['the sandbox', { limits: soon }]);

/** What it does, how that ends, the fewest turns of the kernel meanwhile, and after how long it counts as hung. */
const misbehaviours: readonly [string, string, string, number, number][] = [
  ['loop for ever', 'hung', 'extension/hung', 50, 400],
  ['loop for ever, in the end', 'hung', 'extension/hung', 50, 400],
  ['fill the heap', 'memory', 'extension/out-of-memory', 0, 20000],
  ['leave', 'crashed', 'extension/crashed', 0, 400],
  ['throw later', 'crashed', 'extension/crashed', 0, 400],
  ['send 100,000 messages', 'flood', 'extension/flooded', 20, 400],
  ['ask 100,000 times', 'flood', 'extension/flooded', 20, 400],
  ['send a line of 100 MB', 'protocol', 'extension/protocol', 0, 400],
  ['send what is no message', 'protocol', 'extension/protocol', 0, 400],
  ['answer calls that nobody made', 'protocol', 'extension/protocol', 0, 400],
  ['nest without end', 'protocol', 'extension/protocol', 0, 400],
];

// What differs between the two ways is how an end shows; the rest is the kernel's and is tried once.
const quick = sandbox && 'permission flags';
const quickly = ['loop for ever', 'fill the heap', 'leave', 'send 100,000 messages'];

/** Counts turns of this process's own loop; a kernel that is blocked counts none. */
function turns() {
  let count = 0;
  const timer = setInterval(() => (count += 1), 1);
  return { count: () => count, [Symbol.dispose]: () => clearInterval(timer) };
}

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

describe.each(modes)('under %s', (mode, changed) => {
  const other = bench('behaviours.mjs', { ...changed, limits: defaultLimits });
  beforeAll(async () => void (await other.start()));
  afterAll(() => other[Symbol.asyncDispose]());

  test.for(mode === quick ? misbehaviours.filter(([name]) => quickly.includes(name)) : misbehaviours)(
    `X5 X9: an extension that starts to "%s" is ended and named, and the kernel goes on`,
    async ([behaviour, reason, code, turnsAtLeast, hangMs]) => {
      await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs } }, { secret: async () => undefined });
      const isolated = await hostile.start();
      using counted = turns();

      const call = codeOf(hostile.run('behave', behaviour));
      const neighbour = await other.run('echo', 'well');
      const exit = await isolated.exited;
      await call;

      expect({ reason: exit.reason, code: exit.error?.code, names: exit.error?.message.includes('@acme/hostile'), neighbour }).toEqual({
        ...{ reason, code, names: true, neighbour: 'well' },
      });
      expect(counted.count()).toBeGreaterThan(turnsAtLeast);
      expect(hostile.meter.costs('@acme/hostile').crashes).toBe(1);
    },
  );

  test.for([
    ['activate-loop.mjs', 'extension/activation-timeout', 300],
    ['activate-never.mjs', 'extension/activation-timeout', 300],
    ['activate-exit.mjs', 'extension/crashed', 5000],
    ['activate-throw.mjs', 'Error: no luck', 5000],
    ['not-there.mjs', expect.stringContaining('Cannot find module'), 5000],
  ] as const)(`X6: an extension whose main is %s does not start, and the error says why`, async ([fixture, code, activationMs]) => {
    await using hostile = bench(fixture, { ...changed, limits: { ...soon, activationMs } });
    expect(await codeOf(hostile.start())).toEqual(code);
  });

  test(`X5: memory outside the heap is refused by the system, and the extension stays`, async context => {
    context.skip(process.platform !== 'linux', 'the limit is one of Linux');
    await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs: 20_000, callMs: 20_000 } });
    await hostile.start();
    const code = await codeOf(hostile.run('behave', 'fill the memory'));
    expect([code, await hostile.run('echo', 1)]).toEqual([expect.stringMatching(/^Error: .*allocat/), 1]);
  });

  test(`X5: a flood of output is cut short in the log, and the extension stays`, async () => {
    await using chatty = bench('behaviours.mjs', {
      ...changed,
      limits: { ...soon, hangMs: 20_000, callMs: 20_000, logBytesPerSecond: 10_000_000 },
    });
    await chatty.start();
    await chatty.run('behave', 'print without end');
    expect({ few: chatty.logged.length < 1000, echo: await chatty.run('echo', 1) }).toEqual({ few: true, echo: 1 });
  });

  test(`X4: keys that reach prototypes, ids that are taken and verbs that are none change nothing`, async () => {
    const notified: unknown[] = [];
    const services: Record<string, unknown> = { save: async () => 'saved' };
    await using hostile = bench('behaviours.mjs', changed, { notify: async notification => void notified.push(notification) });
    hostile.services.set('@acme/notes:Notes@1', services);
    await hostile.start();
    const commands = [...hostile.commands.keys()];
    await hostile.run('pollute');
    await hostile.run('forge');

    expect({
      echo: await hostile.run('echo', 'still here'),
      notified,
      own: notified.map(one => Object.getOwnPropertyNames(one)),
      polluted: (Object.prototype as { polluted?: boolean }).polluted,
      commands: [...hostile.commands.keys()],
      emitted: hostile.emitted,
    }).toEqual({ echo: 'still here', notified: [{ title: 't' }], own: [['title']], polluted: undefined, commands, emitted: [] });
  });

  test(`X5: a query without end is ended in its store, the kernel goes on, and the extension may query again`, async () => {
    await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs: 20_000, callMs: 20_000 } });
    await hostile.start();
    using counted = turns();
    const outcome = await hostile.run('database', 'endless');
    expect({ outcome, named: hostile.logged.filter(line => line.includes('A database call of @acme/hostile ran longer')).length }).toEqual({
      outcome: { code: 'storage/too-slow', after: { one: 1 } },
      named: 1,
    });
    expect(counted.count()).toBeGreaterThan(50);
  });

  test(`X2: SQL that reaches other files or settings is refused`, async () => {
    await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs: 20_000, callMs: 20_000, storeMs: 10_000 } });
    await hostile.start();
    const outcome = Object.fromEntries((await hostile.run('database', 'refused')) as [string, string][]);
    expect(Object.values(outcome)).toEqual([...Array(8).fill('storage/statement-refused'), 'done', 'storage/bad-statement']);
    expect(existsSync(join(hostile.options.dataFolder, 'x'))).toBe(false);
  });

  test(`X14: stopping ends the process, also one that does not listen, and what waited for it is told`, async () => {
    await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs: 20_000, callMs: 20_000 } });
    const isolated = await hostile.start();
    const waiting = codeOf(hostile.run('behave', 'say nothing'));
    const looping = codeOf(hostile.run('behave', 'loop for ever'));
    await isolated.stop();
    expect({
      reason: (await isolated.exited).reason,
      waiting: [await waiting, await looping, await codeOf(hostile.run('echo'))],
      process: existsSync(`/proc/${isolated.pid}`),
    }).toEqual({ reason: 'stopped', waiting: ['extension/gone', 'extension/gone', 'extension/gone'], process: false });
  });

  test(`a call that is never answered fails by itself, and the extension stays`, async () => {
    await using hostile = bench('behaviours.mjs', { ...changed, limits: { ...soon, hangMs: 1000 } });
    await hostile.start();
    expect([await codeOf(hostile.run('behave', 'say nothing')), await hostile.run('echo', 1)]).toEqual(['extension/no-answer', 1]);
  });
});

test('the sandbox of the system was tried as well', context => context.skip(!sandbox, 'this machine has no bubblewrap that works'));
