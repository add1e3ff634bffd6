import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';

test('a message that is sent right after a provider was saved finds its model, and says nothing of a context that nobody has told', async () => {
  await using server = await openModelServer();
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'] });
  const [providers, agent] = [kernel.client(ProvidersChannel), kernel.client(AgentChannel)];
  const ends = new Map<string, (problem: string | undefined) => void>();
  const windows = new Map<string, number | undefined>();
  agent.on('event', (event: AgentEvent) => {
    if (event.kind === 'turnEnded') ends.get(event.conversation)?.(event.problem?.code);
    if (event.context?.tokens !== undefined) windows.set(event.conversation, event.context.window);
  });
  const talk = async (id: string, contextWindow?: number) => {
    const ended = Promise.withResolvers<string | undefined>();
    ends.set(id, ended.resolve);
    server.script({ text: 'Hello.' });
    await providers.call('save', { id, name: id, baseUrl: server.url, models: [{ id: 'm', ...(contextWindow && { contextWindow }) }] });
    await agent.call('setModel', { conversation: id, model: `${id}/m` });
    await agent.call('prompt', { conversation: id, text: 'hello' }).catch(error => ended.resolve((error as { code: string }).code));
    return await ended.promise;
  };
  // The first one starts the engine; the others find it running with what it knew.
  const met = [await talk('first'), await talk('second'), await talk('third', 32_000)];
  expect({ met, windows: [windows.get('first'), windows.get('second'), windows.get('third')] }).toEqual({
    met: [undefined, undefined, undefined],
    windows: [undefined, undefined, 32_000],
  });
});
