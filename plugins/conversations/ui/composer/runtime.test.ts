import type { AgentEvent, RuntimeState } from '@atelier/agent/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import { expect, test } from 'vitest';
import { Runtime } from './runtime.ts';

/** A runtime on screen, what it has asked for and has no answer yet, and the events that it hears. */
async function followed() {
  const asked: { name: string; answer: (value: unknown) => void }[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const view = {
    connect: ({ id }: { id: string }) => ({
      on: (name: string, listener: (event: unknown) => void) => {
        listeners.set(`${id}:${name}`, listener);
        return { dispose: () => undefined };
      },
      call: (name: string) => new Promise(answer => asked.push({ name, answer })),
    }),
  } as unknown as ViewHost;
  const runtime = new Runtime({ isConnected: true, addController() {}, requestUpdate() {} } as never, () => view);
  const all = {
    runtime,
    waiting: () => asked.map(({ name }) => name),
    settle: () => new Promise<void>(resolve => setTimeout(resolve, 0)),
    async answer(name: 'state' | 'conversation', value: object) {
      const at = asked.findIndex(one => one.name === name);
      asked.splice(at, 1)[0]?.answer(value);
      await all.settle();
    },
    async happens(event: Partial<AgentEvent>) {
      listeners.get('agent:event')?.({ conversation: 'c', ...event });
      await all.settle();
    },
    look: () => [runtime.state?.status, runtime.state?.queue?.length],
  };
  runtime.hostUpdate();
  runtime.follow('c');
  await all.settle();
  await all.answer('state', idle);
  await all.answer('conversation', {});
  return all;
}

const idle = { status: 'idle', queue: [], thinkingLevels: ['low'] } as unknown as RuntimeState;
const queue = [{ id: 'q', text: 'next', images: 0, waits: false }];

test('an answer that was on its way is not shown over what was told since, and everything is read once more', async () => {
  const { happens, answer, look, waiting } = await followed();
  await happens({ kind: 'settings', model: 'another/model' });
  await answer('state', idle);
  await happens({ kind: 'status', status: 'running' });
  await happens({ kind: 'queueChanged', queue });
  const told = look();
  await answer('conversation', {});
  const kept = look();
  const again = waiting();
  await answer('state', { ...idle, status: 'running', queue });
  await answer('conversation', {});
  expect({ told, kept, again, at: look() }).toEqual({
    told: ['running', 1],
    kept: ['running', 1],
    again: ['state', 'conversation'],
    at: ['running', 1],
  });
});

test('a turn that begins and one that ends are read, and while it goes on its events say everything', async () => {
  const { happens, answer, waiting } = await followed();
  const reads: string[][] = [];
  for (const status of ['starting', 'running', 'retrying', 'running', 'idle'] as const) {
    await happens({ kind: 'status', status });
    reads.push(waiting());
    while (waiting().length > 0) {
      await answer('state', { ...idle, status });
      await answer('conversation', {});
    }
  }
  expect(reads).toEqual([['state', 'conversation'], [], [], [], ['state', 'conversation']]);
});
