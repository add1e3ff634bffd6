import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Look } from '../content/look.ts';
import { isTooWide } from '../tracking/paths.ts';
import type { Lack } from './folder-watch.ts';
import { type FollowedFolder, followFolder } from './followed-folder.ts';

export interface ShellChange {
  readonly path: string;
  /** Undefined where nobody knows what stood there. */
  readonly before: Look | undefined;
  readonly after: Look;
}

/** The time of one command. */
export interface ShellWindow {
  /** What was written since `begin`, and whether that is all. */
  end(): Promise<{ readonly changes: readonly ShellChange[]; readonly known: boolean }>;
  /** For a command that will not end. */
  close(): void;
}

/** Sees what commands write in the folders that conversations work in. */
export interface ShellChanges {
  /** Begins to follow a folder, so that a first command need not wait for it. */
  follow(folder: string): void;
  begin(folder: string | undefined): Promise<ShellWindow>;
  /** What an edit has left, so that a command that runs at the same time is not taken for it. */
  claim(path: string, after: Look): void;
  lackOf(folder: string | undefined): Lack | undefined;
  close(): Promise<void>;
}

/** So many folders are followed at once; the one that was used longest ago is left. */
const mostFollowed = 4;

/** A command waits no longer for this: what it changes is then said not to be known. */
const patienceMs = 8_000;
const unfollowed: ShellWindow = { end: async () => ({ changes: [], known: false }), close: () => undefined };

export function openShellChanges(scratch: string): ShellChanges {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const followed = new Map<string, Promise<FollowedFolder | undefined>>();
  const ready = new Map<string, FollowedFolder>();
  let isClosed = false;

  const leave = async (folder: string) => {
    const opened = followed.get(folder);
    followed.delete(folder);
    ready.delete(folder);
    await (await opened)?.close();
  };
  const open = (folder: string): Promise<FollowedFolder | undefined> => {
    const known = followed.get(folder);
    if (known !== undefined) {
      followed.delete(folder);
      followed.set(folder, known);
      return known;
    }
    const copy = join(scratch, `${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.index`);
    const opened = followFolder(folder, copy).then(
      found => {
        if (!isClosed) ready.set(folder, found);
        return found;
      },
      () => {
        // A folder that is not there can be one later.
        followed.delete(folder);
        return undefined;
      },
    );
    followed.set(folder, opened);
    const oldest = [...followed.keys()].find(other => other !== folder && !ready.get(other)?.isUsed);
    if (followed.size > mostFollowed && oldest !== undefined) void leave(oldest);
    return opened;
  };
  const mayFollow = (folder: string | undefined): folder is string => !isClosed && folder !== undefined && !isTooWide(folder);

  return {
    follow(folder) {
      if (mayFollow(folder)) void open(folder);
    },
    async begin(folder) {
      if (!mayFollow(folder)) return unfollowed;
      const begun = open(folder).then(found => found?.begin());
      return (await inTime(begun, patienceMs, late => late?.close())) ?? unfollowed;
    },
    claim(path, after) {
      for (const folder of ready.values()) folder.claim(path, after);
    },
    lackOf(folder) {
      if (folder === undefined) return undefined;
      return isTooWide(folder) ? 'wide' : ready.get(folder)?.lack;
    },
    async close() {
      isClosed = true;
      await Promise.all([...followed.keys()].map(leave));
    },
  };
}

/** Undefined where it takes longer; what comes late is handed to `drop`. */
async function inTime<T>(work: Promise<T>, limitMs: number, drop: (late: T) => void): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, limitMs, undefined);
  let isLate = false;
  void work.then(
    value => isLate && drop(value),
    () => undefined,
  );
  const found = await Promise.race([work, late]);
  clearTimeout(timer);
  isLate = found === undefined;
  return found;
}
