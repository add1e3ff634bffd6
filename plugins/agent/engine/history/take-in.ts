import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import { branchOf } from './branch.ts';
import { type History, type IndexedEntry, readEntries, readHistory } from './history.ts';
import { appendEntries, beginSession, chained, type NewEntry, type NewSession } from './write.ts';

/** What an open session has in memory, and the ids of what its file had besides. */
export interface InMemory {
  readonly entries: readonly SessionEntry[];
  readonly known: ReadonlySet<string>;
  /** The last entry of its branch. */
  readonly leaf: string | undefined;
}

/** The type of the entry before what another program wrote at the same time. The model reads its text in English. */
export const besideMark = 'atelier.beside';
const besideText = 'Another program went on with this conversation at the same time. What it wrote follows.';

/**
 * Joins what an open session has in memory with what other programs made of its files, the last of which is the present one. Returns the
 * file that it goes on in: the present one if that still has everything, otherwise a new one. What others wrote after its last entry is
 * gone on with; what they wrote beside it is copied to its end, from the first message of a person on. No file is written over.
 */
export async function takeIn(beginning: NewSession, inMemory: InMemory, files: readonly string[]): Promise<string> {
  const { entries, leaf } = inMemory;
  const known = new Set([...inMemory.known, ...entries.map(({ id }) => id)]);
  const histories = await Promise.all(files.map(file => readHistory(file).catch(() => undefined)));
  const present = histories.at(-1);
  const isWhole = present !== undefined && !present.isNewer && entries.every(({ id }) => present.byId.has(id));
  if (isWhole && files.length === 1 && goesOn(present, known, leaf)) return present.file;
  const added = await Promise.all(histories.map(history => (history === undefined ? [] : addedTo(history, known))));
  const beside = added.flat();
  const mark: NewEntry =
    beside.length === 0
      ? { type: 'custom', customType: besideMark }
      : { type: 'custom_message', customType: besideMark, content: besideText, display: true };
  if (isWhole) {
    // The last entry of a file decides which branch is opened.
    appendEntries(present, leaf, [mark, ...beside]);
    return present.file;
  }
  const parentSession = files.at(-1);
  const whole = [...entries, ...chained([mark, ...beside], leaf, known)];
  return await beginSession({ ...beginning, ...(parentSession !== undefined && { parentSession }) }, whole);
}

/** Whether a file is gone on with after its last known entry, and nowhere else. */
function goesOn(history: History, known: ReadonlySet<string>, leaf: string | undefined): boolean {
  const branch = new Set(branchOf(history).entries.map(({ id }) => id));
  return (
    (leaf === undefined || branch.has(leaf)) &&
    history.entries.every(({ id, type }) => type !== 'message' || known.has(id) || branch.has(id))
  );
}

/** The messages that `known` lacks, on the branch that the last of them is on. */
async function addedTo(history: History, known: ReadonlySet<string>): Promise<readonly NewEntry[]> {
  const isAdded = ({ id, type }: IndexedEntry) => !known.has(id) && type === 'message';
  const last = history.entries.findLast(isAdded);
  const added = last === undefined ? [] : branchOf(history, last).entries.filter(isAdded);
  const first = added.findIndex(({ role }) => role === 'user');
  if (first === -1) return [];
  const read = await readEntries<SessionEntry>(history.file, added.slice(first));
  return read.flatMap(entry =>
    entry?.type === 'message' ? [{ type: entry.type, message: entry.message, timestamp: entry.timestamp }] : [],
  );
}
