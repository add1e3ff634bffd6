import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import { agentOf, messagesIn, startedIn } from './running-turn.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

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

test('a change of the access mode is told to the model at once and hidden, also in a conversation that rests since an earlier start', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const conversation = 'c1';
  const turn = async ({ kernel, heard }: Awaited<ReturnType<typeof startedIn>>, text: string) => {
    heard.again();
    await agentOf(kernel).call('prompt', { conversation, text });
    await heard.ended();
  };
  const earlier = await startedIn(profile);
  await agentOf(earlier.kernel).call('setModel', { conversation, model: 'local/m1' });
  await turn(earlier, 'first');
  await earlier.kernel.close();

  const now = await startedIn(profile);
  const place = async () => {
    const { accessMode, cwd } = await agentOf(now.kernel).call('state', { conversation });
    return [accessMode, cwd?.replace(profile, '')];
  };
  const before = await place();
  await agentOf(now.kernel).call('setAccessMode', { conversation, mode: 'open' });
  const places = [before, await place()];
  await turn(now, 'second');
  await agentOf(now.kernel).call('setAccessMode', { conversation, mode: 'secure' });
  await turn(now, 'third');

  const form = /\[Atelier: access\].*Access mode: \w+/s;
  const sent = server.requests.map(({ body }) =>
    (body.messages ?? []).flatMap(({ role, content }) => {
      const text = typeof content === 'string' ? content : (content as readonly { text: string }[]).map(part => part.text).join('');
      const mode = form.exec(text)?.[0].split(' ').at(-1);
      return role === 'system' ? [] : [mode === undefined ? `${role}: ${text}` : `${role}: mode ${mode}`];
    }),
  );
  expect({ places: [...places, await place()], sent: sent.at(-1), shown: await messagesIn(now.kernel) }).toEqual({
    places: [
      ['secure', undefined],
      ['open', '/'],
      ['secure', '/user-data/workspace/global'],
    ],
    sent: ['user: first', 'assistant: One.', 'user: mode open', 'user: second', 'assistant: Two.', 'user: mode secure', 'user: third'],
    shown: [
      ['user', 'first', undefined],
      ['assistant', 'One.', 'done'],
      ['user', 'second', undefined],
      ['assistant', 'Two.', 'done'],
      ['user', 'third', undefined],
      ['assistant', 'Three.', 'done'],
    ],
  });
});

test('the access mode of a resting conversation can be changed while it cannot be opened, and its model is told when it can', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const conversation = 'c1';
  const earlier = await startedIn(profile);
  await agentOf(earlier.kernel).call('setModel', { conversation, model: 'local/m1' });
  await agentOf(earlier.kernel).call('prompt', { conversation, text: 'first' });
  await earlier.heard.ended();
  await earlier.kernel.close();

  const { kernel, heard } = await startedIn(profile);
  const agent = agentOf(kernel);
  await agent.call('setModel', { conversation, model: 'nobody/nothing' });
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  const { accessMode } = await agent.call('state', { conversation });
  await agent.call('setModel', { conversation, model: 'local/m1' });
  await agent.call('prompt', { conversation, text: 'second' });
  await heard.ended();
  const told = JSON.stringify(server.requests.at(-1)?.body.messages).split('[Atelier: access]').length - 1;
  expect({ accessMode, told }).toEqual({ accessMode: 'open', told: 1 });
});
