import { basename } from 'node:path';
import { Agent, type AgentEvent, agentEvent, Commands, commandChanged, commandVariables, Git } from '@atelier/agent/contract';
import { type Conversation, Conversations, conversationRemoved } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { type Status, type StoredWorktree, WorktreeChannel } from '../contract/index.ts';
import { committing } from './committing.ts';
import { Followed } from './followed.ts';
import { migrations } from './migrations/index.ts';
import { ResolutionStore } from './resolving/resolution-store.ts';
import { Resolving } from './resolving/resolving.ts';
import { SetupStore } from './setup/setup-store.ts';
import { Setups } from './setup/setups.ts';
import { StoredWorktrees } from './stored.ts';
import { Tries } from './tries/tries.ts';
import { TryStore } from './tries/try-store.ts';
import { Trusted } from './trusted.ts';
import { Worktrees } from './worktrees.ts';

/** What may have changed a file. */
const changing: readonly string[] = ['toolEnded', 'turnEnded', 'failed'] satisfies readonly AgentEvent['kind'][];

const draftOf = 'project:';

export default defineExtension({
  activate(ctx) {
    const [git, conversations] = [ctx.get(Git), ctx.get(Conversations)];
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const agent = ctx.get(Agent);
    const db = ctx.database(migrations);
    const store = new TryStore(db);
    const setups = new Setups({
      commands: ctx.get(Commands),
      conversations,
      git,
      store: new SetupStore(db),
      changed: conversation => channel.emit('setupChanged', { conversation }),
    });
    const trusted = new Trusted({ db, git, agent, now: Date.now });
    const worktrees = new Worktrees({
      ...{ agent, conversations, git, warn },
      stopSetup: conversation => setups.stop(conversation),
      stopCommands: folder => ctx.get(Commands).stopIn(folder),
    });
    const stored = new StoredWorktrees({ conversations, git });
    const tries = new Tries({
      agent,
      conversations,
      git,
      store,
      worktrees,
      setUp: conversation => setups.run(conversation),
      changed: task => channel.emit('triesChanged', { task }),
      now: Date.now,
      warn,
    });
    const resolutions = new ResolutionStore(db);
    const resolving = new Resolving({
      ...{ agent, conversations, git, worktrees, warn, store: resolutions },
      away: (conversation, name, folder) => store.setAway(conversation, { name, folder: basename(folder) }),
      changed: conversation => changed(conversation),
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
      const setup = worktreePath === undefined ? undefined : await setups.state(conversation);
      const isOwn = worktreePath !== undefined;
      return {
        ...shown,
        isOwn,
        ...(setup !== undefined && { setup }),
        isAway: worktreePath === undefined && store.away(conversation) !== undefined,
      };
    };
    const storedChanged = () => channel.emit('storedChanged', {});
    const changed = (conversation: string) => {
      channel.emit('changed', { conversation });
      storedChanged();
    };
    const isGoing = (one: Pick<StoredWorktree, 'place' | 'reason'>) => one.place === undefined && one.reason === undefined;
    const listStored = async () => {
      const worktrees = await stored.list();
      const goes = worktrees.filter(one => one.isRemoved === true && isGoing(one)).length;
      // Whoever sees that files are being deleted is told once they are.
      const tell = async () => {
        const isEnded = (await git.worktreesErased()) || (await git.removedWorktrees()).filter(isGoing).length < goes;
        if (isEnded) storedChanged();
      };
      if (goes > 0) tell().catch(warn);
      return { worktrees };
    };
    const channel = ctx.serve(WorktreeChannel, {
      status: async ({ conversation }) => await status(conversation),
      async create({ conversation }) {
        const brought = await worktrees.create(conversation);
        // What the set-up does is shown, also that it was refused, and its failure undoes nothing.
        await setups.begin(conversation).catch(warn);
        changed(conversation);
        return {
          status: (await status(conversation)) as Status,
          brought: { ...brought, paths: [...brought.paths], left: [...brought.left] },
        };
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
      stored: listStored,
      storedSize: async ({ folder }) => await stored.size(folder),
      async removeStored({ folder }) {
        await worktrees.removeUnused(folder);
        storedChanged();
        return null;
      },
      conflicts: async ({ conversation }) => await resolving.show(conversation),
      beginResolving: async ({ conversation }) => ({ resolver: await resolving.begin(conversation) }),
      async takeResolved({ conversation }) {
        await resolving.take(conversation);
        return null;
      },
      async leaveResolving({ conversation }) {
        await resolving.leave(conversation);
        return null;
      },
      setup: async ({ conversation }) => await setups.show(conversation),
      async saveSetup({ conversation, ...command }) {
        await setups.save(conversation, command);
        return null;
      },
      async runSetup({ conversation }) {
        await setups.begin(conversation);
        return null;
      },
      async stopSetup({ conversation }) {
        await setups.stop(conversation);
        return null;
      },
      setupOutput: async ({ conversation, since }) => await setups.output(conversation, since),
      ...committing({ agent, place, git, status, changed, trusted, isResolving: id => resolving.isUnderWay(id) }),
    });
    ctx.handle('worktree.createFor', async args => {
      const { conversation } = args as { readonly conversation: string };
      await worktrees.create(conversation);
      await setups.runOrThrow(conversation).finally(() => changed(conversation));
    });
    ctx.handle('worktree.stopFor', async args => await setups.cancel((args as { readonly conversation: string }).conversation));
    ctx.tap(commandVariables, async ({ conversation }) => await setups.variables(conversation));
    ctx.tap(commandChanged, async ({ id, state }) => {
      const conversation = setups.of(id);
      if (conversation === undefined) return;
      channel.emit('setupChanged', { conversation });
      if (state !== 'running') changed(conversation);
    });
    ctx.tap(agentEvent, async ({ kind, conversation }) => {
      if (changing.includes(kind) && followed.has(conversation)) changed(conversation);
      if (changing.includes(kind)) resolving.heard(conversation);
      const task = store.tryOf(conversation)?.task;
      if (task !== undefined) channel.emit('triesChanged', { task });
    });
    ctx.tap(conversationRemoved, async ({ conversation }) => {
      store.forget(conversation);
      resolutions.forget(conversation);
      await setups.forget(conversation);
    });
    const kept = new Map(store.allAway().map(({ folder, name }) => [folder, name]));
    const cleaned = worktrees.cleanUp(kept).catch(warn);
    ctx.defer('clean-up of worktrees', () => cleaned);
    ctx.defer('watches of git folders', () => followed.close());
  },
});
