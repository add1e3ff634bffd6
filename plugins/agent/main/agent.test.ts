import type { Kernel } from '@atelier/kernel/start';
import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { AgentChannel, type AgentEvent } from '../contract/index.ts';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/demo'];

/** Everything that happens in a conversation, and a promise for the end of its turn. */
function listen(kernel: Pick<Kernel, 'client'>, conversation: string) {
  const events: AgentEvent[] = [];
  let ended = Promise.withResolvers<AgentEvent>();
  kernel.client(AgentChannel).on('event', event => {
    if (event.conversation !== conversation) return;
    events.push(event);
    if (event.kind === 'turnEnded' || event.kind === 'failed') ended.resolve(event);
  });
  return {
    events,
    ended: () => ended.promise,
    again() {
      ended = Promise.withResolvers();
    },
  };
}

test('a message goes through the real engine to the demo model and back, and stands in the transcript', async () => {
  await using kernel = await testKernel({ plugins });
  await kernel.wake('@atelier/demo');
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
}, 60_000);
