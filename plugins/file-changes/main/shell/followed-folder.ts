import { stat } from 'node:fs/promises';
import { missing, readSnapshot, type Snapshot } from '../content/snapshot.ts';
import { absent, other } from '../content/state.ts';
import { isIn } from '../tracking/paths.ts';
import { FolderWatch, type Limitation } from './folder-watch.ts';
import { GitBase, type ReadGit, withLineEndsOf } from './git-base.ts';
import { KnownContents } from './known-contents.ts';

/** The limit of changed files of one command. */
const maxChanged = 2_000;
/** Outside git all files are read beforehand, so only small folders are followed completely. */
const maxKnown = 2_000;

export interface ShellChange {
  readonly path: string;
  /** Undefined if the previous content is unknown. */
  readonly before: Snapshot | undefined;
  readonly after: Snapshot;
}

/** Follows one command. */
export interface ShellWindow {
  /** The files that were written since `begin`, and whether the list is complete. */
  end(): Promise<{ readonly changes: readonly ShellChange[]; readonly known: boolean }>;
  /** Stops following a command that will not end. */
  close(): void;
}

export interface FollowedFolder {
  readonly limitation: Limitation | undefined;
  readonly isUsed: boolean;
  begin(): Promise<ShellWindow>;
  claim(path: string, after: Snapshot): void;
  close(): Promise<void>;
}

/** Follows one folder, and reports at the end of a command what it wrote, with the previous contents. */
export async function followFolder(root: string, readGit: ReadGit): Promise<FollowedFolder> {
  if (!(await stat(root)).isDirectory()) throw new Error(`${root} is no folder`);
  const git = await GitBase.open(readGit, root);
  const known = new KnownContents();
  const written = new Map<string, number>();
  const open = new Set<number>();
  let moment = 0;
  let foreign: Promise<void> = Promise.resolve();
  let waiting: Set<string> | undefined;

  /** Reads files that were written while no command runs; they are the previous contents for the next command. */
  const readLater = (path: string) => {
    waiting ??= new Set();
    waiting.add(path);
    if (waiting.size > 1) return;
    foreign = foreign.then(async () => {
      const paths = [...(waiting ?? [])];
      waiting = undefined;
      const isKept = git === undefined ? new Set<string>() : await git.ignored(paths);
      await known.read(paths.filter(path => !isKept.has(path)).slice(0, maxChanged));
    });
  };
  const watch = new FolderWatch(root, {
    ignored: async folders => (await git?.ignored(folders)) ?? new Set(),
    onChange(path) {
      if (open.size === 0) return readLater(path);
      moment += 1;
      written.set(path, moment);
    },
  });
  await watch.open();
  if (git === undefined) await known.read(watch.found.slice(0, maxKnown));
  else {
    const { changed, untracked } = await git.dirty();
    const all = [...changed, ...untracked];
    await known.read(all.slice(0, maxKnown));
    for (const path of all.slice(maxKnown)) known.setUnknown(path);
  }
  const initial = git === undefined && watch.found.length <= maxKnown ? 'all' : 'some';
  watch.found.length = 0;

  async function changesOf(paths: readonly string[]): Promise<ShellChange[]> {
    const isKnown = (path: string) => known.get(path) !== undefined;
    const unread = paths.filter(path => !isKnown(path));
    const [ignored, fromGit] =
      git === undefined || paths.length === 0
        ? [new Set<string>(), new Map<string, Snapshot>()]
        : await Promise.all([git.ignored(paths), git.contents(unread)]);
    // A file that git tracks is followed, even if it is ignored.
    const snapshots = await readSnapshots(paths.filter(path => !ignored.has(path) || fromGit?.has(path) || isKnown(path)));
    const all = new Map(snapshots.filter(({ after }) => after.state !== other).map(({ path, after }) => [path, after]));
    // The removal of a folder causes no events for its files.
    for (const { path, after } of snapshots) {
      if (after.state === absent) for (const inside of known.under(path)) if (!all.has(inside)) all.set(inside, await readSnapshot(inside));
    }
    for (const path of fromGit?.keys() ?? []) if (!all.has(path)) all.set(path, await readSnapshot(path));
    return [...all].flatMap(([path, after]) => {
      const before = known.get(path) ?? baseOf(path, after, fromGit);
      known.set(path, after);
      return after.state === absent && (before === undefined || before.state === absent) ? [] : [{ path, before, after }];
    });
  }

  function baseOf(path: string, after: Snapshot, fromGit: ReadonlyMap<string, Snapshot> | undefined): Snapshot | undefined {
    if (fromGit === undefined) return undefined;
    const found = fromGit.get(path);
    if (found !== undefined) return withLineEndsOf(found, after);
    // If all files were read at the start, an unread file did not exist.
    return git !== undefined || initial === 'all' ? missing : undefined;
  }

  return {
    get limitation() {
      return watch.limitation;
    },
    get isUsed() {
      return open.size > 0;
    },
    async begin() {
      await watch.flush();
      await foreign;
      await git?.mark();
      if (watch.limitation === 'burst') watch.limitation = undefined;
      const from = moment;
      const id = Math.random();
      open.add(id);
      return {
        close: () => void open.delete(id),
        async end() {
          await watch.flush();
          // The system has dropped events; git's list of changed files replaces them.
          const dirty = watch.limitation === 'burst' ? await git?.dirty() : undefined;
          const seen = [...written].flatMap(([path, at]) => (at > from && path !== root ? [path] : []));
          const paths = dirty === undefined ? seen : [...new Set([...seen, ...dirty.changed, ...dirty.untracked])];
          for (const path of paths) written.delete(path);
          open.delete(id);
          if (open.size === 0) written.clear();
          const changes = await changesOf(paths.slice(0, maxChanged).toSorted());
          return { changes, known: watch.limitation === undefined && paths.length <= maxChanged };
        },
      };
    },
    claim(path, after) {
      if (isIn(root, path)) known.set(path, after);
    },
    async close() {
      watch.close();
      await foreign;
      await git?.close();
    },
  };
}

async function readSnapshots(paths: readonly string[]): Promise<{ path: string; after: Snapshot }[]> {
  const found: { path: string; after: Snapshot }[] = [];
  for (let at = 0; at < paths.length; at += 32) {
    found.push(...(await Promise.all(paths.slice(at, at + 32).map(async path => ({ path, after: await readSnapshot(path) })))));
  }
  return found;
}
