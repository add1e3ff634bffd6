import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { WorktreeBranch } from './worktree-branch.ts';
import { WorktreeCommit } from './worktree-commit.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'worktree-branch': WorktreeBranch, 'worktree-commit': WorktreeCommit };

/** The commands that run in the window. */
export const commands = {
  'worktree.commit': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'worktree.commit', params: {} }),
};
