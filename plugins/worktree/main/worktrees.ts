import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { AgentService, Brought, GitService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { isAppError } from '@atelier/kernel';
import { branchName } from './branch-name.ts';
import { errors } from './errors.ts';

export interface WorktreeParts {
  readonly agent: Pick<AgentService, 'moved' | 'state'>;
  readonly conversations: Pick<ConversationsService, 'describe' | 'projectFolder' | 'setWorktree' | 'worktrees'>;
  readonly git: Pick<
    GitService,
    'status' | 'bringIgnored' | 'addWorktree' | 'removeWorktree' | 'worktrees' | 'keepWorktree' | 'removeKeptWorktree' | 'bringWorktreeBack'
  >;
  /** Ends what sets the worktrees of a conversation up. */
  readonly stopSetup: (conversation: string) => Promise<void>;
  /** Ends the commands that the person has started in a folder, such as a server in the terminal. */
  readonly stopCommands: (folder: string) => Promise<unknown>;
  readonly warn: (error: unknown) => void;
}

/** Worktrees of conversations: one is a conversation's only once git has confirmed it, and is removed only if nothing is lost with it. */
export class Worktrees {
  readonly #parts: WorktreeParts;
  /** One after the other: a clean-up must not see one that is being created. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: WorktreeParts) {
    this.#parts = parts;
  }

  /** `from` is a commit; left out: the one that the project has checked out. Tells what was brought of what git ignores there. */
  create(conversation: string, from?: string): Promise<Brought> {
    return this.#enter(conversation, (folder, name, commit) => this.#parts.git.addWorktree(folder, { name, from: from ?? commit }));
  }

  /** A worktree as the one that was put away. */
  bringBack(conversation: string, name: string): Promise<Brought> {
    return this.#enter(conversation, (folder, branch) => this.#parts.git.bringWorktreeBack(folder, { name, branch }));
  }

  /** Leaves a worktree with what is not committed in it, and removes it. `kept` is told the name of what is kept before anything is removed. */
  putAway(conversation: string, kept: (name: string, folder: string) => void): Promise<void> {
    return this.#next(async () => {
      const { agent, conversations, git } = this.#parts;
      const { worktreePath: place } = await conversations.describe(conversation);
      if (place === undefined) throw errors['worktree/has-none']({});
      const folder = (await git.status(place))?.folder;
      if (folder === undefined) throw errors['worktree/no-repository']({ folder: place });
      // It would write into what is kept.
      await this.#parts.stopSetup(conversation);
      await this.#parts.stopCommands(folder);
      const name = await git.keepWorktree(folder);
      kept(name, folder);
      await conversations.setWorktree(conversation, undefined);
      try {
        await agent.moved(conversation);
        await git.removeKeptWorktree(folder, name);
      } catch (error) {
        await conversations.setWorktree(conversation, place);
        await agent.moved(conversation).catch(this.#parts.warn);
        throw error;
      }
    });
  }

  #enter(conversation: string, make: (folder: string, name: string, commit: string) => Promise<string>): Promise<Brought> {
    return this.#next(async () => {
      const { agent, conversations, git } = this.#parts;
      const { row, worktreePath } = await conversations.describe(conversation);
      if (worktreePath !== undefined) throw errors['worktree/has-one']({ folder: worktreePath });
      const folder = await conversations.projectFolder(conversation);
      if (folder === undefined) throw errors['worktree/no-project']({});
      const status = await git.status(folder);
      if (status === undefined) throw errors['worktree/no-repository']({ folder });
      if (status.commit === undefined) throw errors['worktree/no-commit']({ folder });
      const path = await make(folder, branchName(row.title), status.commit);
      try {
        const brought = await git.bringIgnored(folder, path);
        await conversations.setWorktree(conversation, await placeIn(path, relative(status.folder, await realpath(folder))));
        await agent.moved(conversation);
        return brought;
      } catch (error) {
        await conversations.setWorktree(conversation, undefined).catch(this.#parts.warn);
        await git.removeWorktree(path).catch(this.#parts.warn);
        throw error;
      }
    });
  }

  leave(conversation: string): Promise<void> {
    return this.#next(async () => {
      const { agent, conversations, git } = this.#parts;
      const { worktreePath: folder } = await conversations.describe(conversation);
      if (folder === undefined) throw errors['worktree/has-none']({});
      const status = await git.status(folder);
      const count = status?.differing ?? 0;
      if (count > 0) throw errors['worktree/not-committed']({ count, folder });
      await conversations.setWorktree(conversation, undefined);
      try {
        await agent.moved(conversation);
        // One that is gone, or is no worktree any more, was left all the same. Git ends what runs there once nothing would be lost.
        if (status !== undefined) await git.removeWorktree(status.folder);
        await this.#parts.stopSetup(conversation).catch(this.#parts.warn);
      } catch (error) {
        // One that Atelier did not create is left all the same. Else what is not removed is not left: the person sees it and can try again.
        if (isAppError(error) && error.code === 'agent/git-worktree-unknown') {
          await this.#parts.stopSetup(conversation);
          throw error;
        }
        await conversations.setWorktree(conversation, folder);
        await agent.moved(conversation).catch(this.#parts.warn);
        throw error;
      }
    });
  }

  /** Whether it has one, once all that creates, leaves or removes one has ended. */
  has(conversation: string): Promise<boolean> {
    return this.#next(async () => (await this.#parts.conversations.describe(conversation)).worktreePath !== undefined);
  }

  /** Removes those that no conversation works in and that have nothing that is not committed, or are `kept` as they are. */
  cleanUp(kept: ReadonlyMap<string, string>): Promise<void> {
    return this.#next(async () => {
      const { conversations, git, warn } = this.#parts;
      const used = await conversations.worktrees();
      for (const folder of await git.worktrees()) {
        if (used.some(one => isIn(one.folder, folder))) continue;
        const status = await git.status(folder);
        const name = kept.get(basename(folder));
        if (status?.differing === 0) await git.removeWorktree(folder).catch(warn);
        else if (name !== undefined) await git.removeKeptWorktree(folder, name).catch(warn);
      }
    });
  }

  /** Removes one that no conversation works in, if nothing would be lost with it. */
  removeUnused(folder: string): Promise<void> {
    return this.#next(async () => {
      const { conversations, git } = this.#parts;
      // Another window may have removed it meanwhile.
      if (!(await git.worktrees()).includes(folder)) throw errors['worktree/not-stored']({ folder });
      const user = (await conversations.worktrees()).find(one => isIn(one.folder, folder));
      if (user !== undefined) throw errors['worktree/in-use']({ folder, title: user.title });
      const status = await git.status(folder);
      // A link in its place leads to another one.
      const count = status?.folder === folder ? status.differing : 0;
      if (count > 0) throw errors['worktree/not-committed']({ count, folder });
      await git.removeWorktree(folder);
    });
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/** Whether a folder is another one or in it. */
export const isIn = (folder: string, other: string): boolean => folder === other || folder.startsWith(other + sep);

/** The folder of a worktree that stands for the one of the project, which may be a part of its repository and new in it. */
async function placeIn(path: string, part: string): Promise<string> {
  const place = join(path, part);
  await mkdir(place, { recursive: true }).catch(() => undefined);
  // The commit may hold a link or a file there.
  if ((await realpath(place)) === join(await realpath(path), part) && (await stat(place)).isDirectory()) return place;
  throw errors['worktree/no-subfolder']({ folder: part });
}
