import { defineChannel, definePoint } from '@atelier/kernel';
import type { ChangeAction, FileChangesShape } from './generated.ts';

export type {
  ChangeAction,
  DiffHunk,
  DiffLine,
  FileChange,
  FileDiff,
  Left,
  Restored,
  Reverted,
  RewindFile,
  RewindPreview,
  Summary,
} from './generated.ts';

/** What a conversation has changed in files since it began, hunk by hunk, and how to undo it. */
export const FileChangesChannel = defineChannel<FileChangesShape>('file-changes');

/** Buttons under the changes of a conversation; the command is run with {conversation}. */
export const ChangeActions = definePoint<ChangeAction>('@atelier/file-changes:changeActions@1');
