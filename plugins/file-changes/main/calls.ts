import type { Handlers } from '@atelier/kernel';
import type { FileChangesChannel } from '../contract/index.ts';
import type { Summaries } from './summaries.ts';
import type { Tracker } from './tracking/tracker.ts';
import type { Reverts } from './undo/reverts.ts';
import type { Rewinds } from './undo/rewinds.ts';

type Shape = NonNullable<(typeof FileChangesChannel)['shape']>;

export interface CallParts {
  readonly summaries: Summaries;
  readonly reverts: Reverts;
  readonly rewinds: Rewinds;
  readonly tracker: Tracker;
  /** Resolves when interrupted operations of an earlier run are finished. */
  readonly ready: Promise<void>;
  changed(conversation: string): void;
}

/** The calls of the channel. Writing calls run one at a time per conversation, and notify the windows. */
export function fileChangesCalls({ summaries, reverts, rewinds, tracker, ready, changed }: CallParts): Handlers<Shape> {
  const writing = async <T>(conversation: string, work: () => Promise<T>): Promise<T> => {
    await ready;
    try {
      return await tracker.inTurn(conversation, work);
    } finally {
      changed(conversation);
    }
  };
  const reading = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready;
    return await work();
  };
  return {
    summary: ({ conversation }) => reading(() => summaries.of(conversation)),
    diff: ({ conversation, path }) => reading(() => summaries.diff(conversation, path)),
    revertFile: ({ conversation, path, standing = false }) => writing(conversation, () => reverts.file(conversation, path, standing)),
    revertHunk: ({ conversation, path, hunk }) => writing(conversation, () => reverts.hunk(conversation, path, hunk)),
    revertAll: ({ conversation }) => writing(conversation, () => reverts.all(conversation)),
    undoRevert: ({ conversation, undo }) => writing(conversation, () => reverts.undo(conversation, undo)),
    previewRewind: ({ conversation, entry }) => reading(() => rewinds.preview(conversation, entry)),
    rewind: ({ conversation, entry, chosen = [] }) => writing(conversation, () => rewinds.rewind(conversation, entry, chosen)),
    redo: ({ conversation }) => writing(conversation, () => rewinds.redo(conversation)),
  };
}
