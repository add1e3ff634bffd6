/** The state of a bisection. In `suspects` and `off`, dependents come before their dependencies. */
export interface Bisection {
  readonly phase: 'asking' | 'found' | 'none';
  /** The extensions that were on at the start. All of them are switched on again at the end. */
  readonly candidates: readonly string[];
  readonly suspects: readonly string[];
  /** Switched off for the current step. */
  readonly off: readonly string[];
  readonly step: number;
  readonly culprit?: string;
}

/** Starts with the first half of the candidates off. Dependents must come before their dependencies, so that each half can be off. */
export function startBisection(candidates: readonly string[]): Bisection {
  const bisection: Bisection = { phase: 'asking', candidates, suspects: candidates, off: firstHalf(candidates), step: 1 };
  return candidates.length === 0 ? { ...bisection, phase: 'none', step: 0 } : bisection;
}

/** Applies the answer to the question whether the problem is still there. */
export function applyAnswer(bisection: Bisection, isBroken: boolean): Bisection {
  if (bisection.phase !== 'asking') return bisection;
  const isOff = new Set(bisection.off);
  const suspects = bisection.suspects.filter(id => isOff.has(id) !== isBroken);
  const [culprit] = suspects;
  if (culprit === undefined) return { ...bisection, phase: 'none', suspects, off: [] };
  // Only a problem that is gone while this extension alone is off proves it. Otherwise it is merely the last suspect.
  if (!isBroken && suspects.length === 1) return { ...bisection, phase: 'found', suspects, off: [], culprit };
  return { ...bisection, suspects, off: firstHalf(suspects), step: bisection.step + 1 };
}

/** Recomputes `off` for the current step: after an interrupted step, more extensions may be recorded as off. */
export function recomputeOff(bisection: Bisection): Bisection {
  return { ...bisection, off: bisection.phase === 'asking' ? firstHalf(bisection.suspects) : [] };
}

/** The maximum number of questions for that many candidates. */
export function maxSteps(candidates: number): number {
  return candidates === 0 ? 0 : Math.ceil(Math.log2(candidates)) + 1;
}

/** Removes extensions that are no longer installed. */
export function removeMissing(bisection: Bisection, gone: ReadonlySet<string>): Bisection {
  const remaining = (ids: readonly string[]): readonly string[] => ids.filter(id => !gone.has(id));
  const suspects = remaining(bisection.suspects);
  const next = { ...bisection, candidates: remaining(bisection.candidates), suspects, off: remaining(bisection.off) };
  if (bisection.phase !== 'asking') return next;
  if (suspects.length === 0) return { ...next, phase: 'none', off: [] };
  return suspects.length === bisection.suspects.length ? next : { ...next, off: firstHalf(suspects) };
}

function firstHalf(suspects: readonly string[]): readonly string[] {
  return suspects.slice(0, Math.ceil(suspects.length / 2));
}

/** Sorts dependents before their dependencies. Extensions in a cycle do not run, so there are no cycles here. */
export function dependentsFirst(nodes: readonly { readonly id: string; readonly requires: readonly string[] }[]): readonly string[] {
  const left = new Map(nodes.map(node => [node.id, node]));
  const order: string[] = [];
  const take = (id: string): void => {
    const node = left.get(id);
    if (node === undefined) return;
    left.delete(id);
    for (const need of node.requires) take(need);
    order.unshift(id);
  };
  for (const { id } of nodes) take(id);
  return order;
}
