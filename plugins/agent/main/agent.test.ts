import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { Agent, AgentChannel, afterToolCall, beforeToolCall, conversationCompleted } from '../contract/index.ts';
import { engines } from '../tests/running-turn.fixture.ts';
import { demoReady, listen, demoPlugins as plugins } from './demo.fixture.ts';

test('a message goes through the real engine to the demo model and back, and stands in the transcript', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const models = await kernel.client(ProvidersChannel).call('listModels', {});
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'first');
  const taken = await agent.call('prompt', { conversation: 'first', text: 'Hello' });
  const end = await heard.ended();
  const text = heard.events
    .filter(event => event.kind === 'text')
    .map(event => event.delta)
    .join('');
  const { entries } = await agent.call('transcript', { conversation: 'first' });
  expect({
    demo: models.filter(model => model.demo).length > 0,
    taken,
    end: [end.kind, end.ended, end.problem],
    said: text.length > 20,
    kinds: entries.map(entry => entry.kind),
    same: entries.at(-1)?.parts?.some(part => part.kind === 'text' && text.includes(part.text ?? '?')),
  }).toEqual({
    demo: true,
    taken: { taken: 'started' },
    end: ['turnEnded', 'done', undefined],
    said: true,
    kinds: ['user', 'assistant'],
    same: true,
  });
});

test('a tour of tools reads, edits and runs in the working directory, each allowed by a rule that is said', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'tour');
  await agent.call('prompt', { conversation: 'tour', text: 'tour' });
  const end = await heard.ended();
  const ended = heard.events.filter(event => event.kind === 'toolEnded');
  expect({
    end: [end.ended, end.problem],
    tools: [...new Set(heard.events.filter(event => event.kind === 'toolStarted').map(event => event.name))].toSorted(),
    ok: ended.some(event => event.outcome?.ok),
    ruled: ended.every(event => (event.outcome?.rule ?? '') !== ''),
    state: (await agent.call('state', { conversation: 'tour' })).status,
  }).toEqual({ end: ['done', undefined], tools: ['bash', 'edit', 'read', 'write'], ok: true, ruled: true, state: 'idle' });
});

test('while a turn runs messages queue; Stop ends it, what is queued waits for the person, and then it is sent', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'queue');
  await agent.call('prompt', { conversation: 'queue', text: 'long 20000' });
  const queued = await agent.call('prompt', { conversation: 'queue', text: 'thanks' });
  await expect.poll(() => heard.events.some(event => event.kind === 'text')).toBe(true);
  await agent.call('stop', { conversation: 'queue' });
  const stopped = await heard.ended();
  const waiting = await agent.call('listQueue', { conversation: 'queue' });
  heard.again();
  await agent.call('drainQueue', { conversation: 'queue' });
  const end = await heard.ended();
  const { entries } = await agent.call('transcript', { conversation: 'queue' });
  expect({
    queued: queued.taken,
    stopped: stopped.ended,
    waiting: waiting.map(({ text, waits }) => [text, waits]),
    end: end.ended,
    left: (await agent.call('listQueue', { conversation: 'queue' })).length,
    asked: entries.filter(entry => entry.kind === 'user').map(entry => entry.parts?.[0]?.text),
  }).toEqual({
    queued: 'queued',
    stopped: 'stopped',
    waiting: [['thanks', true]],
    end: 'done',
    left: 0,
    asked: ['long 20000', 'thanks'],
  });
});

test('kill -9 of the engine in the middle of a turn: the turn is marked as cut, the file is readable, and it goes on', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'cut');
  await agent.call('prompt', { conversation: 'cut', text: 'long 20000' });
  await expect.poll(() => heard.events.some(event => event.kind === 'text')).toBe(true);
  for (const pid of engines()) process.kill(pid, 'SIGKILL');
  const cut = await heard.ended();
  const state = await agent.call('state', { conversation: 'cut' });
  const { entries } = await agent.call('transcript', { conversation: 'cut' });
  heard.again();
  await agent.call('prompt', { conversation: 'cut', text: 'thanks' });
  const end = await heard.ended();
  expect({ cut: [cut.ended, cut.problem?.code], marked: state.cut, asked: entries[0]?.parts?.[0]?.text, end: end.ended }).toEqual({
    cut: ['cut', 'agent/engine-ended'],
    marked: true,
    asked: 'long 20000',
    end: 'done',
  });
});

