import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, AgentChannel, type AgentEvent, beforeToolCall, type NewChild } from '@atelier/agent/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { type ModelRequest, openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const endless = ['It begins', new Promise(() => undefined)];
const asks = (words: string) => (request: ModelRequest) => JSON.stringify(request.body.messages).includes(words);
const looks = { name: 'ls', arguments: { path: '.' } };

/** The agent, with a plugin that has conversations begun in others. */
async function opened() {
  const server = await openModelServer();
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  mkdirSync(join(profile, 'user-data', 'workspace', 'global'), { recursive: true });
  writeLocalModel(profile, server.url);
  const caller = extension(
    '@test/caller',
    ctx => {
      const agent = ctx.get(Agent);
      // A policy for one conversation of the person, as that of a channel is.
      ctx.tap(beforeToolCall, async call =>
        call.name === 'read' && (call.root ?? call.conversation) === 'lead' ? { deny: 'Nothing is read here.' } : undefined,
      );
      ctx.handle('caller.begin', async given => {
        const { id, ...child } = given as NewChild & { readonly id: string };
        await agent.beginChild(id, child, {});
        return null;
      });
      ctx.handle('caller.forget', async id => {
        await agent.forget(String(id));
        return null;
      });
    },
    {
      requires: { '@atelier/agent': '^0.1.0' },
      taps: ['@atelier/agent:beforeToolCall@1'],
      contributes: { commands: ['begin', 'forget'].map(name => ({ id: `caller.${name}`, title: name })) },
    },
  );
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [caller], profile });
  const agent = kernel.client(AgentChannel);
  const events: AgentEvent[] = [];
  const looking = new Set<() => void>();
  agent.on('event', event => {
    events.push(event);
    for (const look of [...looking]) look();
  });
  await agent.call('setModel', { conversation: 'lead', model: 'local/m1' });
  const child = (id: string, more: object = {}) =>
    kernel.run('caller.begin', { id, parent: 'lead', tree: 't', name: id, instructions: 'Work.', tools: ['read', 'ls'], ...more });
  return {
    ...{ server, kernel, agent, child },
    say: (conversation: string, text: string) => agent.call('prompt', { conversation, text }),
    /** The first event that fits, past or to come. */
    async event(fits: (event: AgentEvent) => boolean): Promise<AgentEvent> {
      const { promise, resolve } = Promise.withResolvers<AgentEvent>();
      const look = () => {
        const found = events.find(fits);
        if (found !== undefined) resolve(found);
      };
      looking.add(look);
      look();
      return await promise.finally(() => looking.delete(look));
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code: why }) => why,
  );

test('a child works only while the turn of its parent runs, and at most with the tools and paths of a parent that is a child', async () => {
  await using at = await opened();
  const early = await code(at.child('early'));
  at.server.script(
    { when: asks('Lead.'), text: endless },
    { when: asks('Inner.'), text: 'Done.' },
    { when: asks('Outer.'), text: endless },
  );
  await at.say('lead', 'Lead.');
  const itself = await code(at.child('lead'));
  await at.child('outer', { tools: ['read', 'ls'], writes: ['src', '../up'] });
  await at.say('outer', 'Outer.');
  await at.child('inner', { parent: 'outer', tools: ['read', 'bash'], writes: ['src/a', 'other'] });
  await at.say('inner', 'Inner.');
  await at.event(({ conversation, kind }) => conversation === 'inner' && kind === 'turnEnded');
  const { body } = at.server.requests.find(asks('Inner.')) as ModelRequest;
  const offered = (body.tools ?? []).map(tool => (tool as { function: { name: string } }).function.name);
  const prompt = JSON.stringify(body.messages?.[0]);
  expect({ early, itself, offered, writes: /You write only: ([^.]*)\./.exec(prompt)?.[1] }).toEqual({
    early: 'agent/parent-idle',
    itself: 'agent/child-of-itself',
    offered: ['read', 'get_access_mode'],
    writes: 'src/a',
  });
});

test('what a policy denies in a conversation it denies to the children of it and to theirs', async () => {
  await using at = await opened();
  const reads = { name: 'read', arguments: { path: 'notes.txt' } };
  at.server.script(
    { when: asks('Lead.'), text: endless },
    { when: asks('Outer.'), text: endless },
    { when: asks('Inner.'), tools: [reads] },
    { when: asks('Inner.'), text: 'Done.' },
  );
  await at.say('lead', 'Lead.');
  await at.child('outer');
  await at.say('outer', 'Outer.');
  await at.child('inner', { parent: 'outer' });
  await at.say('inner', 'Inner.');
  const { outcome } = await at.event(({ conversation, kind }) => conversation === 'inner' && kind === 'toolEnded');
  await at.event(({ conversation, kind }) => conversation === 'inner' && kind === 'turnEnded');
  const told = JSON.stringify(at.server.requests.findLast(asks('Inner.'))?.body.messages);
  expect({ ok: outcome?.ok, told: told.includes('Nothing is read here.') }).toEqual({ ok: false, told: true });
});

test('when a tree has used its limit, all of it stops after the request that reached it', async () => {
  await using at = await opened();
  at.server.script(
    { when: asks('Lead.'), text: endless },
    { when: asks('Slow.'), text: endless },
    { when: asks('Quick.'), tools: [looks] },
    { when: asks('Quick.'), text: 'Must not be asked.' },
  );
  await at.say('lead', 'Lead.');
  for (const id of ['slow', 'quick']) await at.child(id, { treeLimits: { tokens: 1 } });
  await at.say('slow', 'Slow.');
  await at.say('quick', 'Quick.');
  const ends = await Promise.all(
    ['slow', 'quick'].map(id => at.event(({ conversation, kind }) => conversation === id && kind === 'turnEnded')),
  );
  const late = await code(at.say('quick', 'Again.'));
  await at.agent.call('stop', { conversation: 'lead' });
  expect({
    ends: ends.map(({ ended, problem }) => [ended, problem?.code]),
    late,
    left: at.server.left,
  }).toEqual({
    ends: [
      ['budget', 'agent/tree-limit'],
      ['budget', 'agent/tree-limit'],
    ],
    late: 'agent/tree-limit',
    left: 1,
  });
});

test('what a child reads from outside counts for its parent, and a conversation that is deleted takes those that it has begun along', async () => {
  await using at = await opened();
  at.server.script(
    { when: asks('Lead.'), text: endless },
    { when: asks('Child.'), tools: [looks] },
    { when: asks('Child.'), text: 'Done.' },
  );
  await at.say('lead', 'Lead.');
  await at.child('child');
  await at.say('child', 'Child.');
  await at.event(({ conversation, kind }) => conversation === 'child' && kind === 'turnEnded');
  const { outside } = await at.agent.call('state', { conversation: 'lead' });
  const before = (await at.agent.call('transcript', { conversation: 'child' })).total;
  await at.kernel.run('caller.forget', 'lead');
  const after = (await at.agent.call('transcript', { conversation: 'child' })).total;
  expect([outside, before > 0, after]).toEqual([true, true, 0]);
});
