import type { CostSample, ExtensionStatus } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { suspicionsOf } from './suspicions.ts';

const now = 1_000_000;
const sample = { at: 0, ms: 1, cpuMs: 0, memoryBytes: 0, calls: 0, failedCalls: 0, slowCalls: 0, events: 0, networkBytes: 0, crashes: 0 };
const evidence = (id: string, some: Partial<CostSample> = {}, errorsAt: readonly number[] = [], slowed = false) => ({
  status: { id, state: 'active' } as ExtensionStatus,
  samples: [{ ...sample, ...some }],
  log: errorsAt.map(time => ({ time, level: 'error' as const, text: '' })),
  slowed,
  now,
});

test('crashes weigh more than throttling, failed calls and slow calls, and an extension without problems is not listed', () => {
  const found = suspicionsOf([
    evidence('slow', { slowCalls: 2 }),
    evidence('quiet', { calls: 900 }),
    evidence('long ago', {}, [now - 600_000]),
    evidence('crashed', { crashes: 1 }),
    evidence('failing', { failedCalls: 2 }, [now - 1000]),
    evidence('greedy', {}, [], true),
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
