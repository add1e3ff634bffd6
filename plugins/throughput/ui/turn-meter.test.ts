import type { AgentEvent } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { TurnMeter } from './turn-meter.ts';

const event = (at: number, kind: AgentEvent['kind'], rest: Partial<AgentEvent> = {}): AgentEvent => ({
  conversation: 'a',
  seq: at,
  at,
  kind,
  ...rest,
});
const usage = (output: number, cost: number) => ({
  id: 'e',
  kind: 'assistant' as const,
  at: 0,
  usage: { input: 1, output, cacheRead: 0, cacheWrite: 0, cost },
});

test('while a model writes the rate is that of the last seconds, and afterwards the average over its writing time', () => {
  const meter = new TurnMeter();
  const none = meter.figure(0);
  meter.take(event(1000, 'turnStarted'));
  const silent = meter.figure(1500);
  // 40 letters, ten tokens, each tenth of a second: a hundred a second, then half as fast.
  for (let at = 2000; at < 6000; at += 100) meter.take(event(at, 'text', { delta: 'x'.repeat(40) }));
  const fast = meter.figure(6000);
  for (let at = 6000; at <= 10_000; at += 200) meter.take(event(at, 'text', { delta: 'x'.repeat(40) }));
  const slow = meter.figure(10_000);
  meter.take(event(10_000, 'messageEnded', { role: 'assistant', entry: usage(640, 0.012) }));
  meter.take(event(10_050, 'turnEnded', { ended: 'done' }));
  const rounded = (figure: ReturnType<typeof meter.figure>) =>
    figure && { ...figure, rate: Math.round(figure.rate), peak: Math.round(figure.peak), tokens: Math.round(figure.tokens) };
  expect([none, silent, rounded(fast), rounded(slow), rounded(meter.figure(99_000))]).toEqual([
    undefined,
    undefined,
    { isLive: true, rate: 100, peak: 103, firstMs: 1000, tokens: 400, cost: undefined, isEstimated: true },
    { isLive: true, rate: 53, peak: 103, firstMs: 1000, tokens: 610, cost: undefined, isEstimated: true },
    { isLive: false, rate: 80, peak: 103, firstMs: 1000, tokens: 640, cost: 0.012, isEstimated: false },
  ]);
});

test('tool calls between two messages do not lower the rate, and a turn without reported usage is an estimate', () => {
  const meter = new TurnMeter();
  meter.take(event(0, 'turnStarted'));
  for (const start of [1000, 61_000]) {
    meter.take(event(start, 'thinking', { delta: 'x'.repeat(400) }));
    meter.take(event(start + 1000, 'text', { delta: 'x'.repeat(400) }));
    meter.take(event(start + 1000, 'messageEnded', { role: 'assistant' }));
    meter.take(event(start + 1001, 'toolStarted', { tool: 't' }));
  }
  meter.take(event(70_000, 'turnEnded', { ended: 'done' }));
  expect(meter.figure(70_000)).toEqual({
    isLive: false,
    rate: 200,
    peak: 200,
    firstMs: 1000,
    tokens: 400,
    cost: undefined,
    isEstimated: true,
  });
});

test('a page that was opened in the middle of a turn measures from there, and the next turn starts from zero', () => {
  const meter = new TurnMeter();
  meter.take(event(5000, 'text', { delta: 'x'.repeat(400) }));
  const middle = meter.figure(6000);
  meter.take(event(7000, 'turnEnded'));
  meter.take(event(8000, 'turnStarted'));
  expect([middle, meter.figure(8000), meter.isLive]).toEqual([
    { isLive: true, rate: 100, peak: 400, firstMs: undefined, tokens: 100, cost: undefined, isEstimated: true },
    undefined,
    true,
  ]);
});

test('of an answer that came all at once no rate is told, because nobody knows how long the model wrote', () => {
  const meter = new TurnMeter();
  meter.take(event(0, 'turnStarted'));
  meter.take(event(9000, 'text', { delta: 'x'.repeat(40_000) }));
  meter.take(event(9010, 'messageEnded', { role: 'assistant', entry: usage(10_000, 0.1) }));
  meter.take(event(9020, 'turnEnded', { ended: 'done' }));
  expect(meter.figure(9020)).toBeUndefined();
});
