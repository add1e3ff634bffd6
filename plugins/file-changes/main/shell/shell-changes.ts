import type { Snapshot } from '../content/snapshot.ts';
import { isTooWide } from '../tracking/paths.ts';
import type { Limitation } from './folder-watch.ts';
import { type FollowedFolder, followFolder, type ShellWindow } from './followed-folder.ts';
import type { ReadGit } from './git-base.ts';

export type { ShellChange, ShellWindow } from './followed-folder.ts';

/** Detects what commands write in the folders that conversations work in. */
export interface ShellChanges {
  /** Starts following a folder, so that the first command does not have to wait for it. */
  follow(folder: string): void;
  begin(folder: string | undefined): Promise<ShellWindow>;
  /** Records the result of an edit, so that it is not assigned to a command that runs at the same time. */
  claim(path: string, after: Snapshot): void;
  limitationOf(folder: string | undefined): Limitation | undefined;
  close(): Promise<void>;
}

/** The number of folders that are followed at once; the least recently used one is dropped. */
const maxFollowed = 4;

/** How long a command waits until its folder is followed; after that its changes are reported as unknown. */
const waitMs = 8_000;
const unfollowed: ShellWindow = { end: async () => ({ changes: [], known: false }), close: () => undefined };

export function openShellChanges(git: ReadGit): ShellChanges {
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
    const opened = followFolder(folder, git).then(
      found => {
        if (!isClosed) ready.set(folder, found);
        return found;
      },
      () => {
        // The folder may be created later.
        followed.delete(folder);
        return undefined;
      },
    );
    followed.set(folder, opened);
    const oldest = [...followed.keys()].find(other => other !== folder && !ready.get(other)?.isUsed);
    if (followed.size > maxFollowed && oldest !== undefined) void leave(oldest);
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
      return (await inTime(begun, waitMs, late => late?.close())) ?? unfollowed;
    },
    claim(path, after) {
      for (const folder of ready.values()) folder.claim(path, after);
    },
    limitationOf(folder) {
      if (folder === undefined) return undefined;
      return isTooWide(folder) ? 'wide' : ready.get(folder)?.limitation;
    },
    async close() {
      isClosed = true;
      await Promise.all([...followed.keys()].map(leave));
    },
  };
}

/** Resolves to undefined after the limit; a later result is passed to `drop`. */
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
