import { expect, test } from 'vitest';
import { Meter } from './meter.ts';

test('the costs of an extension add up, and an extension that was never counted costs nothing', () => {
  const meter = new Meter();
  meter.started('a', 12);
  meter.called('a', true);
  meter.called('a', false, 1000);
  meter.moved('a', 100);
  meter.moved('a', 50);
  meter.emitted('a', 3);
  meter.fetched('a', 7);
  meter.charged({ extension: 'a', tokens: 10, money: 0.5 });
  meter.charged({ extension: 'a', tokens: -10, money: Number.NaN });
  meter.crashed('a');
  const none = {
    startMs: 0,
    cpuMs: undefined,
    memoryBytes: undefined,
    calls: 0,
    failedCalls: 0,
    slowCalls: 0,
    bytes: 0,
    events: 0,
    fetches: 0,
    networkBytes: 0,
    tokens: 0,
    money: 0,
    crashes: 0,
  };
  expect([meter.costs('a'), meter.costs('b'), meter.all().map(({ id }) => id)]).toEqual([
    {
      ...none,
      id: 'a',
      startMs: 12,
      calls: 2,
      failedCalls: 1,
      slowCalls: 1,
      bytes: 157,
      events: 3,
      fetches: 1,
      networkBytes: 7,
      tokens: 10,
      money: 0.5,
      crashes: 1,
    },
    { ...none, id: 'b' },
    ['a', 'b'],
  ]);
});

test('processor time and memory of a process are read from the system, and its processor time is kept when it ends', context => {
  context.skip(process.platform !== 'linux', 'read from /proc, which only Linux has');
  const meter = new Meter();
  meter.runs('a', process.pid);
  const running = meter.costs('a');
  meter.ends('a', process.pid);
  const ended = meter.costs('a');
  expect([
    (running.cpuMs ?? 0) > 0,
    (running.memoryBytes ?? 0) > 1e7,
    (ended.cpuMs ?? 0) >= (running.cpuMs ?? 0),
    ended.memoryBytes,
  ]).toEqual([...[true, true, true, undefined]]);
});
