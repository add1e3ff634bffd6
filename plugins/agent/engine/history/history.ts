import { type FileHandle, open, stat } from 'node:fs/promises';
import type { SessionHeader } from '@earendil-works/pi-coding-agent';
import { errors } from '../errors.ts';
import { fieldsOf, isOdd as hasNoMessage, type Light, lightOf } from './light.ts';
import { linesFrom } from './lines.ts';

/** The version of session files that the engine writes; a newer one is read as far as it is known, and never written. */
export const newestVersion = 3;
const mostKept = 8;

/** An entry and its place in the file. */
export interface Placed extends Light {
  /** In the order in which the entries were written. */
  readonly index: number;
  readonly offset: number;
  readonly length: number;
  /** One with the same name, written before. */
  readonly earlier: Placed | undefined;
}

/** What a session file holds, without the words in it. */
export interface History {
  readonly file: string;
  readonly header: SessionHeader;
  readonly entries: readonly Placed[];
  readonly byId: ReadonlyMap<string, Placed>;
  /** Written by a newer version: to be read only. */
  readonly isNewer: boolean;
  /** It holds what the engine would fall over: an entry above its head, a message that is none. */
  readonly isOdd: boolean;
  /** Where its last line ends, and where the file does. */
  readonly size: number;
  readonly bytes: number;
}

interface Kept {
  readonly history: History & { readonly entries: Placed[]; readonly byId: Map<string, Placed> };
  readonly inode: number;
  readonly changed: number;
}

/** By file, what is known of it, or will be: the one asked for last at the end. */
const kept = new Map<string, Promise<Kept | undefined>>();

/**
 * Reads a session file without changing it, in memory that grows with the number of its entries and not with what they say. What a
 * killed process has half written at its end is left out. Asked again, it reads what was added since.
 */
export async function readHistory(file: string): Promise<History> {
  const before = kept.get(file) ?? Promise.resolve(undefined);
  const now = before.catch(() => undefined).then(known => read(file, known));
  kept.delete(file);
  kept.set(file, now);
  for (const name of kept.keys()) if (kept.size > mostKept) kept.delete(name);
  try {
    return (await now).history;
  } catch (error) {
    if (kept.get(file) === now) kept.delete(file);
    throw error;
  }
}

async function read(file: string, known: Kept | undefined): Promise<Kept> {
  const { ino: inode, mtimeMs: changed, size: bytes } = await stat(file).catch(unreadable(file));
  if (known && known.inode === inode && known.changed === changed && known.history.bytes === bytes) return known;
  const handle = await open(file, 'r').catch(unreadable(file));
  try {
    const isAppended = known && known.inode === inode && bytes >= known.history.bytes && (await isAsKnown(handle, known.history));
    const entries = isAppended ? [...known.history.entries] : [];
    const byId = isAppended ? new Map(known.history.byId) : new Map<string, Placed>();
    const { header, size, isOdd } = await index(handle, isAppended ? known.history : undefined, entries, byId);
    if (header === undefined) throw errors['agent/session-unreadable']({ file, reason: 'no session header' });
    const isNewer = Number(header.version ?? 1) > newestVersion;
    return { history: { file, header, entries, byId, isNewer, isOdd, size, bytes }, inode, changed };
  } finally {
    await handle.close();
  }
}

async function index(handle: FileHandle, known: History | undefined, entries: Placed[], byId: Map<string, Placed>) {
  let header = known?.header;
  let size = known?.size ?? 0;
  let isOdd = known?.isOdd ?? false;
  for await (const { text, offset, length, isWhole } of linesFrom(handle, size)) {
    const value = text === undefined ? undefined : parsed(text);
    // A last line without its end is looked at again when more was written.
    if (isWhole) size = offset + length + 1;
    const light = lightOf(value);
    if (light === undefined) continue;
    if (light.type === 'session') header ??= value as SessionHeader;
    else {
      isOdd ||= header === undefined || hasNoMessage(light);
      const placed: Placed = { ...light, index: entries.length, offset, length, earlier: byId.get(light.id) };
      entries.push(placed);
      byId.set(light.id, placed);
      if (!isWhole) size = offset + length;
    }
  }
  return { header, size, isOdd };
}

/** Whether the last line that we know still stands where it stood: a file that was written anew may be longer, too. */
async function isAsKnown(handle: FileHandle, { entries, header }: History): Promise<boolean> {
  const last = entries.at(-1);
  if (last === undefined) return false;
  const [entry] = await readAt(handle, [last]);
  return entry !== undefined && fieldsOf(entry).id === last.id && header !== undefined;
}

/** The whole entries, in the order asked for; undefined for one that is no longer there. */
export async function readEntries<Entry>(file: string, places: readonly Placed[]): Promise<readonly (Entry | undefined)[]> {
  const handle = await open(file, 'r').catch(unreadable(file));
  try {
    return (await readAt(handle, places)) as (Entry | undefined)[];
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, places: readonly Placed[]): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for (const { offset, length } of places) {
    const buffer = Buffer.allocUnsafe(length);
    await handle.read(buffer, 0, length, offset);
    entries.push(parsed(buffer.toString('utf8')));
  }
  return entries;
}

function parsed(text: string): unknown {
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
