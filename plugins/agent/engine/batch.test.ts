import { expect, onTestFinished, test, vi } from 'vitest';
import { EventBatch } from './batch.ts';
import type { EngineEvent } from './protocol.ts';

const said = (conversation: string, delta: string, part = 0): EngineEvent => ({ conversation, kind: 'text', message: 'm', part, delta });
const brief = (events: readonly EngineEvent[]) =>
  events.map(event => `${event.conversation} ${'delta' in event ? event.delta : event.kind}${'first' in event ? ' first' : ''}`);

function batched(): { batch: EventBatch; sent: string[][] } {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[][] = [];
  return { batch: new EventBatch(events => void sent.push(brief(events))), sent };
}

test('the first event is sent at once, the next ones are collected for 8 ms, and successive deltas of one part are joined', () => {
  const { batch, sent } = batched();
  for (const event of [said('a', '1'), said('a', '2'), said('b', 'x'), said('a', '3'), said('a', '4', 1)]) batch.push(event);
  const atOnce = structuredClone(sent);
  vi.advanceTimersByTime(8);
  expect({ atOnce, sent }).toEqual({ atOnce: [['a 1']], sent: [['a 1'], ['a 23', 'b x', 'a 4']] });
  batch.close();
});

test('an event between two deltas keeps them apart, and the end of a turn is sent without waiting', () => {
  const { batch, sent } = batched();
  const events: EngineEvent[] = [
    { conversation: 'a', kind: 'turnStarted' },
    said('a', '1'),
    { conversation: 'a', kind: 'compaction', phase: 'started' },
    said('a', '2'),
    { conversation: 'a', kind: 'settled', ended: 'done', usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 } },
  ];
  for (const event of events) batch.push(event);
  expect(sent).toEqual([['a turnStarted'], ['a 1', 'a compaction', 'a 2', 'a settled']]);
  batch.close();
});

test('only the first text of an answer is sent at once and marked as the first', () => {
  const { batch, sent } = batched();
  const begins: EngineEvent = { conversation: 'a', kind: 'messageStarted', message: 'm', role: 'assistant' };
  for (const event of [begins, said('a', '1'), said('a', '2'), said('b', 'x'), begins, said('a', '3')]) batch.push(event);
  expect(sent).toEqual([['a messageStarted'], ['a 1 first'], ['a 2', 'b x', 'a messageStarted', 'a 3 first']]);
  batch.close();
});

test('no batch has more than 64 events', () => {
  const { batch, sent } = batched();
  for (let n = 0; n < 200; n += 1) batch.push(said('a', String(n), n));
  batch.close();
  expect(sent.map(({ length }) => length)).toEqual([1, 64, 64, 64, 7]);
});
