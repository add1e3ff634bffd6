import type { Branches } from '../protocol.ts';
import { branchOf } from './branch.ts';
import { type EntrySummary, fieldsOf } from './entry-summary.ts';
import { type IndexedEntry, readEntries, readHistory } from './history.ts';
import { rewoundMark } from './rewinding.ts';

/** Where a conversation can go: to other versions of its messages, and forward again after it went back. */
export async function branchesOf(file: string): Promise<Branches> {
  const { entries, byId } = await readHistory(file);
  const branch = branchOf({ entries, byId }).entries;
  const groups = versionsOf(entries, byId);
  const versions = branch.flatMap(entry => {
    const group = groups.get(entry.id) ?? [];
    if (group.length < 2) return [];
    return [{ entry: entry.id, at: group.findIndex(({ id }) => id === entry.id), leaves: group.map(({ leaf }) => leaf) }];
  });
  const last = branch.findLast(entry => entry.customType === rewoundMark || isMessage(entry));
  if (last?.customType !== rewoundMark) return { versions };
  const [mark] = await readEntries<Record<string, unknown>>(file, [last]);
  const { from, before } = fieldsOf(mark?.data);
  return typeof before === 'string' && typeof from === 'string' ? { versions, wentBack: { leaf: from } } : { versions };
}

interface Version {
  readonly id: string;
  /** The newest message of its branch. */
  readonly leaf: string;
}

/** By the id of each message of the person: the messages that stand at its place on all branches, oldest first. */
function versionsOf(entries: readonly IndexedEntry[], byId: ReadonlyMap<string, IndexedEntry>): ReadonlyMap<string, readonly Version[]> {
  /** The message that each entry follows; marks and settings between them do not count. */
  const after = new Map<string, string>();
  const places = new Map<string, string[]>();
  for (const { id, parentId = '', ...entry } of entries) {
    const place = after.get(parentId) ?? '';
    after.set(id, isMessage(entry) ? id : place);
    if (entry.role === 'user') places.set(place, [...(places.get(place) ?? []), id]);
  }
  /** The newest message at or below each entry. */
  const newest = new Map<string, IndexedEntry>();
  for (const entry of entries.toReversed()) {
    const below = newest.get(entry.id) ?? (isMessage(entry) ? entry : undefined);
    if (below === undefined) continue;
    newest.set(entry.id, below);
    const known = entry.parentId === undefined ? undefined : newest.get(entry.parentId);
    if (entry.parentId !== undefined && (known === undefined || known.index < below.index)) newest.set(entry.parentId, below);
  }
  const versions = [...places.values()].flatMap(ids => {
    const group = ids.map(id => ({ id, leaf: (newest.get(id) ?? byId.get(id))?.id ?? id }));
    return ids.map(id => [id, group] as const);
  });
  return new Map(versions);
}

function isMessage({ type, role }: Pick<EntrySummary, 'type' | 'role'>): boolean {
  return type === 'compaction' || role === 'user' || role === 'assistant' || role === 'toolResult';
}
