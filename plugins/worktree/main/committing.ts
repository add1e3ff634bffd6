import type { AgentService, GitService } from '@atelier/agent/contract';
import type { Conversation } from '@atelier/conversations/contract';
import type { Handlers } from '@atelier/kernel';
import type { Changes, Status, WorktreeChannel } from '../contract/index.ts';
import { errors } from './errors.ts';
import { suggestMessage } from './message.ts';
import type { Trusted } from './trusted.ts';

type Calls = Handlers<NonNullable<(typeof WorktreeChannel)['shape']>>;
type Committing = Pick<
  Calls,
  | 'changes'
  | 'diff'
  | 'stage'
  | 'stagePart'
  | 'discard'
  | 'putBack'
  | 'suggest'
  | 'commit'
  | 'merge'
  | 'pull'
  | 'push'
  | 'removeLock'
  | 'hooks'
  | 'trustHooks'
  | 'distrustHooks'
>;

export interface CommittingParts {
  readonly agent: Pick<AgentService, 'runHidden'>;
  readonly place: (of: string) => Promise<Pick<Conversation, 'folder' | 'model'>>;
  readonly git: GitService;
  readonly status: (conversation: string) => Promise<Status | null>;
  readonly changed: (conversation: string) => void;
  readonly trusted: Trusted;
  /** Whether a merge of its branch is being resolved. */
  readonly isResolving: (conversation: string) => boolean;
}

/** What the person does with the changes of a conversation's folder. */
export function committing({ agent, place, git, status, changed, isResolving, trusted }: CommittingParts): Committing {
  const folderOf = async (conversation: string): Promise<string> => {
    const { folder } = await place(conversation);
    if (folder === undefined) throw errors['worktree/no-folder']({});
    return folder;
  };
  /** The watch of the git folder sees no file of the work tree. */
  const acting = async <T>(conversation: string, act: (folder: string) => Promise<T>): Promise<T> => {
    try {
      return await act(await folderOf(conversation));
    } finally {
      changed(conversation);
    }
  };
  return {
    async changes({ conversation }): Promise<Changes | null> {
      const shown = await status(conversation);
      const found = shown === null ? undefined : await git.differences(shown.folder);
      if (shown === null || found === undefined) return null;
      const { files, isLocked, ...others } = found;
      const trustedSince = await trusted.since(shown.folder);
      const lock = isLocked ? await git.lock(shown.folder) : undefined;
      return {
        ...others,
        status: shown,
        ...(lock !== undefined && { lock }),
        ...(trustedSince !== null && { trustedSince }),
        ...(isResolving(conversation) && { resolving: true as const }),
        files: files.map(({ isConflict, ...file }) => ({ ...file, conflict: isConflict })),
      };
    },
    diff: async ({ conversation, path, staged }) => ({ text: await git.diff(await folderOf(conversation), { path, isStaged: staged }) }),
    async stage({ conversation, paths, staged }) {
      if (staged) return { left: [...(await acting(conversation, folder => git.stage(folder, paths)))] };
      await acting(conversation, folder => git.unstage(folder, paths));
      return { left: [] };
    },
    async stagePart({ conversation, path, patch, staged }) {
      await acting(conversation, folder => git.stagePatch(folder, { path, patch, isReverse: !staged }));
      return null;
    },
    discard: async ({ conversation, path }) => ({ name: await acting(conversation, folder => git.discard(folder, path)) }),
    async putBack({ conversation, ...discarded }) {
      await acting(conversation, folder => git.putBack(folder, discarded));
      return null;
    },
    async suggest({ conversation }) {
      const { model } = await place(conversation);
      const folder = await folderOf(conversation);
      // What is staged and too long to read is not replaced by what is not staged.
      const isStaged = ((await git.differences(folder))?.staged ?? 0) > 0;
      const diff = await git.diff(folder, { isStaged });
      if (diff === '') throw errors['worktree/nothing-to-tell']({ folder });
      return { message: await suggestMessage(agent, diff, model) };
    },
    commit: async ({ conversation, message, amend }) => ({
      commit: await acting(conversation, async folder => {
        const hooks = await trusted.hooks(conversation, folder, 'commit');
        return await git.commit(folder, { message, isAmend: amend, ...(hooks && { hooks }) });
      }),
    }),
    async merge({ conversation }) {
      const { conflicts, ...merged } = await acting(conversation, folder => git.merge(folder));
      return { ...merged, conflicts: [...conflicts] };
    },
    async pull({ conversation, ...from }) {
      const { conflicts, ...merged } = await acting(conversation, folder => git.pull(folder, from));
      return { ...merged, conflicts: [...conflicts] };
    },
    async push({ conversation, ...to }) {
      await acting(conversation, async folder => await git.push(folder, to, await trusted.hooks(conversation, folder, 'push')));
      return null;
    },
    async removeLock({ conversation, fingerprint }) {
      await acting(conversation, folder => git.removeLock(folder, fingerprint));
      return null;
    },
    hooks: async ({ conversation, act }) => await trusted.show(conversation, await folderOf(conversation), act),
    async trustHooks({ conversation, act, fingerprint }) {
      await trusted.trust(await folderOf(conversation), act, fingerprint);
      changed(conversation);
      return null;
    },
    async distrustHooks({ conversation }) {
      await trusted.distrust(await folderOf(conversation));
      changed(conversation);
      return null;
    },
  };
}
