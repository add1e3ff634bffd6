import type { FSWatcher } from 'node:fs';
import { startThread, type Thread } from '@atelier/kernel/children';

/** A name that must stay as it is while a command runs: absent or, with `link`, a link to that. */
export interface GuardedName {
  readonly path: string;
  /** The folder above it that exists; those between the two may be missing. */
  readonly from: string;
  readonly link?: string;
}

/** Something that appeared under a guarded name, and the path that it was moved to at once. */
export interface SetAside {
  readonly path: string;
  readonly to: string;
}

export interface NameGuard {
  /** Resolves, after a last look, to everything that appeared. Rejects if the names were not guarded all the time. */
  end(): Promise<readonly SetAside[]>;
}

interface Begun {
  readonly ready: () => void;
  readonly appeared: () => void;
  readonly ended: (all: readonly SetAside[]) => void;
  readonly lost: (error: Error) => void;
}

type Report = { readonly id: number } & (
  | { readonly kind: 'ready' | 'appeared' }
  | { readonly kind: 'ended'; readonly all: readonly SetAside[] }
);

const guards = new Map<number, Begun>();
let thread: Thread | undefined;
let last = 0;

/**
 * Moves away at once what appears under one of the names, and calls `appeared`. A name that does not exist cannot be mounted over
 * without being seen, so it is watched, in a thread that no other work of this process delays.
 */
export async function guardNames(names: readonly GuardedName[], appeared: () => void): Promise<NameGuard> {
  if (names.length === 0) return { end: async () => [] };
  last += 1;
  const id = last;
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<readonly SetAside[]>()];
  ended.promise.catch(() => undefined);
  const lost = (error: Error) => {
    ready.reject(error);
    ended.reject(error);
    appeared();
  };
  guards.set(id, { ready: () => ready.resolve(), appeared, ended: ended.resolve, lost });
  const watching = running();
  // It keeps this process alive only while it guards something.
  watching.keepsAlive(true);
  watching.post({ id, names });
  await ready.promise;
  return {
    end() {
      watching.post({ id });
      return ended.promise.finally(() => {
        guards.delete(id);
        if (guards.size === 0) watching.keepsAlive(false);
      });
    },
  };
}

/** The thread, which is started with the first guard and ends with this process. */
function running(): Thread {
  if (thread !== undefined) return thread;
  const started = startThread(`(${String(guardingThread)})()`);
  started.onMessage(message => {
    const report = message as Report;
    const guard = guards.get(report.id);
    if (report.kind === 'ended') guard?.ended(report.all);
    else guard?.[report.kind]();
  });
  void started.ended.then(error => {
    if (thread === started) thread = undefined;
    for (const guard of guards.values())
      guard.lost(new Error(`Names in the project were not guarded any more: ${String(error ?? 'ended')}`));
    guards.clear();
  });
  thread = started;
  return started;
}

// Runs as text in a thread of its own, so it names everything it needs.
function guardingThread(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const fs = process.getBuiltinModule('node:fs');
  const { dirname } = process.getBuiltinModule('node:path');
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  interface Guard {
    readonly id: number;
    /** What each name is expected to be, by its path: undefined for nothing, or the target of a link. */
    readonly names: Map<string, string | undefined>;
    /** The folders that the names are in. */
    readonly folders: readonly string[];
    readonly all: { path: string; to: string }[];
  }
  const all = new Map<number, Guard>();
  const watchers = new Map<string, FSWatcher>();
  let poll: NodeJS.Timeout | undefined;

  parentPort?.on('message', ({ id, names }: { id: number; names?: { path: string; from: string; link?: string }[] }) => {
    if (names !== undefined) {
      const folders = names.flatMap(({ path, from }) => foldersBetween(path, from));
      all.set(id, { id, names: new Map(names.map(({ path, link }) => [path, link])), folders, all: [] });
      look();
      parentPort?.postMessage({ id, kind: 'ready' });
      return;
    }
    look();
    const ended = all.get(id);
    all.delete(id);
    follow();
    parentPort?.postMessage({ id, kind: 'ended', all: ended?.all ?? [] });
  });

  /** Checks every name of every guard. It asks the disk, so that an event that was lost loses nothing. */
  function look(): void {
    follow();
    for (const { names } of all.values()) {
      for (const [path, link] of names) {
        const now = at(path);
        if (now === link) continue;
        if (now === undefined) {
          names.set(path, undefined);
          continue;
        }
        const to = moveAside(path);
        if (to !== undefined) report(path, to);
      }
    }
  }

  function report(path: string, to: string): void {
    for (const { id, names, all: found } of all.values()) {
      if (!names.has(path)) continue;
      found.push({ path, to });
      parentPort?.postMessage({ id, kind: 'appeared' });
    }
  }

  /** The target of a link, undefined for nothing, and an empty text for everything else. */
  function at(path: string): string | undefined {
    try {
      const stats = fs.lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : stats.isSymbolicLink() ? fs.readlinkSync(path) : '';
    } catch {
      return undefined;
    }
  }

  /** Renamed, which is one step for a folder of any size, and loses nothing if it was the person who made it. */
  function moveAside(path: string): string | undefined {
    const to = `${path}.set-aside-${randomBytes(4).toString('hex')}`;
    for (const attempt of [0, 1]) {
      try {
        fs.renameSync(path, to);
        return to;
      } catch {
        // The command may have taken the right to write from the folder.
        if (attempt === 0) allow(dirname(path));
      }
    }
    return undefined;
  }

  function allow(folder: string): void {
    try {
      fs.chmodSync(folder, fs.statSync(folder).mode | 0o700);
    } catch {
      // The second attempt fails, too, and the next look tries again.
    }
  }

  function foldersBetween(path: string, from: string): string[] {
    const folder = dirname(path);
    return folder.length > from.length ? [...foldersBetween(folder, from), folder] : [folder];
  }

  /** Watches the folders that a name is in, as far as they exist, and no others. */
  function follow(): void {
    const wanted = new Set([...all.values()].flatMap(({ folders }) => folders));
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    let isPolled = false;
    for (const folder of wanted) if (!watchers.has(folder)) isPolled = !watch(folder) || isPolled;
    if (isPolled) poll ??= setInterval(look, 5);
    else {
      clearInterval(poll);
      poll = undefined;
    }
  }

  /** False if this machine has no watch left, so that the disk has to be polled. */
  function watch(folder: string): boolean {
    try {
      const watcher = fs.watch(folder, look);
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // A folder that does not exist is seen through the one above it.
      return (error as NodeJS.ErrnoException).code === 'ENOENT';
    }
  }
}
