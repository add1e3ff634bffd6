import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AutomationChannel, type Draft, rights } from '../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

/** Offers an action, and hears of each run that ends. */
const lamp: TestExtension = {
  id: '@acme/lamp',
  installed: true,
  atelier: {
    requires: { '@atelier/automation': '^0.1.0' },
    rights: { uses: [rights.read] },
    taps: ['@atelier/automation:ruleRan@1'],
    contributes: {
      commands: [
        { id: 'lamp.blink', title: 'Blink' },
        { id: 'lamp.heard', title: 'Heard' },
      ],
      '@atelier/automation:actions@1': [{ id: 'blink', title: 'Blink the lamp', command: 'lamp.blink' }],
    },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      const heard = [];
      ctx.tap({ kind: 'notify', key: '@atelier/automation:ruleRan@1' }, async ran => void heard.push(ran));
      ctx.handle('lamp.blink', ({ settings, event }) => {
        if (settings.times > 3) throw new Error('the lamp broke');
        return { text: 'Blinked ' + settings.times + ' times, ' + Object.keys(event).length + ' fields.' };
      });
      ctx.handle('lamp.heard', () => heard);
    } };`,
  },
};

const draft = (action: Draft['action']): Draft => ({
  ...{ title: 'Evening', trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'Europe/Paris' }, action },
  ...{ deliver: 'never', missed: { policy: 'latest' } },
});

async function opened() {
  const kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [lamp] });
  onTestFinished(() => kernel.close());
  await kernel.grant(lamp.id, { uses: [rights.read] });
  const client = kernel.client(AutomationChannel);
  return {
    kernel,
    async ran(action: Draft['action']) {
      const { id } = await client.call('save', { draft: draft(action) });
      const { id: receipt } = await client.call('runNow', { id, version: 1 });
      const found = async () => await client.call('receipt', { id: receipt });
      await expect.poll(async () => (await found()).status).not.toBe('running');
      const { status, answer, problem } = await found();
      return { rule: id, receipt, said: [status, answer, problem?.message] };
    },
  };
}

const blink = (times: number) => ({ kind: 'extension', from: lamp.id, id: 'blink', settings: { times } }) as const;

test('an action that an installed extension offers is done by it with its settings, and its text or its error is in the receipt', async () => {
  const at = await opened();
  const [done, failed] = [await at.ran(blink(2)), await at.ran(blink(4))];
  expect([done.said, failed.said]).toEqual([
    ['ran', 'Blinked 2 times, 0 fields.', undefined],
    ['failed', undefined, expect.stringContaining('the lamp broke')],
  ]);
});

test('the word of a rule that emits one reaches who hears of runs, with the rule and the receipt', async () => {
  const at = await opened();
  // What hears of runs is awake.
  await at.kernel.run('lamp.heard', {});
  const emitted = await at.ran({ kind: 'emit', event: 'evening' });
  const blinked = await at.ran(blink(1));
  const heard = async () => await at.kernel.run('lamp.heard', {});
  await expect.poll(heard).toEqual([
    { rule: emitted.rule, receipt: emitted.receipt, status: 'ran', event: 'evening' },
    { rule: blinked.rule, receipt: blinked.receipt, status: 'ran' },
  ]);
});

test('before a rule is saved it is said that the action of an extension is given each message', async () => {
  const { kernel } = await opened();
  const trigger = { kind: 'event', event: 'messageReceived' } as const;
  const { needs } = await kernel.client(AutomationChannel).call('preflight', { draft: { ...draft(blink(1)), trigger } });
  expect(needs.map(({ text }) => text)).toContain('Gives @acme/lamp each message that you send, with the title of its conversation.');
});