test('E9: who is signed in is told by company, kind and end, and no part of a key is', async () => {
  await using kernel = await testKernel({ plugins });
  const agent = kernel.client(AgentChannel);
  const directory = join(kernel.host.paths.userData, '.agent', 'agent');
  await agent.call('getAuthJson', {});
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const kept = {
    groq: { type: 'api_key', key: 'canary-one' },
    anthropic: { type: 'oauth', access: 'canary-two', refresh: 'canary-three', expires: 1_700_000_000_000 },
  };
  writeFileSync(join(directory, 'auth.json'), JSON.stringify(kept), { mode: 0o600 });
  const told = await agent.call('getAuthJson', {});
  expect(told).toEqual([
    { provider: 'groq', type: 'api-key' },
    { provider: 'anthropic', type: 'oauth', expires: 1_700_000_000_000, expired: true },
  ]);
});

test('a plugin gets a title from the demo’s model without a conversation; a turn with a model that is not there fails and says so', async () => {
  await using kernel = await testKernel({
    plugins,
    extensions: [
      extension(
        '@test/titles',
        ctx => {
          ctx.handle(
            'titles.make',
            async () => (await ctx.get(Agent).runHidden({ instruction: 'Give a title of 3 to 7 words.\n\nHow do tides work?' })).text,
          );
        },
        { requires: { '@atelier/agent': '^0.1.0' }, contributes: { commands: [{ id: 'titles.make', title: 'Make' }] } },
      ),
    ],
  });
  await demoReady(kernel);
  const title = await kernel.run('titles.make');
  const agent = kernel.client(AgentChannel);
  await agent.call('setModel', { conversation: 'gone', model: 'nobody/nothing' });
  const failed = await problemOf(agent.call('prompt', { conversation: 'gone', text: 'hello' }));
  expect({
    title: [3, 4, 5, 6, 7].includes(String(title).split(' ').length),
    failed: String((failed as unknown[])[0]).startsWith('agent/'),
    state: (await agent.call('state', { conversation: 'gone' })).status,
  }).toEqual({
    title: true,
    failed: true,
    state: 'failed',
  });
});

test('a budget that is used up ends the turn cleanly, says so, and lets no other begin until it is raised', async () => {
  const stopping = Promise.withResolvers<void>();
  await using kernel = await testKernel({
    plugins,
    extensions: [
      // No tool runs before the stop is on its way, so the turn cannot be over first.
      extension(
        '@test/slow',
        ctx => {
          ctx.tap(beforeToolCall, async () => {
            await stopping.promise;
            return undefined;
          });
        },
        {
          activation: 'startup',
          requires: { '@atelier/agent': '^0.1.0' },
          taps: ['@atelier/agent:beforeToolCall@1'],
        },
      ),
    ],
  });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  await agent.call('saveBudget', { id: 'thrift', kind: 'conversation', of: 'thrift', tokens: 10 });
  const heard = listen(kernel, 'thrift');
  agent.on('event', ({ kind }) => kind === 'stopping' && stopping.resolve());
  await agent.call('prompt', { conversation: 'thrift', text: 'tour' });
  const end = await heard.ended();
  const refused = await problemOf(agent.call('prompt', { conversation: 'thrift', text: 'thanks' }));
  heard.again();
  await agent.call('saveBudget', { id: 'thrift', kind: 'conversation', of: 'thrift', tokens: 10_000_000 });
  await agent.call('prompt', { conversation: 'thrift', text: 'thanks' });
  const after = await heard.ended();
  expect({
    end: [end.ended, end.problem?.code],
    told: heard.events.some(event => event.kind === 'budget'),
    refused: (refused as readonly string[])[0],
    after: after.ended,
  }).toEqual({ end: ['budget', 'agent/budget-used-up'], told: true, refused: 'agent/budget-used-up', after: 'done' });
});

