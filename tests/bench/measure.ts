import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { processUse } from '../../kernel/main/costs/proc-usage.ts';

/** The times of some ways of doing one thing, taken in turn. */
export interface Measured<Name extends string> {
  /** The middle of one way's times. */
  time(name: Name): number;
  /** The middle of what one way took against another in the same round, so that a busy moment of the machine counts for both. */
  ratio(name: Name, baseline: Name): number;
}

/** Runs every way once a round, one after the other; the first round warms up and is not counted. A way answers what it took. */
export async function alternating<Name extends string>(
  rounds: number,
  ways: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Measured<Name>> {
  const names = Object.keys(ways) as Name[];
  const times = new Map<Name, number[]>(names.map(name => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const took = await ways[name]();
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  const of = (name: Name): readonly number[] => times.get(name) ?? [];
  return {
    time: name => median(of(name)),
    ratio: (name, baseline) => median(of(name).map((took, round) => took / (of(baseline)[round] ?? Number.NaN))),
  };
}

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What the processes that this one started have in memory, whoever shares it. */
export function startedBytes(): number {
  return (processUse(process.pid)?.residentBytes ?? Number.NaN) - process.memoryUsage.rss();
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Runs `work` with this process, and those it starts, held to one processor. Between two idle processors the time that a sleeping
 * one takes to wake is most of a short round trip, and where the system puts which process is chance.
 */
export async function onOneProcessor<T>(work: () => Promise<T>): Promise<T> {
  const hold = (processors: string): boolean =>
    spawnSync('taskset', ['-apc', processors, String(process.pid)], { stdio: 'ignore' }).status === 0;
  const isHeld = hold('0');
  try {
    return await work();
  } finally {
    if (isHeld) hold(`0-${availableParallelism() - 1}`);
  }
}
