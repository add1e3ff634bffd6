import { expect, test } from 'vitest';
import { writeAgentSettings } from '../../../tests/support/local-model.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import { agentOf, conversation, engines, held, inTheMiddle, messagesIn, saidIn, signalEngines, untilIdle } from './running-turn.fixture.ts';

// Kills of the engine at moments that nobody would choose: nothing is lost or doubled, nothing stays, and what is shown is so.

const state = (kernel: Parameters<typeof agentOf>[0]) => agentOf(kernel).call('state', { conversation });

test('D38: an engine that is killed while a question is open takes the question with it, and a late answer runs nothing', async () => {
  const seconds = `97${process.pid}1`;
  const first = held('');
  const { kernel, heard } = await inTheMiddle(first.turn, {
    tools: [{ name: 'bash', arguments: { command: `rm -rf x; sleep ${seconds}` } }],
  });
  const agent = agentOf(kernel);
  first.letGo();
  await heard.ended();
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  await agent.call('prompt', { conversation, text: 'remove' });
  await expect.poll(async () => (await agent.call('listRequests', {})).length).toBe(1);
  const [request] = await agent.call('listRequests', {});
  signalEngines('SIGSTOP');
  // Allowed while the engine cannot hear it, which is then killed.
  const answered = agent.call('answer', { request: request?.id ?? '', answer: { allow: true, scope: 'once' } });
  await answered.catch(() => undefined);
  signalEngines('SIGKILL');
  await expect.poll(async () => (await state(kernel)).status).toBe('failed');
  const { cut } = await state(kernel);
  const asked = await agent.call('listRequests', {});
  expect({ cut, asked, ran: processesUnder(seconds) }).toEqual({
    cut: true,
    asked: [],
    ran: [],
  });
});

test('D38: an engine that is frozen and killed, and its next one killed while it starts, loses and doubles nothing of what was sent', async () => {
  const { kernel, heard, server } = await inTheMiddle(held().turn);
  const agent = agentOf(kernel);
  signalEngines('SIGSTOP');
  void agent.call('prompt', { conversation, text: 'steered', how: 'steer' }).catch(() => undefined);
  await agent.call('prompt', { conversation, text: 'queued' });
  signalEngines('SIGKILL');
  await heard.ended();
  server.script({ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' });
  // The first queued message starts the next engine, which is killed as soon as there is one.
  const drained = agent.call('drainQueue', { conversation }).catch(() => undefined);
  await expect.poll(() => engines().length).toBe(1);
  signalEngines('SIGKILL');
  await drained;
  await expect.poll(async () => (await state(kernel)).status).not.toMatch(/starting|running/);
  const between = [...(await saidIn(kernel)), ...(await state(kernel)).queue.map(({ text }) => text)].toSorted();
  server.script({ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' });
  await agent.call('drainQueue', { conversation });
  await untilIdle(kernel);
  expect({ between, said: (await saidIn(kernel)).toSorted() }).toEqual({
    between: ['begin', 'queued', 'steered'],
    said: ['begin', 'queued', 'steered'],
  });
});

test('D38: an engine that is frozen while it compacts and ended by the person leaves the conversation as it was, and the next turn works', async () => {
  const first = held('');
  const compacting = held();
  const { kernel, heard, server, profile } = await inTheMiddle(first.turn);
  const agent = agentOf(kernel);
  first.letGo();
  await heard.ended();
  // Read when the conversation is opened again, in the other mode.
  writeAgentSettings(profile, { compaction: { keepRecentTokens: 1 } });
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  server.script({ text: 'second' });
  await agent.call('prompt', { conversation, text: 'more' });
  await untilIdle(kernel);
  const before = await messagesIn(kernel);
  server.script(compacting.turn);
  const compacted = agent.call('compact', { conversation }).then(
    () => 'compacted',
    (error: { code: string }) => error.code,
  );
  await expect.poll(async () => (await state(kernel)).status).toBe('compacting');
  signalEngines('SIGSTOP');
  await expect.poll(() => (heard.events.findLast(({ kind }) => kind === 'hung')?.seconds ?? 0) > 0).toBe(true);
  await agent.call('endHungEngine', {});
  const how = await compacted;
  await expect.poll(async () => (await state(kernel)).status).not.toBe('compacting');
  const after = await messagesIn(kernel);
  server.script({ text: 'again' });
  await agent.call('prompt', { conversation, text: 'next' });
  await untilIdle(kernel);
  expect({ how, after, last: (await messagesIn(kernel)).at(-1)?.[1] }).toEqual({ how: 'agent/engine-hung', after: before, last: 'again' });
});

test('D38: Stop and a quit while the engine is frozen end in a bounded time, and leave no process', async () => {
  const { kernel } = await inTheMiddle(held().turn);
  const before = engines();
  signalEngines('SIGSTOP');
  void agentOf(kernel)
    .call('stop', { conversation })
    .catch(() => undefined);
  await kernel.close();
  expect({ before: before.length, left: engines() }).toEqual({ before: 1, left: [] });
});
