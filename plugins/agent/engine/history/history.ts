import { type FileHandle, stat } from 'node:fs/promises';
import { openRegular } from '@atelier/kernel/children';
import type { SessionHeader } from '@earendil-works/pi-coding-agent';
import { errors } from '../errors.ts';
import { type EntrySummary, fieldsOf, isMalformed as hasNoMessage, summaryOf } from './entry-summary.ts';
import { linesFrom } from './lines.ts';

/** The version of session files that the engine writes. A newer file is read as far as possible, and never written. */
export const newestVersion = 3;
const maxCached = 8;

/** An entry and its place in the file. */
export interface IndexedEntry extends EntrySummary {
  /** Its position in the order in which the entries were written. */
  readonly index: number;
  readonly offset: number;
  readonly length: number;
  /** An entry with the same id that was written before. */
  readonly earlier: IndexedEntry | undefined;
}

/** The index of a session file: everything but the texts. */
export interface History {
  readonly file: string;
  readonly header: SessionHeader;
  readonly entries: readonly IndexedEntry[];
  readonly byId: ReadonlyMap<string, IndexedEntry>;
  /** Written by a newer version, and therefore read-only. */
  readonly isNewer: boolean;
  /** It contains something that the engine fails on: an entry before the header, or a message entry without a message. */
  readonly isMalformed: boolean;
  /** The end of the last complete line, and the size of the file. */
  readonly size: number;
  readonly bytes: number;
}

interface CachedHistory {
  readonly history: History & { readonly entries: IndexedEntry[]; readonly byId: Map<string, IndexedEntry> };
  readonly inode: number;
  readonly changed: number;
}

/** The histories that were read, by file; the most recently used is last. */
const cache = new Map<string, Promise<CachedHistory | undefined>>();

/**
 * Reads a session file without changing it. The memory grows with the number of entries and not with their texts. An incomplete last line
 * of a killed process is left out. The next call reads only what was added since.
 */
export async function readHistory(file: string): Promise<History> {
  const before = cache.get(file) ?? Promise.resolve(undefined);
  const now = before.catch(() => undefined).then(known => read(file, known));
  cache.delete(file);
  cache.set(file, now);
  for (const name of cache.keys()) if (cache.size > maxCached) cache.delete(name);
  try {
    return (await now).history;
  } catch (error) {
    if (cache.get(file) === now) cache.delete(file);
    throw error;
  }
}

async function read(file: string, known: CachedHistory | undefined): Promise<CachedHistory> {
  const { ino: inode, mtimeMs: changed, size: bytes } = await stat(file).catch(unreadable(file));
  if (known && known.inode === inode && known.changed === changed && known.history.bytes === bytes) return known;
  const handle = await openRegular(file).catch(unreadable(file));
  try {
    const isAppended = known && known.inode === inode && bytes >= known.history.bytes && (await isUnchanged(handle, known.history));
    const entries = isAppended ? [...known.history.entries] : [];
    const byId = isAppended ? new Map(known.history.byId) : new Map<string, IndexedEntry>();
    const { header, size, isMalformed } = await index(handle, isAppended ? known.history : undefined, entries, byId);
    if (header === undefined) throw errors['agent/session-unreadable']({ file, reason: 'no session header' });
    const isNewer = Number(header.version ?? 1) > newestVersion;
    return { history: { file, header, entries, byId, isNewer, isMalformed, size, bytes }, inode, changed };
  } finally {
    await handle.close();
  }
}

async function index(handle: FileHandle, known: History | undefined, entries: IndexedEntry[], byId: Map<string, IndexedEntry>) {
  let header = known?.header;
  let size = known?.size ?? 0;
  let isMalformed = known?.isMalformed ?? false;
  for await (const { text, offset, length, isWhole } of linesFrom(handle, size)) {
    const value = text === undefined ? undefined : parse(text);
    // A last line without a line break is read again when more was written.
    if (isWhole) size = offset + length + 1;
    const light = summaryOf(value);
    if (light === undefined) continue;
    if (light.type === 'session') header ??= value as SessionHeader;
    else {
      isMalformed ||= header === undefined || hasNoMessage(light);
      const placed: IndexedEntry = { ...light, index: entries.length, offset, length, earlier: byId.get(light.id) };
      entries.push(placed);
      byId.set(light.id, placed);
      if (!isWhole) size = offset + length;
    }
  }
  return { header, size, isMalformed };
}

/** Whether the last known line is still in its place, because a file that was replaced may be longer, too. */
async function isUnchanged(handle: FileHandle, { entries, header }: History): Promise<boolean> {
  const last = entries.at(-1);
  if (last === undefined) return false;
  const [entry] = await readAt(handle, [last]);
  return entry !== undefined && fieldsOf(entry).id === last.id && header !== undefined;
}

/** The complete entries, in the order of `places`; undefined for an entry that no longer exists. */
export async function readEntries<Entry>(file: string, places: readonly IndexedEntry[]): Promise<readonly (Entry | undefined)[]> {
  const handle = await openRegular(file).catch(unreadable(file));
  try {
    return (await readAt(handle, places)) as (Entry | undefined)[];
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, places: readonly IndexedEntry[]): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (const { offset, length } of places) {
    const buffer = Buffer.allocUnsafe(length);
    await handle.read(buffer, 0, length, offset);
    entries.push(parse(buffer.toString('utf8')));
  }
  return entries;
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT') throw errors['agent/session-missing']({ file }, error);
    throw errors['agent/session-unreadable']({ file, reason: error.message }, error);
  };
}
