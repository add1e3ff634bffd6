import type { SessionEntry, SessionHeader } from '@earendil-works/pi-coding-agent';
import type { Branch } from './branch.ts';
import { type History, type IndexedEntry, readEntries } from './history.ts';

/** The engine needs several times a file's size in memory, in the process that all conversations share. */
export const maxWholeBytes = 16 * 1024 * 1024;
/** More than any model reads at once, with pictures. */
const maxWindowBytes = 32 * 1024 * 1024;
const batchSize = 50;

/** The end of a session, which is all that the engine holds of a large one. */
export interface Window {
  readonly header: SessionHeader;
  /** The first one has no parent here. */
  readonly entries: readonly SessionEntry[];
  /** An entry as the file has it. */
  asInFile(entry: SessionEntry): SessionEntry;
  /** The ids of all entries of the file. */
  readonly known: ReadonlySet<string>;
}

/** What a model can be sent of a branch: from the first entry that its last compaction keeps, and no more than a model can read. */
export async function windowOf(history: History, { entries: branch }: Branch): Promise<Window> {
  const { file, header, byId } = history;
  const start = Math.max(await afterCompaction(file, branch), withinBytes(branch));
  const entries: SessionEntry[] = [];
  for (let at = start; at < branch.length; at += batchSize)
    for (const entry of await readEntries<SessionEntry>(file, branch.slice(at, at + batchSize)))
      if (entry !== undefined) entries.push(entry);
  const [first, ...rest] = entries;
  return {
    header,
    entries: first === undefined ? [] : [{ ...first, parentId: null }, ...rest],
    asInFile: entry => (entry.id === first?.id ? { ...entry, parentId: first.parentId } : entry),
    known: new Set(byId.keys()),
  };
}

/** The place of the first entry that the last compaction keeps. */
async function afterCompaction(file: string, branch: readonly IndexedEntry[]): Promise<number> {
  const place = branch.findLastIndex(({ type }) => type === 'compaction');
  const last = branch[place];
  if (last === undefined) return 0;
  const [compaction] = await readEntries<{ readonly firstKeptEntryId?: string }>(file, [last]);
  const kept = branch.findIndex(({ id }) => id === compaction?.firstKeptEntryId);
  return kept === -1 ? place : Math.min(kept, place);
}

/** The place of the first message of a person from which on the branch fits; that of the last one if none fits. */
function withinBytes(branch: readonly IndexedEntry[]): number {
  let bytes = 0;
  let place = 0;
  for (let at = branch.length - 1; at >= 0; at -= 1) {
    bytes += branch[at]?.length ?? 0;
    if (bytes > maxWindowBytes && place > 0) return place;
    if (branch[at]?.role === 'user') place = at;
  }
  return 0;
}
