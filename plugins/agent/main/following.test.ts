import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Agent, AgentChannel, type AgentEvent, afterToolCall, agentEvent, conversationForgotten } from '../contract/index.ts';
import { demoPlugins, demoReady } from './demo.fixture.ts';

test('a main side follows every conversation by a hook, in order, and says which files a call changed', async () => {
  const heard: AgentEvent[] = [];
  const forgotten: string[] = [];
  await using kernel = await testKernel({
    plugins: demoPlugins,
    extensions: [
      extension(
        '@test/following',
        ctx => {
          ctx.tap(agentEvent, async event => void heard.push(event));
          ctx.tap(conversationForgotten, async ({ conversation }) => void forgotten.push(conversation));
          ctx.tap(afterToolCall, async value => {
            const { path } = value.call.args;
            if (value.call.name !== 'write' || typeof path !== 'string') return value;
            return { ...value, files: [...value.files, { path, kind: 'added' as const, added: 3, removed: 0 }] };
          });
          ctx.handle('following.forget', async () => void (await ctx.get(Agent).forget('followed')));
        },
        {
          activation: 'startup',
          requires: { '@atelier/agent': '^0.1.0' },
          taps: ['event', 'conversationForgotten', 'afterToolCall'].map(name => `@atelier/agent:${name}@1`),
          contributes: { commands: [{ id: 'following.forget', title: 'Forget' }] },
        },
      ),
    ],
  });
  await demoReady(kernel);
  const agent = kernel.client(AgentChannel);
  const published: AgentEvent[] = [];
  agent.on('event', event => void published.push(event));
  await agent.call('prompt', { conversation: 'followed', text: 'tour' });
  await expect.poll(() => heard.some(({ kind }) => kind === 'turnEnded')).toBe(true);
  const { entries } = await agent.call('transcript', { conversation: 'followed' });
  await kernel.run('following.forget');
  await expect.poll(() => forgotten).toEqual(['followed']);

  const growing = ['text', 'thinking', 'toolOutput'];
  const written = published.find(({ kind, tool }) => kind === 'toolStarted' && tool !== undefined && nameOf(published, tool) === 'write');
  const files = [{ path: written?.args?.path, kind: 'added', added: 3, removed: 0 }];
  expect({
    same: heard.map(({ seq }) => seq),
    live: published.find(({ kind, tool }) => kind === 'toolEnded' && tool === written?.tool)?.outcome?.files,
    read: entries.flatMap(({ parts = [] }) => parts).find(({ tool }) => tool !== undefined && tool === written?.tool)?.outcome?.files,
  }).toEqual({
    same: published.filter(({ kind, seq }) => !growing.includes(kind) && seq <= (heard.at(-1)?.seq ?? 0)).map(({ seq }) => seq),
    live: files,
    read: files,
  });
});

const nameOf = (events: readonly AgentEvent[], tool: string) => events.find(one => one.kind === 'toolStarted' && one.tool === tool)?.name;
