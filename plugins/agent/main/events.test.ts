import { expect, test } from 'vitest';
import type { AgentEvent } from '../contract/index.ts';
import { AgentPublisher, ConversationEvents } from './events.ts';

test('a slow tap holds up its conversation alone, one that fails holds up none, and growing texts are not given to taps', async () => {
  const heard: string[] = [];
  const slow = Promise.withResolvers<void>();
  const warned: string[] = [];
  const done = Promise.withResolvers<void>();
  const events = new ConversationEvents(
    {
      signal: new AbortController().signal,
      log: { warn: (text: string) => void warned.push(text), debug: () => undefined } as never,
      async run(_hook: unknown, input: unknown) {
        const { conversation, name } = input as AgentEvent;
        if (conversation === 'slow' && name === '1') await slow.promise;
        heard.push(`${conversation} ${name ?? 'forgotten'}`);
        if (conversation === 'other' && name === '1') throw new Error('a tap failed');
        if (conversation === 'slow' && name === undefined) done.resolve();
        if (conversation === 'other' && name === '3') slow.resolve();
        return undefined as never;
      },
    },
    new AgentPublisher(),
    () => undefined,
  );
  events.emit('slow', { kind: 'status', name: '1' });
  events.emit('slow', { kind: 'status', name: '2' });
  events.forgotten('slow');
  events.emit('other', { kind: 'status', name: '1' });
  for (const kind of ['text', 'thinking', 'toolOutput'] as const) events.emit('other', { kind, name: '2' });
  events.emit('other', { kind: 'status', name: '3' });
  await done.promise;
  expect({ heard, warned }).toEqual({
    heard: ['other 1', 'other 3', 'slow 1', 'slow 2', 'slow forgotten'],
    warned: ['Error: a tap failed'],
  });
});

test('an event from before the channel is served throws nothing, is not lost, and comes before those after it', () => {
  const sent: unknown[] = [];
  const publisher = new AgentPublisher();
  publisher.emit('toolsChanged', null);
  publisher.emit('event', { conversation: 'c', seq: 1, at: 0, kind: 'status' });
  const before = [...sent];
  publisher.start({ emit: (name, event) => void sent.push([name, event]) });
  publisher.emit('toolsChanged', null);
  expect({ before, sent }).toEqual({
    before: [],
    sent: [
      ['toolsChanged', null],
      ['event', { conversation: 'c', seq: 1, at: 0, kind: 'status' }],
      ['toolsChanged', null],
    ],
  });
});

test('a conversation that rests keeps no events: who heard all of them goes on, who did not is told that some are gone', () => {
  const log = { warn: () => undefined, debug: () => undefined } as never;
  const run = async () => undefined as never;
  const events = new ConversationEvents({ signal: new AbortController().signal, log, run }, new AgentPublisher(), () => undefined);
  for (let at = 0; at < 3; at += 1) events.emit('c', { kind: 'status' });
  const last = events.seq('c');
  events.rest('c');
  const rested = [events.after('c', last), events.after('c', last - 1)];
  events.emit('c', { kind: 'rewound' });
  const { events: later, complete } = events.after('c', last);
  expect({
    rested,
    later: later.map(({ kind, seq }) => [kind, seq - last]),
    complete,
    missed: events.after('c', last - 1).complete,
  }).toEqual({
    rested: [
      { events: [], complete: true },
      { events: [], complete: false },
    ],
    later: [['rewound', 1]],
    complete: true,
    missed: false,
  });
});