test('an extension refuses a tool, adds a note to the others, and hears when a conversation is done', async () => {
  const heardBy: string[] = [];
  await using kernel = await testKernel({
    plugins,
    extensions: [
      extension(
        '@test/policy',
        ctx => {
          ctx.tap(beforeToolCall, async ({ name }) => (name === 'bash' ? { deny: 'No commands on Fridays.' } : undefined));
          ctx.tap(afterToolCall, async value => ({ ...value, notes: [...value.notes, `seen ${value.call.name}`] }));
          ctx.tap(conversationCompleted, async ({ conversation }) => void heardBy.push(conversation));
        },
        {
          activation: 'startup',
          requires: { '@atelier/agent': '^0.1.0' },
          taps: ['beforeToolCall', 'afterToolCall', 'conversationCompleted'].map(name => `@atelier/agent:${name}@1`),
        },
      ),
    ],
  });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const heard = listen(kernel, 'policed');
  await agent.call('prompt', { conversation: 'policed', text: 'tour' });
  const end = await heard.ended();
  const done = heard.events.filter(event => event.kind === 'toolEnded' && event.outcome?.ok);
  const names = new Map(heard.events.filter(event => event.kind === 'toolStarted').map(event => [event.tool, event.name]));
  const refused = heard.events.filter(event => event.kind === 'toolEnded' && names.get(event.tool) === 'bash');
  await expect.poll(() => heardBy).toEqual(['policed']);
  expect({
    end: end.ended,
    refused: refused.length > 0 && refused.every(event => event.outcome?.ok === false && event.outcome.text?.includes('Fridays')),
    notes: done.map(event => event.outcome?.note?.includes(`seen ${names.get(event.tool)}`)),
  }).toEqual({ end: 'done', refused: true, notes: done.map(() => true) });
  expect(done.length).toBeGreaterThan(0);
});

test('what a plugin asks the person has a limit in time, and an answer in it counts', async () => {
  await using kernel = await testKernel({
    plugins,
    extensions: [
      extension(
        '@test/asking',
        ctx => {
          ctx.handle('asking.ask', async args => {
            const { limitMs, kind = 'select' } = args as { limitMs: number; kind?: 'select' | 'requirements' };
            return (await ctx.get(Agent).ask('asked', { kind, title: 'Which?', text: 'First git.', options: ['a', 'b'] }, limitMs)) ?? null;
          });
        },
        {
          requires: { '@atelier/agent': '^0.1.0' },
          contributes: { commands: [{ id: 'asking.ask', title: 'Ask', args: { type: 'object' } }] },
        },
      ),
    ],
  });
  const agent = kernel.client(AgentChannel);
  const late = await kernel.run('asking.ask', { limitMs: 1 });
  const asked = kernel.run('asking.ask', { limitMs: 60_000 });
  await expect.poll(async () => (await agent.call('listRequests', {})).length).toBe(1);
  const [request] = await agent.call('listRequests', {});
  await agent.call('answer', { request: request!.id, answer: { choice: 'b' } });
  const again = await problemOf(agent.call('answer', { request: request!.id, answer: { choice: 'a' } }));
  const sheet = kernel.run('asking.ask', { limitMs: 60_000, kind: 'requirements' });
  await expect.poll(async () => (await agent.call('listRequests', {})).length).toBe(1);
  const [needs] = await agent.call('listRequests', {});
  await agent.call('answer', { request: needs!.id, answer: { choice: 'a' } });
  expect({
    late,
    answer: await asked,
    again: (again as readonly string[])[0],
    needs: [needs?.kind, needs?.text, needs?.options, await sheet],
  }).toEqual({
    late: null,
    answer: { choice: 'b' },
    again: 'agent/request-gone',
    needs: ['requirements', 'First git.', ['a', 'b'], { choice: 'a' }],
  });
});
