import { Agent, type AgentEvent, agentEvent, Git } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { type Status, WorktreeChannel } from '../contract/index.ts';
import { committing } from './committing.ts';
import { Followed } from './followed.ts';
import { Worktrees } from './worktrees.ts';

/** What may have changed a file. */
const changing: readonly string[] = ['toolEnded', 'turnEnded', 'failed'] satisfies readonly AgentEvent['kind'][];

export default defineExtension({
  activate(ctx) {
    const [git, conversations] = [ctx.get(Git), ctx.get(Conversations)];
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const agent = ctx.get(Agent);
    const worktrees = new Worktrees({ agent, conversations, git, warn });
    const followed = new Followed(conversation => changed(conversation));
    const status = async (conversation: string): Promise<Status | null> => {
      const { folder, worktreePath } = await conversations.describe(conversation);
      const found = folder === undefined ? undefined : await git.status(folder);
      if (found === undefined) return null;
      const { gitFolders, ...shown } = found;
      followed.follow(conversation, gitFolders);
      return { ...shown, isOwn: worktreePath !== undefined };
    };
    const changed = (conversation: string) => channel.emit('changed', { conversation });
    const channel = ctx.serve(WorktreeChannel, {
      status: async ({ conversation }) => await status(conversation),
      async create({ conversation }) {
        await worktrees.create(conversation);
        changed(conversation);
        return (await status(conversation)) as Status;
      },
      async leave({ conversation }) {
        await worktrees.leave(conversation);
        changed(conversation);
        return await status(conversation);
      },
      ...committing({ agent, conversations, git, status, changed }),
    });
    ctx.tap(agentEvent, async ({ kind, conversation }) => {
      if (changing.includes(kind) && followed.has(conversation)) changed(conversation);
    });
    const cleaned = worktrees.cleanUp().catch(warn);
    ctx.defer('clean-up of worktrees', () => cleaned);
    ctx.defer('watches of git folders', () => followed.close());
  },
});
