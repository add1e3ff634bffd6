import { rights } from '@atelier/agent/contract';
import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AutomationChannel, type Draft } from '../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

/** Tells that its bell rings. */
const bell: TestExtension = {
  id: '@acme/bell',
  installed: true,
  atelier: {
    requires: { '@atelier/automation': '^0.1.0', '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' },
    rights: { uses: [rights.write, rights.spend] },
    contributes: {
      commands: [{ id: 'bell.ring', title: 'Ring' }],
      '@atelier/automation:triggers@1': [{ id: 'bell', title: 'The bell rings', fields: ['text'] }],
    },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('bell.ring', () => ctx.get({ key: '@atelier/automation:Automation@1' }).fire('bell', { text: 'ding' }));
    } };`,
  },
};

const draft = (more: Partial<Draft>): Draft => ({
  title: 'Tell',
  trigger: { kind: 'extension', from: bell.id, id: 'bell' },
  action: { kind: 'command', command: 'automation.toolList' },
  deliver: 'never',
  missed: { policy: 'latest' },
  ...more,
});

test('X4: what the event of an installed extension sets off does nothing that the extension may not do itself, and its receipt says why', async () => {
  const kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [bell] });
  onTestFinished(() => kernel.close());
  await kernel.grant(bell.id, {});
  const client = kernel.client(AutomationChannel);
  const { id: command } = await client.call('save', { draft: draft({}) });
  const instruction = { kind: 'instruction', instruction: 'Look.', where: 'hidden' } as const;
  const { id: model } = await client.call('save', { draft: draft({ action: instruction }) });
  const { id: notice } = await client.call('save', { draft: draft({ action: { kind: 'notify', text: 'Ding' } }) });
  await kernel.run('bell.ring', {});
  const told = async (rule: string) =>
    (await client.call('receipts', { rule })).receipts.map(({ status, problem }) => [status, problem?.message.split(':')[0] ?? '']);
  await expect.poll(async () => (await told(notice))[0]?.[0]).toBe('ran');
  await expect.poll(async () => [(await told(command))[0]?.[0], (await told(model))[0]?.[0]]).toEqual(['failed', 'failed']);
  expect({ command: await told(command), model: await told(model) }).toEqual({
    command: [['failed', '@acme/bell may not use @atelier/kernel']],
    model: [['failed', expect.stringContaining('@acme/bell')]],
  });
});

test('what such an event may not set off is said before the rule is saved, and changes with the rights of the extension', async () => {
  const kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [bell] });
  onTestFinished(() => kernel.close());
  await kernel.grant(bell.id, {});
  const client = kernel.client(AutomationChannel);
  const lacks = async (more: Partial<Draft>) =>
    (await client.call('preflight', { draft: draft(more) })).needs.flatMap(({ what, has, text }) =>
      what === 'extension' && !has ? [text.split(': ')[0]] : [],
    );
  const instruction = (where: 'hidden' | 'visible') => ({ action: { kind: 'instruction', instruction: 'Look.', where } as const });
  const of = async () => [
    await lacks({}),
    await lacks(instruction('hidden')),
    await lacks(instruction('visible')),
    await lacks({ action: { kind: 'notify', text: 'Ding' } }),
    await lacks({ trigger: { kind: 'event', event: 'turnEnded' } }),
  ];
  const without = await of();
  await kernel.grant(bell.id, { uses: [rights.write, rights.spend] });
  const says = (words: string) => [`What it sets off acts for @acme/bell, which ${words}`];
  const [commands, hidden] = [says('may not run commands'), says('may not use a hidden conversation')];
  expect({ without, granted: await of() }).toEqual({
    without: [commands, hidden, says('you have not allowed to write into conversations and to use models'), [], []],
    granted: [commands, hidden, [], [], []],
  });
});
