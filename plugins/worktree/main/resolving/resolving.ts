import { basename } from 'node:path';
import type { AgentService, GitService, Merged } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { isAppError } from '@atelier/kernel';
import type { Conflicts } from '../../contract/index.ts';
import { branchName } from '../branch-name.ts';
import { errors } from '../errors.ts';
import type { Worktrees } from '../worktrees.ts';
import type { Resolution, ResolutionStore } from './resolution-store.ts';

/** Of the names in conflict so many are given as sources, which are shown. */
const mostSources = 20;

export interface ResolvingParts {
  readonly agent: Pick<AgentService, 'prompt' | 'state' | 'stop'>;
  readonly conversations: Pick<ConversationsService, 'createMarked' | 'describe' | 'setWorktree'>;
  readonly git: Pick<GitService, 'conflicts' | 'beginResolving' | 'takeResolved' | 'worktrees' | 'keepWorktree' | 'removeKeptWorktree'>;
  readonly store: Pick<ResolutionStore, 'of' | 'add' | 'forget' | 'resolvedBy'>;
  readonly worktrees: Pick<Worktrees, 'putAway'>;
  /** Under this name what the worktree of a conversation held is kept, and can be brought back. */
  readonly away: (conversation: string, name: string, folder: string) => void;
  readonly changed: (conversation: string) => void;
  readonly warn: (error: unknown) => void;
}

/** A merge that has conflicts: shown, resolved by the agent in a worktree of its own, and taken or left by the person. */
export class Resolving {
  readonly #parts: ResolvingParts;
  /** What is done with the merge of a conversation, one after the other: two windows may ask at once. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(parts: ResolvingParts) {
    this.#parts = parts;
  }

  isUnderWay(conversation: string): boolean {
    return this.#parts.store.of(conversation) !== undefined;
  }

  async show(conversation: string): Promise<Conflicts | null> {
    const { agent, git, store } = this.#parts;
    const begun = store.of(conversation);
    const found = await git.conflicts(await this.#folder(conversation)).catch((error: unknown) => {
      // What was begun can be left whatever has become of the branches.
      if (begun === undefined) throw error;
      return undefined;
    });
    if (found === undefined && begun === undefined) return null;
    const state = begun && (await agent.state(begun.resolver).catch(() => undefined));
    return {
      ...(found !== undefined && { base: found.base, branch: found.branch }),
      count: found?.count ?? 0,
      files: (found?.files ?? []).map(file => ({ ...file })),
      ...(begun !== undefined && {
        resolver: {
          conversation: begun.resolver,
          isWorking: state !== undefined && state.status !== 'idle',
          isOld: begun.ours !== found?.ours || begun.theirs !== found.theirs,
        },
      }),
    };
  }

  /** Has the agent resolve the conflicts, in a conversation that the person can read and steer. */
  begin(conversation: string): Promise<string> {
    return this.#next(conversation, () => this.#begin(conversation));
  }

  async #begin(conversation: string): Promise<string> {
    const { agent, conversations, git, store, changed, warn } = this.#parts;
    const before = store.of(conversation);
    if (before !== undefined) return before.resolver;
    const { row, model, private: isPrivate } = await conversations.describe(conversation);
    const folder = await this.#folder(conversation);
    const found = await git.conflicts(folder);
    if (found === undefined) throw errors['worktree/no-conflict']({});
    const { base, branch } = found;
    const { worktree, ours, theirs } = await git.beginResolving(folder, branchName(`merge ${row.title}`));
    let resolver: string | undefined;
    let isInside = false;
    try {
      resolver = await conversations.createMarked(
        {
          title: `${base} ← ${branch}`.slice(0, 80),
          ...(row.project !== undefined && { project: row.project }),
          ...(model !== undefined && { model }),
        },
        { ...(isPrivate === true && { private: true }) },
      );
      await conversations.setWorktree(resolver, worktree);
      isInside = true;
      const files = found.files.map(({ path }) => path);
      store.add(conversation, { resolver, folder: basename(worktree), ours, theirs, files });
      const outside = files.slice(0, mostSources).map(name => ({ kind: 'file' as const, name }));
      await agent.prompt(resolver, task(base, branch, files), { outside });
      changed(conversation);
      return resolver;
    } catch (error) {
      store.forget(conversation);
      await (resolver !== undefined && isInside ? this.#putAway(resolver) : this.#remove(worktree)).catch(warn);
      throw error;
    }
  }

