import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { WorktreeBranch } from './worktree-branch.ts';
import { WorktreeCommit } from './worktree-commit.ts';
import { WorktreeTries } from './worktree-tries.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'worktree-branch': WorktreeBranch, 'worktree-commit': WorktreeCommit, 'worktree-tries': WorktreeTries };

const open = (view: ViewHost, what: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: what, params });

/** The commands that run in the window. */
export const commands = {
  'worktree.commit': (view: ViewHost) => open(view, 'worktree.commit'),
  'worktree.tries': (view: ViewHost, args: unknown) => {
    const { text, task } = (args ?? {}) as { text?: string; task?: string };
    const project = view.slices.get('project')?.id;
    return open(
      view,
      'worktree.tries',
      task === undefined ? { ...(project !== undefined && { project }), ...(text && { text }) } : { task },
    );
  },
};
