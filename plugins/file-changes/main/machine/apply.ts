import type { Blobs } from '../content/blobs.ts';
import { look } from '../content/look.ts';
import { isSameContent, type State } from '../content/state.ts';
import { errors } from '../errors.ts';
import { removeTemporary, writeState } from './write.ts';

/** The change of one file from one state to another. */
export interface Move {
  readonly path: string;
  readonly from: State;
  readonly to: State;
}

/** Applies all changes or none: after a failure, earlier changes are reverted. */
export async function applyAll(moves: readonly Move[], blobs: Blobs, nameOf: (path: string) => string): Promise<void> {
  const done: Move[] = [];
  for (const move of moves) {
    try {
      if (!isSameContent((await look(move.path)).state, move.from)) throw new Error('it was written meanwhile');
      await writeState(move.path, move.to, await blobs.read(move.to));
      done.push(move);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const stuck = await settle(done.map(({ path, from, to }) => ({ path, from: to, to: from })).toReversed(), blobs);
      if (stuck.length > 0) throw errors['file-changes/half-written']({ name: nameOf(move.path), reason, files: stuck.map(nameOf) }, error);
      throw errors['file-changes/not-written']({ name: nameOf(move.path), reason }, error);
    }
  }
}

/** Applies the changes whose files are still in the state `from`; returns the paths that could not be written. */
export async function settle(moves: readonly Move[], blobs: Blobs): Promise<string[]> {
  const stuck: string[] = [];
  for (const { path, from, to } of moves) {
    await removeTemporary(path).catch(() => undefined);
    const { state } = await look(path);
    if (isSameContent(state, to) || !isSameContent(state, from)) continue;
    await writeState(path, to, await blobs.read(to)).catch(() => stuck.push(path));
  }
  return stuck;
}
