import { defineChannel } from '@atelier/kernel';
import type { FileChangesShape } from './generated.ts';

export type {
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
