import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEntry, SessionHeader } from '@earendil-works/pi-coding-agent';
import type { Branch } from './branch.ts';
import { type History, newestVersion, readEntries } from './history.ts';
import { isOdd } from './light.ts';

const copiedAtOnce = 50;

/** Where the session files lie. */
export const sessionsIn = (directory: string): string => join(directory, 'sessions');

/** An entry as it is written; its name and what it follows are given to it. */
export type Written = { readonly type: SessionEntry['type'] } & Readonly<Record<string, unknown>>;

/** What a new file says of itself. */
export interface Beginning {
  readonly directory: string;
  readonly conversation: string;
  readonly cwd: string;
  readonly parentSession?: string;
}

/**
 * Begins a session file. The engine by itself writes nothing before the model's first answer, so that a message could be lost
 * which was already taken; to a file that is there it appends each entry at once.
 */
export async function beginSession(
  { directory, conversation, cwd, parentSession }: Beginning,
  entries: AsyncIterable<object> | Iterable<object> = [],
): Promise<string> {
  const folder = sessionsIn(directory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const timestamp = new Date().toISOString();
  const header: SessionHeader = {
    type: 'session',
    version: newestVersion,
    id: conversation,
    timestamp,
    cwd,
    ...(parentSession !== undefined && { parentSession }),
  };
  const [descriptor, file] = openNew(join(folder, `${timestamp.replace(/[:.]/g, '-')}_${conversation}`));
  try {
    writeFileSync(descriptor, `${JSON.stringify(header)}\n`);
    for await (const entry of entries) writeFileSync(descriptor, `${JSON.stringify(entry)}\n`);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return file;
}

/** Adds entries behind the last one of `parentId`, whole and on the disk when it returns. Answers the name of the last. */
export function appendEntries(history: History, parentId: string | undefined, entries: readonly Written[]): string | undefined {
  const lines = chained(entries, parentId, history.byId);
  const descriptor = openSync(history.file, 'a+');
  try {
    // After what a killed process has half written.
    const start = endsInLine(descriptor) ? '' : '\n';
    writeFileSync(descriptor, `${start}${lines.map(line => JSON.stringify(line)).join('\n')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return lines.at(-1)?.id;
}

/** Each with a name of its own, behind the one before. */
export function chained(entries: readonly Written[], parentId: string | undefined, taken: { has(id: string): boolean }) {
  let parent = parentId ?? null;
  return entries.map(entry => {
    const { timestamp = new Date().toISOString(), ...rest } = entry;
    const made = { ...rest, id: freeName(taken), parentId: parent, timestamp };
    parent = made.id;
    return made;
  });
}

/** What a copy says where its original cannot be read; the model reads it as it stands here. */
export const holeMark = 'atelier.hole';
const holeTold = 'A part of this conversation could not be read and is missing here.';

/** A branch by itself, in one row: what its file had twice gets a name of its own, and nothing points to what is not there. */
export async function* copied({ file }: Pick<History, 'file'>, { entries, afterHole }: Branch): AsyncGenerator<object> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  let parentId: string | null = null;
  const placed = (entry: Record<string, unknown>, wanted: string) => {
    const id = taken.has(wanted) ? freeName(taken) : wanted;
    const made = { ...entry, id, parentId };
    taken.add(id);
    parentId = id;
    return made;
  };
  for (let at = 0; at < entries.length; at += copiedAtOnce) {
    const places = entries.slice(at, at + copiedAtOnce);
    const read = await readEntries<Record<string, unknown>>(file, places);
    for (const [index, place] of places.entries()) {
      const entry = read[index];
      if (entry === undefined || isOdd(place)) continue;
      const { timestamp } = entry;
      if (afterHole.has(place))
        yield placed(
          { type: 'custom_message', customType: holeMark, content: holeTold, display: true, details: { file }, timestamp },
          freeName(taken),
        );
      const renamed = (name: string) => (typeof entry[name] === 'string' ? { [name]: names.get(entry[name]) ?? entry[name] } : {});
      const made = placed({ ...entry, ...renamed('targetId'), ...renamed('firstKeptEntryId') }, place.id);
      names.set(place.id, made.id);
      yield made;
    }
  }
}

function freeName(taken: { has(id: string): boolean }): string {
  for (;;) {
    const name = randomUUID().slice(0, 8);
    if (!taken.has(name)) return name;
  }
}

/** Two of one conversation may be begun in one millisecond. */
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
