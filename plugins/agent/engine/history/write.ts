import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularSync } from '@atelier/kernel/children';
import type { SessionEntry, SessionHeader } from '@earendil-works/pi-coding-agent';
import type { Branch } from './branch.ts';
import { isMalformed } from './entry-summary.ts';
import { type History, newestVersion, readEntries } from './history.ts';

const batchSize = 50;
const toAppendTo = constants.O_RDWR | constants.O_APPEND;

/** The folder of the session files. */
export const sessionsIn = (directory: string): string => join(directory, 'sessions');

/** A new entry; its id and its parent are assigned when it is written. */
export type NewEntry = { readonly type: SessionEntry['type'] } & Readonly<Record<string, unknown>>;

/** The content of a new file's header. */
export interface NewSession {
  readonly directory: string;
  readonly conversation: string;
  readonly cwd: string;
  /** The project's folder, empty if there is none; undefined if it is not known. */
  readonly folder?: string | undefined;
  readonly parentSession?: string;
}

/**
 * Creates a session file. The engine by itself writes nothing before the model's first answer, so that an accepted message could be
 * lost; to an existing file it appends each entry at once.
 */
export async function beginSession(beginning: NewSession, entries: AsyncIterable<object> | Iterable<object> = []): Promise<string> {
  const file = createSessionFile(beginning);
  const descriptor = openSync(file, 'a');
  try {
    for await (const entry of entries) writeFileSync(descriptor, lineOf(entry));
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return file;
}

/** Creates a session file that has a header and nothing else. */
export function createSessionFile({ directory, conversation, cwd, folder, parentSession }: NewSession): string {
  const sessions = sessionsIn(directory);
  mkdirSync(sessions, { recursive: true, mode: 0o700 });
  const timestamp = new Date().toISOString();
  const header: SessionHeader & { readonly atelier?: object } = {
    type: 'session',
    version: newestVersion,
    id: conversation,
    timestamp,
    cwd,
    ...(parentSession !== undefined && { parentSession }),
    ...(folder !== undefined && { atelier: { folder } }),
  };
  const [descriptor, file] = openNew(join(sessions, `${timestamp.replace(/[:.]/g, '-')}_${conversation}`));
  try {
    writeFileSync(descriptor, lineOf(header));
  } catch (error) {
    unlinkSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return file;
}

export const lineOf = (entry: object): string => `${JSON.stringify(entry)}\n`;

/** Appends entries that follow `parentId`. They are synced to the disk when it returns. Returns the id of the last one. */
export function appendEntries(history: History, parentId: string | undefined, entries: readonly NewEntry[]): string | undefined {
  const lines = chained(entries, parentId, history.byId);
  const descriptor = openRegularSync(history.file, toAppendTo);
  try {
    // A killed process may have left an incomplete last line.
    const start = endsInLine(descriptor) ? '' : '\n';
    writeFileSync(descriptor, `${start}${lines.map(lineOf).join('')}`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return lines.at(-1)?.id;
}

/** Ends an incomplete last line, which a killed process may have left. */
export function endLine(file: string): void {
  const descriptor = openRegularSync(file, toAppendTo);
  try {
    if (!endsInLine(descriptor)) writeFileSync(descriptor, '\n');
  } finally {
    closeSync(descriptor);
  }
}

/** Gives each entry a new id and the entry before it as its parent. */
export function chained(entries: readonly NewEntry[], parentId: string | undefined, usedIds: { has(id: string): boolean }) {
  let parent = parentId ?? null;
  return entries.map(entry => {
    const { timestamp = new Date().toISOString(), ...rest } = entry;
    const made = { ...rest, id: unusedId(usedIds), parentId: parent, timestamp };
    parent = made.id;
    return made;
  });
}

/** The type of the entry in a copy where the original cannot be read. The model reads its text in English. */
export const holeMark = 'atelier.hole';
const holeText = 'A part of this conversation could not be read and is missing here.';

/** The entries of a branch as a single chain: a repeated id is replaced, and no entry refers to a missing one. */
export async function* copied({ file }: Pick<History, 'file'>, { entries, afterHole }: Branch): AsyncGenerator<object> {
  const names = new Map<string, string>();
  const usedIds = new Set<string>();
  let parentId: string | null = null;
  const placed = (entry: Record<string, unknown>, wanted: string) => {
    const id = usedIds.has(wanted) ? unusedId(usedIds) : wanted;
    const made = { ...entry, id, parentId };
    usedIds.add(id);
    parentId = id;
    return made;
  };
  for (let at = 0; at < entries.length; at += batchSize) {
    const places = entries.slice(at, at + batchSize);
    const read = await readEntries<Record<string, unknown>>(file, places);
    for (const [index, place] of places.entries()) {
      const entry = read[index];
      if (entry === undefined || isMalformed(place)) continue;
      const { timestamp } = entry;
      if (afterHole.has(place))
        yield placed(
          { type: 'custom_message', customType: holeMark, content: holeText, display: true, details: { file }, timestamp },
          unusedId(usedIds),
        );
      const renamed = (name: string) => (typeof entry[name] === 'string' ? { [name]: names.get(entry[name]) ?? entry[name] } : {});
      const made = placed({ ...entry, ...renamed('targetId'), ...renamed('firstKeptEntryId') }, place.id);
      names.set(place.id, made.id);
      yield made;
    }
  }
}

function unusedId(usedIds: { has(id: string): boolean }): string {
  for (;;) {
    const name = randomUUID().slice(0, 8);
    if (!usedIds.has(name)) return name;
  }
}

/** Adds a number to the name, because two files of one conversation may be created in the same millisecond. */
function openNew(path: string): readonly [number, string] {
  for (let count = 0; ; count += 1) {
    const file = `${path}${count === 0 ? '' : `~${count}`}.jsonl`;
    try {
      return [openSync(file, 'wx', 0o600), file];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function endsInLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
