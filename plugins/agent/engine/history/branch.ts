import { errors } from '../errors.ts';
import type { EntrySummary } from './entry-summary.ts';
import type { History, IndexedEntry } from './history.ts';

/** The entries of a conversation in order, and those before which a part of the file cannot be read. */
export interface Branch {
  readonly entries: readonly IndexedEntry[];
  readonly afterHole: ReadonlySet<IndexedEntry>;
}

/**
 * The entries from the first one to `leaf`, by default the entry that was written last, in the order of the conversation and not of the
 * file. Only an entry that was written earlier counts as a parent, so that no file causes an endless loop; if the parent cannot be read,
 * the entry on the line above takes its place.
 */
export function branchOf({ entries, byId }: Pick<History, 'entries' | 'byId'>, leaf = entries.at(-1)): Branch {
  const branch: IndexedEntry[] = [];
  const afterHole = new Set<IndexedEntry>();
  let at = leaf;
  while (at !== undefined) {
    branch.push(at);
    if (at.parentId === undefined) break;
    const parent = parentOf(at, byId.get(at.parentId));
    if (parent === undefined) afterHole.add(at);
    at = parent ?? entries[at.index - 1];
  }
  return { entries: branch.reverse(), afterHole };
}

/** Whether the engine, which does not check a file, would read the same branch. */
export function isConsistent({ byId }: Pick<History, 'byId'>, { entries, afterHole }: Branch): boolean {
  return afterHole.size === 0 && entries.every((entry, at) => entry.parentId === undefined || byId.get(entry.parentId) === entries[at - 1]);
}

const unended: ReadonlySet<string> = new Set(['toolUse', 'pending', 'length', 'cut']);

/** Whether the last turn did not finish, because its process ended before the model had, or because the answer reached its limit. */
export function isCut(branch: readonly EntrySummary[]): boolean {
  const last = lastMessage(branch);
  if (last?.type !== 'message') return false;
  return last.role !== 'assistant' || unended.has(last.stopReason ?? '');
}

/** Whether the last turn can be continued: it was cut, or aborted, which the engine does when its parent process ends. */
export function isUnfinished(branch: readonly EntrySummary[]): boolean {
  return isCut(branch) || lastMessage(branch)?.stopReason === 'aborted';
}

function lastMessage(branch: readonly EntrySummary[]): EntrySummary | undefined {
  const omitted = omittedIn(branch);
  return branch.findLast(
    ({ id, type, role, customType }) =>
      (type === 'message' && ['user', 'assistant', 'toolResult'].includes(role ?? '') && !omitted.has(id)) || customType === importedMark,
  );
}

/** Marks the end of imported messages, so that their last message does not count as a cut turn. */
export const importedMark = 'atelier.imported';

/** The ids of attempts that were retried, which neither the model nor the person sees. */
export function omittedIn(branch: readonly EntrySummary[]): ReadonlySet<string> {
  return new Set(branch.flatMap(({ omits }) => (omits === undefined ? [] : [omits])));
}

/** The results of the calls of the message at a place, which follow it. */
export function resultsOf<Entry extends EntrySummary>(branch: readonly Entry[], place: number): readonly Entry[] {
  const results: Entry[] = [];
  for (let at = place + 1; at < branch.length; at += 1) {
    const entry = branch[at] as Entry;
    if (entry.role === 'assistant') break;
    if (entry.answers !== undefined) results.push(entry);
  }
  return results;
}

/**
 * The ids by which the person's side knows entries and calls: those of the file, and where one is there before, with its line, as an
 * older version or an editor may have repeated it.
 */
export function ownIds(
  branch: readonly IndexedEntry[],
): ReadonlyMap<IndexedEntry, { readonly id: string; readonly calls: readonly string[] }> {
  const [ids, calls] = [new Set<string>(), new Set<string>()];
  const own = (id: string, among: Set<string>, index: number): string => {
    let found = id;
    for (let more = `${id}~${index}`; among.has(found); more += '~') found = more;
    among.add(found);
    return found;
  };
  return new Map(
    branch.map(entry => [
      entry,
      { id: own(entry.id, ids, entry.index), calls: (entry.calls ?? []).map(({ id }) => own(id, calls, entry.index)) },
    ]),
  );
}

/** The index of an entry in a branch; throws if the branch does not contain it. */
export function placeOf(branch: readonly IndexedEntry[], entry: string, file: string): number {
  const ids = ownIds(branch);
  const place = branch.findIndex(one => ids.get(one)?.id === entry);
  if (place === -1) throw errors['agent/entry-missing']({ file, entry });
  return place;
}

function parentOf(entry: IndexedEntry, named: IndexedEntry | undefined): IndexedEntry | undefined {
  let at = named;
  while (at !== undefined && at.index >= entry.index) at = at.earlier;
  return at;
}
