import type { CostSample, ExtensionStatus } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { suspicionsOf } from './suspicions.ts';

const now = 1_000_000;
const sample = { at: 0, ms: 1, cpuMs: 0, memoryBytes: 0, calls: 0, failedCalls: 0, slowCalls: 0, events: 0, networkBytes: 0, crashes: 0 };
const traces = (id: string, some: Partial<CostSample> = {}, errorsAt: readonly number[] = [], slowed = false) => ({
  status: { id, state: 'active' } as ExtensionStatus,
  samples: [{ ...sample, ...some }],
  log: errorsAt.map(time => ({ time, level: 'error' as const, text: '' })),
  slowed,
  now,
});

test('the last minutes speak against who crashed, then who fails, then who is slow, and against nobody who was quiet', () => {
  const found = suspicionsOf([
    traces('slow', { slowCalls: 2 }),
    traces('quiet', { calls: 900 }),
    traces('long ago', {}, [now - 600_000]),
    traces('crashed', { crashes: 1 }),
    traces('failing', { failedCalls: 2 }, [now - 1000]),
    traces('greedy', {}, [], true),
  ]);
  expect(
    found.map(({ id, crashes, errors, failedCalls, slowCalls, slowed }) => [id, crashes, errors, failedCalls, slowCalls, slowed]),
  ).toEqual([
    ['crashed', 1, 0, 0, 0, false],
    ['greedy', 0, 0, 0, 0, true],
    ['failing', 0, 1, 2, 0, false],
    ['slow', 0, 0, 0, 2, false],
  ]);
});
