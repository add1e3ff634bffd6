import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { encode } from './child/wire.ts';
import { defaultLimits } from './isolate-limits.ts';
import { isolatePeer, type PeerEvents } from './isolate-peer.ts';

const nothing = () => undefined;
const events: PeerEvents = {
  onActive: nothing,
  onFailed: nothing,
  onNothingToActivate: nothing,
  onBroken: nothing,
  onHung: nothing,
  onBytes: nothing,
};
const limits = { ...defaultLimits, callMs: 1000, hangMs: Number.POSITIVE_INFINITY };

/** A peer whose child calls a verb that the test answers. */
function asking(verb: string) {
  const answer = Promise.withResolvers<string>();
  const pipe = new PassThrough().resume();
  const peer = isolatePeer('@test/waits', pipe, { ask: () => answer.promise, tell: nothing }, events, limits);
  const began = performance.now();
  const call = peer.call(1, 'waits.go', []).catch((error: { code?: string }) => error.code);
  peer.receive(encode({ k: 'ask', id: 1, verb, args: [] }).trim());
  return { peer, call, at: (ms: number) => peer.check(began + ms), answer: () => answer.resolve('done') };
}

test('while an extension waits for the service of another, its own time limit is paused, and continues afterwards', async () => {
  const { peer, call, at, answer } = asking('service');
  at(900);
  at(50_000);
  answer();
  await new Promise(resolve => setImmediate(resolve));
  at(50_900);
  const before = await Promise.race([call, Promise.resolve('still runs')]);
  at(51_100);
  expect([before, await call]).toEqual(['still runs', 'extension/no-answer']);
  peer.close();
});

test('other requests to the kernel do not pause the time limit', async () => {
  const { peer, call, at } = asking('secret');
  at(1100);
  expect(await call).toBe('extension/no-answer');
  peer.close();
});
