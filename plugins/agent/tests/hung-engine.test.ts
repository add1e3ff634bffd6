import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import {
  agentOf,
  conversation,
  engines,
  held,
  inTheMiddle,
  messagesIn,
  type RunningTurn,
  signalEngines,
  startedIn,
  untilIdle,
} from './running-turn.fixture.ts';

/** What the conversation was told last, if it was told anything. */
const isHung = ({ events }: RunningTurn['heard']) => (events.findLast(({ kind }) => kind === 'hung')?.seconds ?? 0) > 0;
const untilHung = (heard: RunningTurn['heard']) => expect.poll(() => isHung(heard)).toBe(true);

// What is shown of a process that does not answer, and what the person can do: wait, or end it.

test('D38: an engine that is frozen is told to the conversation, and told to answer again once it goes on; its turn ends as if nothing had been', async () => {
  const first = held();
  const { kernel, heard } = await inTheMiddle(first.turn);
  signalEngines('SIGSTOP');
  await untilHung(heard);
  const { status } = await agentOf(kernel).call('state', { conversation });
  signalEngines('SIGCONT');
  await expect.poll(() => isHung(heard)).toBe(false);
  first.letGo();
  const { ended } = await heard.ended();
  expect({ status, ended, messages: await messagesIn(kernel) }).toEqual({
    status: 'running',
    ended: 'done',
    messages: [
      ['user', 'begin', undefined],
      ['assistant', 'Some words, the end', 'done'],
    ],
  });
});

test('D38: a frozen engine that the person ends is started again: the turn is cut and can be resumed, what was sent meanwhile is in the queue, and nothing runs twice', async () => {
  const { kernel, heard, server } = await inTheMiddle(held().turn);
  const agent = agentOf(kernel);
  signalEngines('SIGSTOP');
  const frozen = engines();
  const steered = agent.call('prompt', { conversation, text: 'steered', how: 'steer' });
  await agent.call('prompt', { conversation, text: 'queued' });
  await untilHung(heard);
  await agent.call('endHungEngine', {});
  const { ended, problem } = await heard.ended();
  const { cut, queue } = await agent.call('state', { conversation });
  const over = !isHung(heard);
  const asked = server.requests.length;
  server.script({ text: 'and the rest.' }, { text: 'One.' }, { text: 'Two.' });
  await agent.call('resume', { conversation });
  await heard.ended();
  await agent.call('drainQueue', { conversation });
  await untilIdle(kernel);
  expect({
    taken: (await steered).taken,
    ended,
    problem: problem?.code,
    over,
    cut,
    queue: queue.map(({ text, waits }) => [text, waits]),
    again: engines().filter(pid => frozen.includes(pid)),
    requests: server.requests.length - asked,
    messages: (await messagesIn(kernel)).filter(([kind]) => kind !== 'notice'),
  }).toEqual({
    taken: 'queued',
    ended: 'cut',
    problem: 'agent/engine-hung',
    over: true,
    cut: true,
    queue: [
      ['steered', true],
      ['queued', true],
    ],
    again: [],
    requests: 3,
    messages: [
      ['user', 'begin', undefined],
      ['assistant', 'Some words,', 'cut'],
      ['assistant', 'and the rest.', 'done'],
      ['user', 'steered', undefined],
      ['assistant', 'One.', 'done'],
      ['user', 'queued', undefined],
      ['assistant', 'Two.', 'done'],
    ],
  });
});

test('D38: an engine that answers is not ended, whoever asks', async () => {
  const first = held();
  const { kernel, heard } = await inTheMiddle(first.turn);
  const before = engines();
  await agentOf(kernel).call('endHungEngine', {});
  first.letGo();
  const { ended } = await heard.ended();
  expect({ ended, after: engines() }).toEqual({ ended: 'done', after: before });
});

test('D38: an engine in an endless loop is told, and ended when the person wishes it', async () => {
  using folder = tempFolder();
  const [loop, node] = [folder.file('loop.mjs'), folder.file('node')];
  writeFileSync(loop, "process.on('SIGUSR2', () => { for (;;); });\n");
  writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' --import='${loop}' "$@"\n`);
  chmodSync(node, 0o755);
  vi.stubEnv('ATELIER_NODE', node);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { kernel, heard } = await inTheMiddle(held().turn);
  signalEngines('SIGUSR2');
  await untilHung(heard);
  await agentOf(kernel).call('endHungEngine', {});
  const { ended, problem } = await heard.ended();
  expect({ ended, problem: problem?.code, left: engines() }).toEqual({ ended: 'cut', problem: 'agent/engine-hung', left: [] });
});

test('D38: a stop is told at once; while it waits for a frozen engine, that is told without the usual patience, and what was sent is in the queue when the engine is ended', async () => {
  const { kernel, heard, server } = await inTheMiddle(held().turn);
  const agent = agentOf(kernel);
  signalEngines('SIGSTOP');
  const steered = agent.call('prompt', { conversation, text: 'steered', how: 'steer' });
  await agent.call('prompt', { conversation, text: 'queued' });
  const stopped = agent.call('stop', { conversation });
  await expect.poll(() => heard.events.some(({ kind }) => kind === 'stopping')).toBe(true);
  await untilHung(heard);
  const { seconds } = heard.events.find(({ kind }) => kind === 'hung') ?? {};
  await agent.call('endHungEngine', {});
  const { ended } = await heard.ended();
  // The stop itself has not failed: the turn is over.
  await stopped;
  await steered;
  const { cut, queue } = await agent.call('state', { conversation });
  expect({
    isHurried: (seconds ?? 99) < 10,
    ended,
    cut,
    queue: queue.map(({ text, waits }) => [text, waits]),
    requests: server.requests.length,
  }).toEqual({
    isHurried: true,
    ended: 'cut',
    cut: true,
    queue: [
      ['steered', true],
      ['queued', true],
    ],
    requests: 1,
  });
});

test('a stop that comes while the engine is still being loaded for the turn ends the turn, and its message is in the conversation', async () => {
  const server = await openModelServer(held().turn);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const { kernel, heard } = await startedIn(profile);
  const agent = agentOf(kernel);
  await agent.call('setModel', { conversation, model: 'local/m1' });
  const sent = agent.call('prompt', { conversation, text: 'begin' });
  await expect.poll(() => heard.events.some(({ status }) => status === 'starting')).toBe(true);
  await agent.call('stop', { conversation });
  const { ended } = await heard.ended();
  expect({ taken: (await sent).taken, ended, said: (await messagesIn(kernel))[0] }).toEqual({
    taken: 'started',
    ended: 'stopped',
    said: ['user', 'begin', undefined],
  });
});
