import type { Blobs } from '../content/blobs.ts';
import { readSnapshot } from '../content/snapshot.ts';
import { isSameContent, type State } from '../content/state.ts';
import { errors } from '../errors.ts';
import { removeTemporary, writeState } from './write.ts';

/** The change of one file from one state to another. */
export interface StateChange {
  readonly path: string;
  readonly from: State;
  readonly to: State;
}

/** Applies all changes or none: after a failure, earlier changes are reverted. */
export async function applyAll(changes: readonly StateChange[], blobs: Blobs, nameOf: (path: string) => string): Promise<void> {
  const done: StateChange[] = [];
  for (const change of changes) {
    try {
      if (!isSameContent((await readSnapshot(change.path)).state, change.from)) throw new Error('it was written meanwhile');
      await writeState(change.path, change.to, await blobs.read(change.to));
      done.push(change);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const failed = await applyWherePossible(done.map(({ path, from, to }) => ({ path, from: to, to: from })).toReversed(), blobs);
      if (failed.length > 0)
        throw errors['file-changes/half-written']({ name: nameOf(change.path), reason, files: failed.map(nameOf) }, error);
      throw errors['file-changes/not-written']({ name: nameOf(change.path), reason }, error);
    }
  }
}

/** Applies the changes whose files are still in the state `from`; returns the paths that could not be written. */
export async function applyWherePossible(changes: readonly StateChange[], blobs: Blobs): Promise<string[]> {
  const failed: string[] = [];
  for (const { path, from, to } of changes) {
    await removeTemporary(path).catch(() => undefined);
    const { state } = await readSnapshot(path);
    if (isSameContent(state, to) || !isSameContent(state, from)) continue;
    await writeState(path, to, await blobs.read(to)).catch(() => failed.push(path));
  }
  return failed;
}
