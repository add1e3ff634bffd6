import { Agent, type AgentEvent, agentEvent, Git } from '@atelier/agent/contract';
import { type Conversation, Conversations, conversationRemoved } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { type Status, WorktreeChannel } from '../contract/index.ts';
import { committing } from './committing.ts';
import { Followed } from './followed.ts';
import { migrations } from './migrations/index.ts';
import { Tries } from './tries/tries.ts';
import { TryStore } from './tries/try-store.ts';
import { Worktrees } from './worktrees.ts';

/** What may have changed a file. */
const changing: readonly string[] = ['toolEnded', 'turnEnded', 'failed'] satisfies readonly AgentEvent['kind'][];

const draftOf = 'project:';

export default defineExtension({
  activate(ctx) {
    const [git, conversations] = [ctx.get(Git), ctx.get(Conversations)];
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const agent = ctx.get(Agent);
    const store = new TryStore(ctx.database(migrations));
    const worktrees = new Worktrees({ agent, conversations, git, warn });
    const tries = new Tries({
      agent,
      conversations,
      git,
      store,
      worktrees,
      changed: task => channel.emit('triesChanged', { task }),
      now: Date.now,
      warn,
    });
    const followed = new Followed(conversation => changed(conversation));
    /** Where a conversation works; `project:` and an id stand for one that has not begun. */
    const place = async (of: string): Promise<Pick<Conversation, 'folder' | 'worktreePath' | 'model'>> => {
      if (!of.startsWith(draftOf)) return await conversations.describe(of);
      const folder = await conversations.folderOfProject(of.slice(draftOf.length));
      return folder === undefined ? {} : { folder };
    };
    const status = async (conversation: string): Promise<Status | null> => {
      const { folder, worktreePath } = await place(conversation);
      const found = folder === undefined ? undefined : await git.status(folder);
      if (found === undefined) return null;
      const { gitFolders, ...shown } = found;
      followed.follow(conversation, gitFolders);
      return { ...shown, isOwn: worktreePath !== undefined, isAway: worktreePath === undefined && store.away(conversation) !== undefined };
    };
    const changed = (conversation: string) => channel.emit('changed', { conversation });
    const channel = ctx.serve(WorktreeChannel, {
      status: async ({ conversation }) => await status(conversation),
      async create({ conversation }) {
        const { paths, count, isTooMuch } = await worktrees.create(conversation);
        changed(conversation);
        return { status: (await status(conversation)) as Status, brought: { paths: [...paths], count, isTooMuch } };
      },
      async leave({ conversation }) {
        await worktrees.leave(conversation);
        changed(conversation);
        return await status(conversation);
      },
      startTries: async begin => ({ task: await tries.start(begin) }),
      async anotherTry({ task, model }) {
        await tries.another(task, model);
        return null;
      },
      task: async ({ task }) => await tries.show(task),
      tasks: async ({ project }) => tries.list(project),
      async taskOf({ conversation }) {
        const task = store.tryOf(conversation)?.task;
        return task === undefined ? null : { task };
      },
      async keepTry({ task, conversation }) {
        const left = await tries.keep(task, conversation);
        for (const { conversation: one } of store.tries(task)) changed(one);
        return { left };
      },
      async putAway({ conversation }) {
        await tries.putAway(conversation);
        changed(conversation);
        return null;
      },
      async bringBack({ conversation }) {
        await tries.bringBack(conversation);
        changed(conversation);
        return null;
      },
      ...committing({ agent, place, git, status, changed }),
    });
    ctx.handle('worktree.createFor', async args => {
      const { conversation } = args as { readonly conversation: string };
      await worktrees.create(conversation);
      changed(conversation);
    });
    ctx.tap(agentEvent, async ({ kind, conversation }) => {
      if (changing.includes(kind) && followed.has(conversation)) changed(conversation);
      const task = store.tryOf(conversation)?.task;
      if (task !== undefined) channel.emit('triesChanged', { task });
    });
    ctx.tap(conversationRemoved, async ({ conversation }) => store.forget(conversation));
    const kept = new Map(store.allAway().map(({ folder, name }) => [folder, name]));
    const cleaned = worktrees.cleanUp(kept).catch(warn);
    ctx.defer('clean-up of worktrees', () => cleaned);
    ctx.defer('watches of git folders', () => followed.close());
  },
});
