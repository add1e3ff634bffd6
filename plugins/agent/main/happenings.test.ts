import { expect, test } from 'vitest';
import type { AgentEvent } from '../contract/index.ts';
import { openHappenings } from './happenings.ts';

const event = (conversation: string, seq: number, kind: AgentEvent['kind'] = 'status'): AgentEvent => ({ conversation, seq, at: 0, kind });

test('a slow tap holds up its conversation alone, one that fails holds up none, and growing texts are not told', async () => {
  const heard: string[] = [];
  const slow = Promise.withResolvers<void>();
  const warned: string[] = [];
  const done = Promise.withResolvers<void>();
  const happenings = openHappenings({
    signal: new AbortController().signal,
    log: { warn: (text: string) => void warned.push(text) } as never,
    async run(_hook: unknown, input: unknown) {
      const { conversation, seq } = input as AgentEvent;
      if (conversation === 'slow' && seq === 1) await slow.promise;
      heard.push(`${conversation} ${seq ?? 'forgotten'}`);
      if (conversation === 'other' && seq === 1) throw new Error('a tap failed');
      if (conversation === 'slow' && seq === undefined) done.resolve();
      if (conversation === 'other' && seq === 3) slow.resolve();
      return undefined as never;
    },
  });
  happenings.happened(event('slow', 1));
  happenings.happened(event('slow', 2));
  happenings.forgotten('slow');
  happenings.happened(event('other', 1));
  for (const kind of ['text', 'thinking', 'toolOutput'] as const) happenings.happened(event('other', 2, kind));
  happenings.happened(event('other', 3));
  await done.promise;
  expect({ heard, warned }).toEqual({
    heard: ['other 1', 'other 3', 'slow 1', 'slow 2', 'slow forgotten'],
    warned: ['Error: a tap failed'],
  });
});
