import type { Kernel } from '@atelier/kernel/start';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect } from 'vitest';
import { AgentChannel, type AgentEvent } from '../contract/index.ts';

export const demoPlugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/demo'];

/** Resolves when the demo's models can be used. */
export async function demoReady(kernel: Pick<Kernel, 'client' | 'wake'>): Promise<void> {
  await kernel.wake('@atelier/demo');
  const models = () => kernel.client(ProvidersChannel).call('listModels', {});
  await expect.poll(async () => (await models()).some(model => model.demo)).toBe(true);
}

/** Collects the events of a conversation, and gives a promise for the end of its turn. */
export function listen(kernel: Pick<Kernel, 'client'>, conversation: string) {
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
