import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { processesUnder } from '../../../tests/support/processes.ts';

test('S10: whatever a command of open mode left running has ended before anybody is told of secure mode', async () => {
  await using server = await openModelServer({
    tools: [{ name: 'bash', arguments: { command: 'echo begun; (sleep 98741 & sleep 98742); wait' } }],
  });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeModels(join(profile, 'user-data', '.agent', 'agent'), server.url);
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], profile });
  const agent = kernel.client(AgentChannel);
  const conversation = 'c1';
  const sleeping = () => processesUnder('sleep 9874').filter(({ command }) => command.startsWith('sleep')).length;
  const told: unknown[] = [];
  agent.on('event', event => {
    if (event.kind === 'settings' && event.accessMode !== undefined) told.push([event.accessMode, sleeping()]);
  });
  await agent.call('setModel', { conversation, model: 'local/m1' });
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  await agent.call('prompt', { conversation, text: 'wait' });
  await expect.poll(sleeping).toBe(2);
  await agent.call('setAccessMode', { conversation, mode: 'secure' });
  expect(told).toEqual([
    ['open', 0],
    ['secure', 0],
  ]);
});

function writeModels(directory: string, baseUrl: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const models = [{ id: 'm1', reasoning: false, input: ['text'], contextWindow: 100_000, maxTokens: 8192 }];
  const providers = { local: { baseUrl, api: 'openai-completions', apiKey: 'dummy', models } };
  writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers }), { mode: 0o600 });
}
