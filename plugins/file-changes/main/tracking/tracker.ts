import { dirname, parse } from 'node:path';
import type { Blobs } from '../content/blobs.ts';
import { bytesOf, countBetween } from '../content/compare.ts';
import { rebased } from '../content/merge.ts';
import { missing, readSnapshotNow, type Snapshot, snapshotOf } from '../content/snapshot.ts';
import { absent, isSameContent, modeOf, other, unknown } from '../content/state.ts';
import type { ReadGit } from '../shell/git-base.ts';
import type { ShellChanges, ShellWindow } from '../shell/shell-changes.ts';
import { nameIn, realPath, toolPath } from './paths.ts';
import type { CallFile, Records } from './records.ts';

/** The fields of a tool call that the tracker needs. */
export interface ToolCall {
  readonly conversation: string;
  readonly tool: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

/** A file that a tool call changed, as its row shows it. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'removed';
  readonly added: number;
  readonly removed: number;
  readonly binary?: boolean;
}

export interface TrackerParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly shell: ShellChanges;
  readonly git: Pick<ReadGit, 'workTree'>;
  changed(conversation: string): void;
}

const writers = new Set(['edit', 'write']);
const shells = new Set(['bash', 'powershell']);
/** The limit of calls that began and have not ended. */
const maxPending = 500;

type Pending = { readonly path: string; readonly before: Snapshot } | { readonly window: ShellWindow };

/** Reads files before and after each tool call, and records the differences. */
export class Tracker {
  readonly #parts: TrackerParts;
  readonly #pending = new Map<string, Pending>();
  /** Work on a conversation's records runs one at a time, because records are read and then written. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(parts: TrackerParts) {
    this.#parts = parts;
  }

  async before(call: ToolCall): Promise<void> {
    const { conversation, tool, name, args, cwd } = call;
    if (this.#pending.size >= maxPending) this.#pending.delete(this.#pending.keys().next().value!);
    const key = `${conversation} ${tool}`;
    if (writers.has(name)) {
      const path = await toolPath(args.path, cwd);
      if (path === undefined) return;
      const before = await readSnapshotNow(path);
      // Flushed to the disk before the tool may write: after a crash it is the only copy.
      await this.#parts.blobs.keep(conversation, before);
      this.#pending.set(key, { path, before });
      await this.#folder(conversation, cwd, path);
    } else if (shells.has(name)) {
      const folder = await this.#folder(conversation, cwd);
      this.#pending.set(key, { window: await this.#parts.shell.begin(folder) });
    } else {
      // Started while the model reads, so that the first command does not have to wait.
      const folder = await this.#folder(conversation, cwd);
      if (folder !== undefined) this.#parts.shell.follow(folder);
    }
  }

  /** The files that the call changed, in order; empty if nothing differs. */
  async after(call: ToolCall): Promise<readonly ChangedFile[]> {
    const key = `${call.conversation} ${call.tool}`;
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    if (pending === undefined) return [];
    return await this.#inTurn(call.conversation, () =>
      'window' in pending ? this.#command(call, pending.window) : this.#edit(call, pending),
    );
  }

  /** Drops calls that will not end any more. */
  turnEnded(conversation: string): void {
    for (const [key, pending] of this.#pending) {
      if (!key.startsWith(`${conversation} `)) continue;
      this.#pending.delete(key);
      if ('window' in pending) pending.window.close();
    }
  }

  /** Runs work on a conversation's records exclusively. */
  inTurn<T>(conversation: string, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(conversation, work);
  }

