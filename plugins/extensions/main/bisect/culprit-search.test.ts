import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { BlameChannel } from '../../contract/index.ts';

// A machine under load needs seconds to start a process.
vi.setConfig({ testTimeout: 60_000 });

const made = (name: string, requires: Record<string, string> = {}): TestExtension => ({
  id: `@test/${name}`,
  installed: true,
  atelier: { requires },
  files: { 'main.js': 'export default { activate() {} };' },
});
const extensions = [made('one'), made('two', { '@test/one': '^1.0.0' }), made('three'), made('four'), made('off')];
const plugins = ['@atelier/extensions'];

const states = (kernel: TestKernel) =>
  Object.fromEntries(
    kernel
      .statuses()
      .filter(({ bundled }) => !bundled)
      .map(({ id, state }) => [id.slice(6), state]),
  );
const allOn = { one: 'dormant', two: 'dormant', three: 'dormant', four: 'dormant', off: 'stopped' };
const isBroken = (kernel: TestKernel, culprit: string) => states(kernel)[culprit] === 'dormant';

test('a culprit is found across restarts of the app, and the other extensions keep their state', async () => {
  const first = await testKernel({ plugins, extensions });
  await first.disable('@test/off');
  const before = states(first);
  let blame = await first.client(BlameChannel).call('begin', {});
  blame = await first.client(BlameChannel).call('answer', { broken: isBroken(first, 'one'), step: blame.step });
  const cut = states(first);
  const asked = [blame.phase, blame.step, blame.most];
  await first.close();

  await using second = await testKernel({ plugins, extensions, profile: first.profile });
  const found = second.client(BlameChannel);
  const again = await found.call('look', {});
  const resumed = states(second);
  const stale = await found.call('answer', { broken: true, step: 1 });
  blame = stale;
  while (blame.phase === 'asking') blame = await found.call('answer', { broken: isBroken(second, 'one'), step: blame.step });
  const back = states(second);
  await found.call('end', {});
  expect({
    before,
    asked,
    resumed,
    again: [again.phase, again.step, again.off],
    stale: [stale.step, stale.off],
    found: [blame.phase, blame.culprit, blame.step <= blame.most],
    back,
    over: (await found.call('look', {})).phase,
  }).toEqual({
    before: allOn,
    asked: ['asking', 2, 3],
    resumed: cut,
    again: ['asking', 2, ['@test/two']],
    stale: [2, again.off],
    found: ['found', '@test/one', true],
    back: allOn,
    over: 'idle',
  });
});

test('a search can be cancelled at any step, which restores everything', async () => {
  await using kernel = await testKernel({ plugins, extensions });
  await kernel.disable('@test/off');
  const blame = kernel.client(BlameChannel);
  const outcomes: unknown[] = [];
  for (const answers of [[], [true], [false], [true, false]]) {
    let { step } = await blame.call('begin', {});
    for (const broken of answers) ({ step } = await blame.call('answer', { broken, step }));
    const during = Object.values(states(kernel)).filter(state => state === 'dormant').length;
    await blame.call('end', {});
    outcomes.push([during < 4 || answers.length === 2, states(kernel)]);
  }
  expect(outcomes).toEqual([allOn, allOn, allOn, allOn].map(all => [true, all]));
});

test('a step that was interrupted by the end of the app is completed at the next start', async () => {
  const first = await testKernel({ plugins, extensions });
  await first.client(BlameChannel).call('begin', {});
  await first.close();
  // As after a crash between storing the plan and switching the extensions.
  const file = new DatabaseSync(join(first.profile, 'user-data', 'data', 'atelier--extensions.sqlite'));
  file.exec("UPDATE hunted SET off = 1; UPDATE hunted SET suspect = 0 WHERE extension = '@test/four'; UPDATE hunt SET step = 2");
  file.close();
  await using second = await testKernel({ plugins, extensions, profile: first.profile });
  const blame = second.client(BlameChannel);
  await expect.poll(async () => (await blame.call('look', {})).off).not.toHaveLength(5);
  await expect.poll(() => Object.values(states(second)).filter(state => state === 'stopped')).toHaveLength(2);
  const { step, suspects, off } = await blame.call('look', {});
  const matches = off.every(id => states(second)[id.slice(6)] === 'stopped');
  await blame.call('end', {});
  expect({ step, suspects: suspects.length, matches, back: states(second) }).toEqual({
    step: 2,
    suspects: 4,
    matches: true,
    back: { ...allOn, off: 'dormant' },
  });
});
