import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { problemOf } from '@atelier/kernel/testing';
import type { PageLink } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { describe, expect, test } from 'vitest';
import { inBrowserHost, inElectronHost } from './support/whole-program.ts';

/** What a window hears of one conversation. */
function listen(window: PageLink, conversation: string): AgentEvent[] {
  const heard: AgentEvent[] = [];
  window.client(AgentChannel).on('event', event => {
    if (event.conversation === conversation) heard.push(event);
  });
  return heard;
}

/** What events say, however the wire has joined their text. */
function told(events: readonly AgentEvent[]): string {
  return events.map(event => (event.kind === 'text' ? event.delta : `<${event.kind}>`)).join('');
}

const endIn = (heard: readonly AgentEvent[]) => heard.find(event => event.kind === 'turnEnded' || event.kind === 'failed');

async function demoIn(window: PageLink): Promise<void> {
  const models = () => window.client(ProvidersChannel).call('listModels', {});
  await expect.poll(async () => (await models()).some(model => model.demo)).toBe(true);
}

describe.each([
  ['browser', () => inBrowserHost()],
  ['Electron, a fake one,', inElectronHost],
] as const)('the agent in the %s host', (_name, open) => {
  test('every window hears a turn in the same order, and one that comes later is told what it missed', async () => {
    await using program = await open();
    const [one, two] = [program.openWindow(), program.openWindow()];
    await demoIn(one);
    const [first, second] = [listen(one, 'shared'), listen(two, 'shared')];
    // Heard from the first event on: an answer comes after what was asked before it.
    await two.client(AgentChannel).call('state', { conversation: 'shared' });
    const taken = await one.client(AgentChannel).call('prompt', { conversation: 'shared', text: 'Hello' });
    await expect.poll(() => endIn(first)?.ended).toBe('done');
    await expect.poll(() => endIn(second)?.ended).toBe('done');
    const late = program.openWindow().client(AgentChannel);
    const half = first.findIndex(event => event.kind === 'text') + 1;
    const missed = await late.call('eventsAfter', { conversation: 'shared', seq: first[half]?.seq ?? 0 });
    const { entries } = await late.call('transcript', { conversation: 'shared' });
    expect({
      taken,
      inOrder: first.every((event, at) => at === 0 || event.seq > (first[at - 1]?.seq ?? 0)),
      second: told(second),
      missed: told(missed.events),
      complete: missed.complete,
      kinds: entries.map(entry => entry.kind),
      kept: entries.at(-1)?.parts?.some(part => part.kind === 'text' && told(first).includes(part.text ?? '?')),
    }).toEqual({
      taken: { taken: 'started' },
      inOrder: true,
      second: told(first),
      missed: told(first.slice(half + 1)),
      complete: true,
      kinds: ['user', 'assistant'],
      kept: true,
    });
  });

  test('another window queues and stops what one began, and a refusal reaches the window with its code', async () => {
    await using program = await open();
    const [one, two] = [program.openWindow(), program.openWindow()];
    await demoIn(one);
    const heard = listen(one, 'stopped');
    const other = two.client(AgentChannel);
    await one.client(AgentChannel).call('prompt', { conversation: 'stopped', text: 'long 20000' });
    const queued = await other.call('prompt', { conversation: 'stopped', text: 'thanks' });
    await expect.poll(() => heard.some(event => event.kind === 'text')).toBe(true);
    await other.call('stop', { conversation: 'stopped' });
    await expect.poll(() => endIn(heard)?.ended).toBe('stopped');
    const waiting = await other.call('listQueue', { conversation: 'stopped' });
    await other.call('setModel', { conversation: 'gone', model: 'nobody/nothing' });
    const refused = await problemOf(other.call('prompt', { conversation: 'gone', text: 'hello' }));
    expect({ queued: queued.taken, waiting: waiting.map(({ text, waits }) => [text, waits]), refused }).toEqual({
      queued: 'queued',
      waiting: [['thanks', true]],
      refused: [expect.stringMatching(/^agent\//), expect.any(String)],
    });
  });
});