  async #edit({ conversation, tool }: ToolCall, { path, before }: { path: string; before: Snapshot }): Promise<readonly ChangedFile[]> {
    const after = await readSnapshotNow(path);
    this.#parts.shell.claim(path, after);
    return await this.#record(conversation, { call: tool, command: undefined, known: true }, [{ path, before, after }]);
  }

  async #command({ conversation, tool, args }: ToolCall, window: ShellWindow): Promise<readonly ChangedFile[]> {
    const { changes, known } = await window.end();
    const command = typeof args.command === 'string' ? args.command.slice(0, 2000) : '';
    return await this.#record(conversation, { call: tool, command, known }, changes);
  }

  async #record(
    conversation: string,
    call: { readonly call: string; readonly command: string | undefined; readonly known: boolean },
    seen: readonly { readonly path: string; readonly before: Snapshot | undefined; readonly after: Snapshot }[],
  ): Promise<readonly ChangedFile[]> {
    const { records, blobs, changed } = this.#parts;
    const changes = seen.flatMap(({ path, before = { ...missing, state: unknown }, after }) => {
      // A path that is no file before and after is ignored.
      if (isSameContent(before.state, after.state) && before.state !== unknown) return [];
      if ([before, after].every(({ state }) => state === other || state === absent)) return [];
      return [{ path, before, after, ...countBetween(contentOf(before), contentOf(after)) }];
    });
    const files = await Promise.all(changes.map(change => this.#total(conversation, change)));
    records.transaction(() => {
      for (const { before, after } of changes) for (const seen of [before, after]) blobs.keepSoon(conversation, seen);
      for (const file of files) records.saveFile(conversation, file);
      if (changes.length > 0 || call.command !== undefined) {
        records.addCall(conversation, {
          ...call,
          files: changes.map(({ path, before, after, added, removed, isBinary }): CallFile => {
            return { path, before: before.state, after: after.state, added, removed, isBinary };
          }),
        });
      }
    });
    if (changes.length > 0) changed(conversation);
    const folder = records.folderOf(conversation);
    return changes.map(({ path, before, after, added, removed, isBinary }) => ({
      path: nameIn(folder, path),
      kind: before.state === absent ? 'added' : after.state === absent ? 'removed' : 'modified',
      added,
      removed,
      ...(isBinary && { binary: true }),
    }));
  }

  /** The record of a file after one more change. */
  async #total(
    conversation: string,
    change: { path: string; before: Snapshot; after: Snapshot; added: number; removed: number; isBinary: boolean },
  ) {
    const { path, before, after } = change;
    const earlier = this.#parts.records.file(conversation, path);
    const base = earlier === undefined ? before : await this.#baseUnder(conversation, earlier, before);
    const isFirst = base.state === before.state;
    const { added, removed, isBinary } = isFirst ? change : countBetween(await this.#bytes(base), contentOf(after));
    return { path, base: base.state, leftAs: after.state, stamp: after.stamp, added, removed, isBinary };
  }

  /** The state that a revert restores; it includes what somebody else wrote since the conversation's last change. */
  async #baseUnder(conversation: string, earlier: { base: string; leftAs: string }, before: Snapshot): Promise<Snapshot> {
    const { blobs } = this.#parts;
    const { base, leftAs } = earlier;
    const asIs: Snapshot = { ...missing, state: base };
    if (isSameContent(leftAs, before.state)) return asIs;
    if (before.state === unknown) return asIs;
    if (isSameContent(base, leftAs)) return before;
    const [old, left, now] = [await blobs.read(base), await blobs.read(leftAs), contentOf(before)];
    const merged = old && left && now && rebased(old, left, now);
    if (!merged) return before;
    const seen = snapshotOf(bytesOf(merged), modeOf(before.state));
    return blobs.keepSoon(conversation, seen) ? seen : before;
  }

  async #bytes({ state, bytes }: Snapshot): Promise<Buffer | undefined> {
    if (bytes !== undefined) return bytes;
    return state === absent ? Buffer.alloc(0) : await this.#parts.blobs.read(state);
  }

  /** The folder the conversation works in. In open mode tools run at the root, so the folder that it worked in before is followed, or else the work tree of the first file that it edits. */
  async #folder(conversation: string, cwd: string, path?: string): Promise<string | undefined> {
    const { records, git } = this.#parts;
    const known = records.folderOf(conversation);
    const isRoot = cwd === parse(cwd).root;
    if (isRoot && (known !== undefined || path === undefined)) return known;
    const folder = isRoot ? await git.workTree(dirname(path!)) : await realPath(cwd);
    if (folder !== undefined && folder !== known) records.setFolder(conversation, folder);
    return folder;
  }

  #inTurn<T>(conversation: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#turns.get(conversation) ?? Promise.resolve()).then(work);
    const settled = next.catch(() => undefined);
    this.#turns.set(conversation, settled);
    void settled.then(() => this.#turns.get(conversation) === settled && this.#turns.delete(conversation));
    return next;
  }
}

/** The content for counting lines: a file's bytes, empty for a missing file, undefined if it was not kept. */
function contentOf({ state, bytes }: Snapshot): Buffer | undefined {
  return state === absent ? Buffer.alloc(0) : bytes;
}
