/** A search for the one extension that breaks something. `suspects` and `off` stand dependents before what they require. */
export interface Hunt {
  readonly phase: 'asking' | 'found' | 'none';
  /** Those that were on when it began: all of them are on again when it ends. */
  readonly candidates: readonly string[];
  readonly suspects: readonly string[];
  /** Switched off for the question that is asked now. */
  readonly off: readonly string[];
  readonly step: number;
  readonly culprit?: string;
}

/** Begins with half of the candidates off. Whoever requires another must stand before it, so that each half can be off by itself. */
export function beginHunt(candidates: readonly string[]): Hunt {
  const hunt: Hunt = { phase: 'asking', candidates, suspects: candidates, off: half(candidates), step: 1 };
  return candidates.length === 0 ? { ...hunt, phase: 'none', step: 0 } : hunt;
}

/** Takes an answer to the question whether it is still broken. */
export function answered(hunt: Hunt, isBroken: boolean): Hunt {
  if (hunt.phase !== 'asking') return hunt;
  const isOff = new Set(hunt.off);
  const suspects = hunt.suspects.filter(id => isOff.has(id) !== isBroken);
  const [culprit] = suspects;
  if (culprit === undefined) return { ...hunt, phase: 'none', suspects, off: [] };
  // With it alone off nothing is broken: that is the proof. With all others off it would only be the last one left.
  if (!isBroken && suspects.length === 1) return { ...hunt, phase: 'found', suspects, off: [], culprit };
  return { ...hunt, suspects, off: half(suspects), step: hunt.step + 1 };
}

/** The question as it was meant: where a step was cut off, more may be off than it asks about. */
export function asMeant(hunt: Hunt): Hunt {
  return { ...hunt, off: hunt.phase === 'asking' ? half(hunt.suspects) : [] };
}

/** The most questions that so many candidates take. */
export function mostSteps(candidates: number): number {
  return candidates === 0 ? 0 : Math.ceil(Math.log2(candidates)) + 1;
}

/** Those that must be left out where some are gone meanwhile. */
export function without(hunt: Hunt, gone: ReadonlySet<string>): Hunt {
  const left = (ids: readonly string[]): readonly string[] => ids.filter(id => !gone.has(id));
  const suspects = left(hunt.suspects);
  const next = { ...hunt, candidates: left(hunt.candidates), suspects, off: left(hunt.off) };
  if (hunt.phase !== 'asking') return next;
  if (suspects.length === 0) return { ...next, phase: 'none', off: [] };
  return suspects.length === hunt.suspects.length ? next : { ...next, off: half(suspects) };
}

function half(suspects: readonly string[]): readonly string[] {
  return suspects.slice(0, Math.ceil(suspects.length / 2));
}

/** Puts whoever requires another before it. Cycles cannot run, so there are none among those that do. */
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
