import { defineChannel } from '@atelier/kernel';
import { problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Caller, Channels } from './channels.ts';

interface NotesShape {
  calls: { add: { params: { text: string }; result: { count: number } }; fail: { params: Record<never, never>; result: null } };
  events: { added: { text: string } };
}
const Notes = defineChannel<NotesShape>('notes');
const notesFile = JSON.stringify({
  channel: 'notes',
  calls: {
    add: {
      access: 'everybody',
      params: { type: 'object', required: ['text'], additionalProperties: false, properties: { text: { type: 'string' } } },
      result: { type: 'object' },
    },
    fail: { access: 'everybody', params: { type: 'object' }, result: { type: 'null' } },
  },
  events: { added: { payload: { type: 'object' } } },
});

test('a channel wakes its owner, checks what comes in, and answers errors with codes', async () => {
  const heard: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@test/notes',
        installed: true,
        atelier: { channels: { notes: './notes.channel.json' } },
        files: {
          'notes.channel.json': notesFile,
          'main.js': `export default { activate(ctx) {
            let count = 0;
            const notes = ctx.serve({ id: 'notes' }, {
              add: async ({ text }) => { count += 1; notes.emit('added', { text }); return { count }; },
              fail: async () => { throw new Error('disk on fire'); },
            });
          } };`,
        },
      },
    ],
  });
  const notes = kernel.client(Notes);
  const handle = notes.on('added', event => heard.push(event));
  const outcomes = [
    await notes.call('add', { text: 'milk' }),
    await problemOf(notes.call('add', { text: 7 } as never)),
    await problemOf(notes.call('fail', {})),
    await problemOf(notes.call('nothing' as never, {} as never)),
    await problemOf(kernel.client(defineChannel<NotesShape>('nowhere')).call('add', { text: '' })),
  ];
  await handle.dispose();
  expect({ outcomes: outcomes.map(one => (Array.isArray(one) ? one[0] : one)), heard }).toEqual({
    outcomes: [{ count: 1 }, 'channel/invalid-params', 'channel/failed', 'channel/unknown-member', 'channel/unknown'],
    heard: [{ text: 'milk' }],
  });
});

test('X4: a right that is withdrawn while the owner wakes is not used', async () => {
  const right = { held: true, used: false };
  const channels: Channels = new Channels({
    wake: async () => {
      right.held = false;
      channels.serve('slow', { wait: async () => Object.assign(right, { used: true }) });
    },
    counted: () => undefined,
    checkAccess: () => {
      if (!right.held) throw new Error('withdrawn');
    },
    isInstalled: () => false,
    checkOutgoing: false,
  });
  const file = { channel: 'slow', calls: { wait: { params: {}, result: {} } }, events: {} };
  const validators = { calls: { wait: { params: () => [], result: () => [] } }, events: {} };
  channels.declare('slow', '@test/slow', async () => ({ file, validators }));
  const view: Caller = { locale: 'en', from: '@test/view', follow: () => undefined, unfollow: () => undefined };
  await expect(channels.call('slow', 'wait', {}, undefined, view)).rejects.toThrow('withdrawn');
  expect(right.used).toBe(false);
  channels.close();
});

type Serving = (params: unknown, signal: AbortSignal) => Promise<unknown>;

/** A table with one channel whose only call is served by `handler`. */
function channelsWith(handler: Serving): Channels {
  const channels = new Channels({
    wake: async () => undefined,
    counted: () => undefined,
    checkAccess: () => undefined,
    isInstalled: () => false,
    checkOutgoing: false,
  });
  const file = { channel: 'slow', calls: { wait: { params: {}, result: {}, timeoutMs: 1 } }, events: {} };
  const validators = { calls: { wait: { params: () => [], result: () => [] } }, events: {} };
  channels.declare('slow', '@test/slow', async () => ({ file, validators }));
  channels.serve('slow', { wait: handler });
  return channels;
}

const unused = new AbortController().signal;

// `length` counts neither a parameter with a default nor a rest parameter, so it does not show what a handler reads.
test.each<[string, (onSignal: (signal: AbortSignal) => void) => Serving]>([
  ['two plain parameters', onSignal => (_params, signal) => untilAborted(signal, onSignal)],
  [
    'a default parameter',
    onSignal =>
      (_params, signal = unused) =>
        untilAborted(signal, onSignal),
  ],
  [
    'a rest parameter',
    onSignal =>
      (...args) =>
        untilAborted(args[1], onSignal),
  ],
])('a handler with %s is aborted when its caller cancels, and when its time limit is over', async (_name, make) => {
  const codes: unknown[] = [];
  for (const gives of ['up', 'time'] as const) {
    const caller = new AbortController();
    const aborted = Promise.withResolvers<void>();
    const channels = channelsWith(
      make(signal => {
        signal.addEventListener('abort', () => aborted.resolve());
        if (gives === 'up') caller.abort();
      }),
    );
    const call = problemOf(channels.call('slow', 'wait', {}, caller.signal, undefined));
    await aborted.promise;
    codes.push(((await call) as readonly string[])[0]);
    channels.close();
  }
  expect(codes).toEqual(['channel/cancelled', 'channel/timeout']);
});

/** Never resolves by itself; `onSignal` gets the signal once the handler listens to it. */
function untilAborted(signal: AbortSignal | undefined, onSignal: (signal: AbortSignal) => void): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
    onSignal(signal ?? unused);
  });
}
