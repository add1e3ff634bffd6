import { setTimeout as delay } from 'node:timers/promises';

/** The number of open resources per name. */
export type Open = ReadonlyMap<string, number>;

/** Counts names: the kind of a handle, the source location of a timer, the label of an effect. */
export function snapshot(names: readonly string[]): Open {
  const open = new Map<string, number>();
  for (const name of names) open.set(name, (open.get(name) ?? 0) + 1);
  return open;
}

/** The resources opened since `before`, after those that are closing have had time to close. */
export async function leftOver(before: Open, now: () => Open, patienceMs: number): Promise<readonly string[]> {
  const patience = performance.now() + patienceMs;
  let left = beyond(before, now());
  while (left.length > 0 && performance.now() < patience) {
    // With pauses: often another process is closing, which needs the processor too.
    await delay(2);
    left = beyond(before, now());
  }
  return left;
}

function beyond(before: Open, after: Open): readonly string[] {
  return [...after].flatMap(([name, count]) => {
    const more = count - (before.get(name) ?? 0);
    return more <= 0 ? [] : [more === 1 ? name : `${name} ×${more}`];
  });
}
