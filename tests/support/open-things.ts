import { setTimeout as delay } from 'node:timers/promises';

/** How many of each name are open. */
export type Open = ReadonlyMap<string, number>;

/** Counts names: a handle is named by its kind, a timer by its place, an effect by its label. */
export function snapshot(names: readonly string[]): Open {
  const open = new Map<string, number>();
  for (const name of names) open.set(name, (open.get(name) ?? 0) + 1);
  return open;
}

/** What is open beyond `before`, once what was already closing has had time to close. */
export async function leftOver(before: Open, now: () => Open, patienceMs: number): Promise<readonly string[]> {
  const patience = performance.now() + patienceMs;
  let left = beyond(before, now());
  while (left.length > 0 && performance.now() < patience) {
    // Not in each turn of the loop: what closes is often another process, which needs the processor too.
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