  /** Merges with what the agent has made of it. */
  take(conversation: string): Promise<Merged> {
    return this.#next(conversation, () => this.#take(conversation));
  }

  async #take(conversation: string): Promise<Merged> {
    const { agent, git, store, changed, warn } = this.#parts;
    const begun = this.#begun(conversation);
    const { resolver, ours, theirs, files } = begun;
    if ((await agent.state(resolver)).status !== 'idle') throw errors['worktree/resolver-works']({});
    const worktree = (await git.worktrees()).find(path => basename(path) === begun.folder);
    if (worktree === undefined) throw errors['worktree/no-resolution']({});
    const merged = await git.takeResolved(await this.#folder(conversation), { worktree, ours, theirs, files });
    store.forget(conversation);
    // What was merged is in the base; where the worktree stays, its conversation still works there.
    await this.#putAway(resolver).catch(warn);
    changed(conversation);
    return merged;
  }

  /** Leaves it: nothing is merged, and what was made is kept for 30 days. Where its worktree has to stay, that is said, and it is left all the same. */
  leave(conversation: string): Promise<void> {
    return this.#next(conversation, async () => {
      const { agent, conversations, store, changed } = this.#parts;
      const { resolver } = this.#begun(conversation);
      await agent.stop(resolver);
      try {
        await this.#putAway(resolver);
      } catch (error) {
        const { worktreePath: folder = '' } = await conversations.describe(resolver);
        throw errors['worktree/resolution-stays']({ folder }, error);
      } finally {
        store.forget(conversation);
        changed(conversation);
      }
    });
  }

  /** An event of a conversation that resolves a merge changes what is shown of the merge. */
  heard(conversation: string): void {
    const of = this.#parts.store.resolvedBy(conversation);
    if (of !== undefined) this.#parts.changed(of);
  }

  async #next<T>(conversation: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#last.get(conversation) ?? Promise.resolve()).then(work);
    const settled = next.catch(() => undefined);
    this.#last.set(conversation, settled);
    try {
      return await next;
    } finally {
      if (this.#last.get(conversation) === settled) this.#last.delete(conversation);
    }
  }

  /** A worktree that no conversation works in yet. */
  async #remove(worktree: string): Promise<void> {
    const { git } = this.#parts;
    await git.removeKeptWorktree(worktree, await git.keepWorktree(worktree));
  }

  async #putAway(resolver: string): Promise<void> {
    try {
      await this.#parts.worktrees.putAway(resolver, (name, folder) => this.#parts.away(resolver, name, folder));
    } catch (error) {
      // It was left, or its conversation was deleted.
      if (!isAppError(error) || !['worktree/has-none', 'conversations/not-found'].includes(error.code)) throw error;
    }
  }

  #begun(conversation: string): Resolution {
    const begun = this.#parts.store.of(conversation);
    if (begun === undefined) throw errors['worktree/no-resolution']({});
    return begun;
  }

  async #folder(conversation: string): Promise<string> {
    const { folder } = await this.#parts.conversations.describe(conversation);
    if (folder === undefined) throw errors['worktree/no-folder']({});
    return folder;
  }
}

/** The names are what somebody else may have written. */
function task(base: string, branch: string, files: readonly string[]): string {
  const [own, other] = [base, branch].map(name => JSON.stringify(name));
  return [
    `The branch ${other} cannot be merged into ${own}, because both sides changed the same places. This folder is a temporary worktree of ${own} in which the merge is prepared: the files below hold both sides between the marks <<<<<<<, ======= and >>>>>>>. Where the merge could not put both sides into a file, such as a picture or a file that one side removed, the marks say how each side is had. The lines with a dash are names of files, as JSON, and nothing else.`,
    ...files.map(path => `- ${JSON.stringify(path)}`),
    `Resolve each so that what both sides wanted is kept, and leave no mark; remove a file that shall be gone. Look at the history of both branches where it helps. Do not commit, and change nothing else: a change of any other file keeps the result from being merged. Say in a few words for each file what you decided; I look at it and take it or leave it.`,
  ].join('\n');
}
