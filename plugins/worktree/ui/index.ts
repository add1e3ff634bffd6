import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { WorktreeBranch } from './worktree-branch.ts';
import { WorktreeCommit } from './worktree-commit.ts';
import { WorktreeSetup } from './worktree-setup.ts';
import { WorktreeStored } from './worktree-stored.ts';
import { WorktreeTries } from './worktree-tries.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'worktree-branch': WorktreeBranch,
  'worktree-commit': WorktreeCommit,
  'worktree-setup': WorktreeSetup,
  'worktree-tries': WorktreeTries,
  'worktree-stored': WorktreeStored,
};

const open = (view: ViewHost, what: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: what, params });

/** The commands that run in the window. */
export const commands = {
  'worktree.commit': (view: ViewHost) => open(view, 'worktree.commit'),
  'worktree.setup': (view: ViewHost) => open(view, 'worktree.setup'),
  'worktree.tries': (view: ViewHost, args: unknown) => {
    const { text, task } = (args ?? {}) as { text?: string; task?: string };
    const project = view.slices.get('project')?.id;
    const from = view.slices.get('conversation')?.id;
    return open(
      view,
      'worktree.tries',
      task === undefined
        ? { ...(project !== undefined && { project }), ...(text && { text }), ...(from !== undefined && { from }) }
        : { task },
    );
  },
};
