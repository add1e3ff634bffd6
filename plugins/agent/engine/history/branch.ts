import { errors } from '../errors.ts';
import type { History, Placed } from './history.ts';
import type { Light } from './light.ts';

/** The entries of a conversation in its order, and those before which something of the file cannot be read. */
export interface Branch {
  readonly entries: readonly Placed[];
  readonly afterHole: ReadonlySet<Placed>;
}

/**
 * From the first entry to `leaf`, or to the entry that was written last: the order of the conversation, never that of the file. What
 * comes before an entry was written before it, so that no file leads in circles; where that cannot be read, the line above it is next.
 */
export function branchOf({ entries, byId }: Pick<History, 'entries' | 'byId'>, leaf = entries.at(-1)): Branch {
  const branch: Placed[] = [];
  const afterHole = new Set<Placed>();
  let at = leaf;
  while (at !== undefined) {
    branch.push(at);
    if (at.parentId === undefined) break;
    const parent = before(at, byId.get(at.parentId));
    if (parent === undefined) afterHole.add(at);
    at = parent ?? entries[at.index - 1];
  }
  return { entries: branch.reverse(), afterHole };
}

/** Whether the engine, which believes a file, would see the same. */
export function isSound({ byId }: Pick<History, 'byId'>, { entries, afterHole }: Branch): boolean {
  return afterHole.size === 0 && entries.every((entry, at) => entry.parentId === undefined || byId.get(entry.parentId) === entries[at - 1]);
}

/** Whether the last turn has no end: its process was gone before the model had finished. */
export function isCut(branch: readonly Light[]): boolean {
  const last = lastSaid(branch);
  if (last?.type !== 'message') return false;
  return last.role !== 'assistant' || last.stopReason === 'toolUse' || last.stopReason === 'pending';
}

/** Whether one can go on with the last turn: it was cut, or broken off, as an engine does that ends because its parent is gone. */
export function isUnfinished(branch: readonly Light[]): boolean {
  return isCut(branch) || lastSaid(branch)?.stopReason === 'aborted';
}

function lastSaid(branch: readonly Light[]): Light | undefined {
  const omitted = omittedIn(branch);
  return branch.findLast(
    ({ id, type, role, customType }) =>
      (type === 'message' && ['user', 'assistant', 'toolResult'].includes(role ?? '') && !omitted.has(id)) || customType === importedMark,
  );
}

/** Stands behind messages from elsewhere: how they end is no turn of ours that was cut. */
export const importedMark = 'atelier.imported';

/** Attempts that were retried: the model does not see them any more, and no more does the person. */
export function omittedIn(branch: readonly Light[]): ReadonlySet<string> {
  return new Set(branch.flatMap(({ omits }) => (omits === undefined ? [] : [omits])));
}

/** The results of the calls of the message at a place, which follow it. */
export function resultsOf<Entry extends Light>(branch: readonly Entry[], place: number): readonly Entry[] {
  const results: Entry[] = [];
  for (let at = place + 1; at < branch.length; at += 1) {
    const entry = branch[at] as Entry;
    if (entry.role === 'assistant') break;
    if (entry.answers !== undefined) results.push(entry);
  }
  return results;
}

/** The place of an entry in a branch; throws where it is not in it. */
export function placeOf(branch: readonly Light[], entry: string, file: string): number {
  const place = branch.findIndex(({ id }) => id === entry);
  if (place === -1) throw errors['agent/entry-missing']({ file, entry });
  return place;
}

function before(entry: Placed, named: Placed | undefined): Placed | undefined {
  let at = named;
  while (at !== undefined && at.index >= entry.index) at = at.earlier;
  return at;
}
