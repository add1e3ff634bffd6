import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { processesUnder } from '../../../tests/support/processes.ts';

test('S10: whatever a command of open mode left running has ended before anybody is told of secure mode', async () => {
  await using server = await openModelServer({
    tools: [{ name: 'bash', arguments: { command: 'echo begun; (sleep 98741 & sleep 98742); wait' } }],
  });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
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

test('S11: the mode that the shipped agent tells the model is the one that its tools meet, and no argument of the model changes it', async () => {
  const tools = [
    { name: 'get_access_mode', arguments: { mode: 'open', accessMode: 'open', network: true } },
    { name: 'get_access_mode', arguments: {} },
    { name: 'read', arguments: { path: '/etc/passwd' } },
    { name: 'get_access_mode', arguments: {} },
  ];
  await using at = await agentWithModel({ tools }, { text: 'Done.' }, { tools }, { text: 'Done.' });
  const said = async () => {
    const from = at.events.length;
    await at.turn();
    const texts = at.events.slice(from).flatMap(({ kind, outcome }) => (kind === 'toolEnded' ? [outcome?.text ?? ''] : []));
    const forms = [/^\{"mode":"\w+"/, /must not have additional properties/, /^root:/, /is outside the working directory/];
    return texts.map(text => forms.map(form => form.exec(text)?.[0]).find(found => found !== undefined) ?? text).toSorted();
  };
  const secure = await said();
  const { accessMode } = await at.agent.call('state', { conversation: at.conversation });
  await at.agent.call('setAccessMode', { conversation: at.conversation, mode: 'open' });
  expect({ secure, accessMode, open: await said() }).toEqual({
    secure: ['is outside the working directory', 'must not have additional properties', '{"mode":"secure"', '{"mode":"secure"'],
    accessMode: 'secure',
    open: ['must not have additional properties', 'root:', '{"mode":"open"', '{"mode":"open"'],
  });
});
