import { defineChannel } from '@atelier/kernel';
import type { WorktreeShape } from './generated.ts';

export type {
  Brought,
  ChangedFile,
  Changes,
  Conflicts,
  Hooks,
  Said,
  ServerPlace,
  Setup,
  SetupOutput,
  ShownTask,
  ShownTry,
  Status,
  StoredSize,
  StoredWorktree,
  TaskLine,
} from './generated.ts';

/** The git state of the folder that a conversation works in, and what a person does with it. */
export const WorktreeChannel = defineChannel<WorktreeShape>('worktree');
