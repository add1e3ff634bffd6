import type { MemoryRecord } from '../../contract/index.ts';
import { gramsOf } from '../search/grams.ts';
import type { Proposals } from './proposals.ts';

/** Of so many of the trigrams of both in common, two memories say nearly the same. */
const alike = 0.6;

export interface Duplicating {
  readonly proposals: Pick<Proposals, 'merge'>;
  /** The memories nearest to a text. */
  nearest(memory: MemoryRecord): Promise<readonly MemoryRecord[]>;
}

/** Proposes to make one of a new memory and of one that says nearly the same in the same place. Returns whether it did. */
export async function proposeMerge({ proposals, nearest }: Duplicating, memory: MemoryRecord): Promise<boolean> {
  if (memory.kind === 'task_state' || memory.kind === 'summary') return false;
  const own = gramsOf(memory.content);
  const twin = (await nearest(memory)).find(
    other =>
      other.id !== memory.id &&
      other.status === 'active' &&
      other.project === memory.project &&
      other.kind !== 'task_state' &&
      other.kind !== 'summary' &&
      shared(own, gramsOf(other.content)) >= alike,
  );
  return twin !== undefined && proposals.merge([memory, twin]);
}

function shared(own: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  const both = [...own.keys()].filter(place => other.has(place)).length;
  return both / (own.size + other.size - both || 1);
}
