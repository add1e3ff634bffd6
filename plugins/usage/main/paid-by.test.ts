import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { AutomationChannel } from '@atelier/automation/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { UsageChannel } from '../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

test('what a run of a rule has used in a conversation that is shown counts for the automations, and what the person writes there afterwards for the person', async () => {
  await using server = await openModelServer({ text: 'Done.' });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const plugins = ['@atelier/conversations', '@atelier/automation', '@atelier/usage'];
  await using kernel = await testKernel({ plugins, profile });
  const [usage, automation, agent, conversations] = [
    kernel.client(UsageChannel),
    kernel.client(AutomationChannel),
    kernel.client(AgentChannel),
    kernel.client(ConversationsChannel),
  ];
  const ended: string[] = [];
  agent.on('event', ({ kind, conversation }) => void (kind === 'turnEnded' && ended.push(conversation)));
  const payers = async () => {
    const { extensions } = await usage.call('overview', { range: 'today' });
    return Object.fromEntries(extensions.rows.map(({ key, sums }) => [key, sums.answers]));
  };
  const { id } = await automation.call('save', {
    draft: {
      title: 'Issues',
      trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'Europe/Paris' },
      action: { kind: 'instruction', instruction: 'List the issues.', where: 'visible', model: 'local/m1' },
      deliver: 'always',
      missed: { policy: 'latest' },
    },
  });
  await automation.call('runNow', { id, version: 1 });
  await expect.poll(() => ended.length, { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await payers())['@atelier/automation'], { timeout: 60_000 }).toBe(1);
  const ofRun = await payers();
  server.script({ text: 'Nothing more.' });
  await conversations.call('send', { conversation: ended[0] ?? '', text: 'And then?' });
  await expect.poll(async () => (await payers())[''], { timeout: 60_000 }).toBe(1);
  const after = await payers();
  expect([ofRun[''], after['@atelier/automation']]).toEqual([undefined, 1]);
});
