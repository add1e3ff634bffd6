import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 60_000 });

const hungry = (id: string, greed: string): TestExtension => ({
  id,
  installed: true,
  atelier: {
    contributes: { commands: [{ id: `${id.slice(6)}.begin`, title: 'begin' }] },
    channels: { [id.slice(6)]: './it.channel.json' },
  },
  files: {
    'it.channel.json': JSON.stringify({
      channel: id.slice(6),
      calls: {},
      events: { said: { payload: { type: 'object', additionalProperties: false } } },
    }),
    'main.js': `export default { activate(ctx) {
      const channel = ctx.serve({ id: '${id.slice(6)}' }, {});
      ctx.handle('${id.slice(6)}.begin', async () => { ${greed} return null; });
    } };`,
  },
});

const spinning = hungry(
  '@test/spinning',
  'setInterval(() => { const end = performance.now() + 40; while (performance.now() < end); }, 1);',
);
const growing = hungry('@test/growing', 'globalThis.kept = Array.from({ length: 30 }, () => Buffer.alloc(5e6, 1));');
const flooding = hungry('@test/flooding', "setInterval(() => { for (let i = 0; i < 20; i++) channel.emit('said', {}); }, 5);");
const quiet = hungry('@test/quiet', '');

const patience = { graceMs: 300, stopMs: 600, calmMs: 60_000 };
const little = { cpuPercent: 5, memoryMegabytes: 150, eventsPerSecond: 100, networkMegabytesPerMinute: 60, storageMegabytes: 90 };

test.for([
  [spinning, 'cpuPercent', 'more than 5 % of a processor'],
  [growing, 'memoryMegabytes', 'more than 150 MB at once'],
  [flooding, 'eventsPerSecond', 'more than 100 events a second'],
] as const)(
  'an extension over its budget is slowed down, then stopped, and the person is notified each time: %s',
  async ([greedy, resource, words], context) => {
    context.skip(process.platform !== 'linux', 'what a process uses is read from /proc, which only Linux has');
    await using kernel = await testKernel({ extensions: [greedy, quiet], costs: { patience, everyMs: 200 } });
    // How much of a busy machine a process gets varies: only the resource under test has a budget.
    const wide = {
      ...{ cpuPercent: 10_000, memoryMegabytes: 100_000, eventsPerSecond: 100_000, networkMegabytesPerMinute: 100_000 },
      storageMegabytes: 100_000,
    };
    await kernel.setBudget(greedy.id, { ...wide, [resource]: little[resource] });
    await kernel.setBudget(quiet.id, wide);
    const slowed: unknown[] = [];
    await kernel.run(`${quiet.id.slice(6)}.begin`);
    await kernel.run(`${greedy.id.slice(6)}.begin`);
    await vi.waitFor(
      () => {
        const costs = kernel.costs().find(({ id }) => id === greedy.id);
        if (costs?.slowed) slowed.push(...costs.slowed);
        expect(kernel.statuses().find(({ id }) => id === greedy.id)?.state).toBe('failed');
      },
      { timeout: 120_000, interval: 50 },
    );
    const { problem } = kernel.statuses().find(({ id }) => id === greedy.id)!;
    expect({
      slowed: [...new Set(slowed)],
      problem: [problem?.code, problem?.message.includes(words)],
      notices: kernel.notices().map(({ code, extension, message }) => [code, extension, message.includes(words)]),
      quiet: [await kernel.run('quiet.begin'), kernel.statuses().find(({ id }) => id === quiet.id)?.state],
    }).toEqual({
      slowed: [resource],
      problem: ['extension/over-budget', true],
      notices: [
        ['extension/slowed', greedy.id, true],
        ['extension/over-budget', greedy.id, true],
      ],
      quiet: [null, 'active'],
    });
  },
);

test('a budget that the person set survives a restart, and can be reset to that of its kind', async () => {
  const first = await testKernel({ extensions: [quiet] });
  const budgetOf = (kernel: typeof first) => kernel.costs().find(({ id }) => id === quiet.id)?.budget;
  await first.run('quiet.begin');
  const ordinary = budgetOf(first);
  await first.setBudget(quiet.id, little);
  const set = budgetOf(first);
  await first.close();
  await using second = await testKernel({ extensions: [quiet], profile: first.profile });
  await second.run('quiet.begin');
  const kept = budgetOf(second);
  await second.setBudget(quiet.id, undefined);
  expect({ set, kept, back: budgetOf(second) }).toEqual({ set: little, kept: little, back: ordinary });
});
