import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { AgentService, Entry, GitService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { isAppError } from '@atelier/kernel';
import type { Said, ShownTask, ShownTry, TaskLine } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { said } from '../said.ts';
import type { Worktrees } from '../worktrees.ts';
import type { Task, Try, TryStore } from './try-store.ts';

export interface TriesParts {
  readonly agent: Pick<AgentService, 'prompt' | 'stop' | 'transcript'>;
  readonly conversations: Pick<ConversationsService, 'createMarked' | 'describe' | 'folderOfProject' | 'isPrivate'>;
  readonly git: Pick<GitService, 'status'>;
  readonly store: TryStore;
  readonly worktrees: Pick<Worktrees, 'create' | 'putAway' | 'bringBack' | 'has'>;
  readonly changed: (task: string) => void;
  readonly now: () => number;
  readonly warn: (error: unknown) => void;
  /** Sets up the worktree of a conversation, and waits for the end of that. */
  readonly setUp: (conversation: string) => Promise<void>;
}

interface Left {
  readonly conversation: string;
  readonly problem: Said;
}

/** Tries of one task: more at once cannot be compared on a screen. */
const most = 6;
/** Messages of a try that are looked through; an answer has a few for each of its steps. */
const read = 400;

/** One task that several models are given at once, each in a conversation and a worktree of its own. */
export class Tries {
  readonly #parts: TriesParts;
  /** The choices of the person, one after the other. */
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(parts: TriesParts) {
    this.#parts = parts;
  }

  /** Returns the id of the task. All tries begin from the same commit, and are private if what they begin from is. */
  async start({
    project,
    text,
    models,
    from = `project:${project}`,
  }: {
    readonly project: string;
    readonly text: string;
    readonly models: readonly string[];
    readonly from?: string;
  }): Promise<string> {
    const { conversations, git, store, now } = this.#parts;
    const folder = await conversations.folderOfProject(project);
    if (folder === undefined) throw errors['worktree/no-project']({});
    const status = await git.status(folder);
    if (status === undefined) throw errors['worktree/no-repository']({ folder });
    const { commit, branch } = status;
    if (commit === undefined) throw errors['worktree/no-commit']({ folder });
    const task = { id: randomUUID(), project, text, commit, createdAt: now(), ...(branch !== undefined && { branch }) };
    // What is gone may have been private.
    const isPrivate = await conversations.isPrivate(from).catch(() => true);
    store.add(task);
    await this.#begin(task, models, isPrivate);
    return task.id;
  }

  /** One more try, from the commit that the others began from. */
  async another(id: string, model: string): Promise<void> {
    const { conversations, store } = this.#parts;
    const task = this.#task(id);
    const others = store.tries(id);
    if (others.length >= most) throw errors['worktree/too-many-tries']({ most });
    const wasPrivate = await Promise.all(others.map(one => conversations.isPrivate(one.conversation).catch(() => false)));
    await this.#begin(task, [model], wasPrivate.includes(true));
  }

  async show(id: string): Promise<ShownTask> {
    const { store } = this.#parts;
    const { commit, branch, kept, ...task } = this.#task(id);
    const tries = await Promise.all(store.tries(id).map(one => this.#shown(one)));
    return {
      ...task,
      commit,
      ...(branch !== undefined && { branch }),
      ...(kept !== undefined && { kept }),
      tries: tries.filter(one => one !== undefined),
    };
  }

  list(project: string | undefined): TaskLine[] {
    const { store } = this.#parts;
    return store.tasks(project, 20).map(({ id, text, createdAt, kept }) => ({
      id,
      text: text.slice(0, 300),
      createdAt,
      count: store.tries(id).length,
      isOver: kept !== undefined,
    }));
  }

  /** Keeps one try; the worktrees of the others are removed with what is not committed, which is kept for 30 days. Tells which could not be. */
  keep(id: string, conversation: string): Promise<Left[]> {
    const kept = this.#keeping.then(() => this.#keep(id, conversation));
    this.#keeping = kept.catch(() => undefined);
    return kept;
  }

  async #keep(id: string, conversation: string): Promise<Left[]> {
    const { agent, store, changed } = this.#parts;
    this.#task(id);
    const all = store.tries(id);
    if (!all.some(one => one.conversation === conversation)) throw errors['worktree/no-such-task']({});
    // Another window may have kept another one meanwhile.
    if (store.away(conversation) !== undefined) throw errors['worktree/try-is-away']({});
    store.keep(id, conversation);
    const left: Left[] = [];
    for (const one of all) {
      if (one.conversation === conversation) continue;
      try {
        await agent.stop(one.conversation);
        await this.putAway(one.conversation);
      } catch (error) {
        // It had none, or was put away before.
        if (isAppError(error) && error.code === 'worktree/has-none') continue;
        left.push({ conversation: one.conversation, problem: said(error, 'worktree/try-failed') });
      }
    }
    changed(id);
    return left;
  }

  /** Removes the worktree of a conversation with what is not committed in it, which is kept for 30 days. */
  async putAway(conversation: string): Promise<void> {
    const { store, worktrees } = this.#parts;
    await worktrees.putAway(conversation, (name, folder) => store.setAway(conversation, { name, folder: basename(folder) }));
  }

  /** The worktree of a conversation that was put away, as it was. */
  async bringBack(conversation: string): Promise<void> {
    const { store, worktrees, changed } = this.#parts;
    const away = store.away(conversation);
    if (away === undefined) throw errors['worktree/nothing-away']({});
    await worktrees.bringBack(conversation, away.name);
    store.setAway(conversation, undefined);
    const task = store.tryOf(conversation)?.task;
    if (task !== undefined) changed(task);
  }

  async #begin(task: Task, models: readonly string[], isPrivate: boolean): Promise<void> {
    const { conversations, store } = this.#parts;
    const begun: string[] = [];
    for (const model of models) {
      const conversation = await conversations.createMarked(
        { title: titleOf(task.text), project: task.project, model },
        { private: isPrivate },
      );
      store.addTry(task.id, conversation);
      begun.push(conversation);
    }
    this.#parts.changed(task.id);
    // Worktrees are created one after the other; the first need not wait for the last.
    await Promise.all(begun.map(conversation => this.#set(task, conversation)));
  }

  async #set({ id, text, commit }: Task, conversation: string): Promise<void> {
    const { agent, store, worktrees, changed } = this.#parts;
    try {
      await worktrees.create(conversation, commit);
      // What fails there, also where it was refused, is seen in the worktree, and keeps nobody from beginning.
      await this.#parts.setUp(conversation).catch(this.#parts.warn);
      // It may have been left or put away meanwhile, which ends its set-up.
      if (await worktrees.has(conversation)) await agent.prompt(conversation, text);
      else if (store.away(conversation) === undefined) throw errors['worktree/has-none']({});
    } catch (error) {
      store.setProblem(conversation, JSON.stringify(said(error, 'worktree/try-failed')));
    }
    changed(id);
  }

  #task(id: string): Task {
    const found = this.#parts.store.task(id);
    if (found === undefined) throw errors['worktree/no-such-task']({});
    return found;
  }

  async #shown({ conversation, problem }: Try): Promise<ShownTry | undefined> {
    const { agent, conversations, git, store, warn } = this.#parts;
    try {
      const { row, model = '', worktreePath } = await conversations.describe(conversation);
      const { entries } = await agent.transcript(conversation, { limit: read });
      const branch = worktreePath === undefined ? undefined : (await git.status(worktreePath))?.branch;
      return {
        conversation,
        model,
        state: row.state,
        ...(branch !== undefined && { branch }),
        ...(problem !== undefined && { problem: JSON.parse(problem) as Said }),
        away: store.away(conversation) !== undefined && worktreePath === undefined,
        ...figuresOf(entries),
      };
    } catch (error) {
      // It was deleted.
      if (isAppError(error) && error.code === 'conversations/not-found') store.forget(conversation);
      else warn(error);
      return undefined;
    }
  }
}

/** The first line, as far as a title goes. */
const titleOf = (text: string) => text.trim().split('\n', 1)[0]?.slice(0, 80) ?? '';

/** What a transcript says of the work: how long, for how much, the last command and the last words. */
function figuresOf(entries: readonly Entry[]): Pick<ShownTry, 'beganAt' | 'lastAt' | 'tokens' | 'cost' | 'words' | 'command'> {
  const [first, last] = [entries[0], entries.at(-1)];
  const usages = entries.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const tokens = usages.reduce((sum, { input, output, cacheRead, cacheWrite }) => sum + input + output + cacheRead + cacheWrite, 0);
  const cost = usages.reduce((sum, usage) => sum + usage.cost, 0);
  const parts = entries.flatMap(entry => (entry.kind === 'assistant' ? (entry.parts ?? []) : []));
  const words = parts.findLast(({ kind, text }) => kind === 'text' && text?.trim() !== '')?.text?.trim();
  const call = parts.findLast(({ kind, name, outcome }) => kind === 'tool' && name === 'bash' && outcome !== undefined);
  return {
    tokens,
    // Nobody knows a price of 0 for tokens that were used.
    ...(cost > 0 && { cost }),
    ...(first !== undefined && { beganAt: first.at }),
    ...(last !== undefined && { lastAt: last.at }),
    ...(words !== undefined && { words: words.slice(0, 600) }),
    ...(call?.outcome !== undefined && {
      command: {
        text: String(call.args?.command ?? '').slice(0, 300),
        ok: call.outcome.ok,
        ...(call.outcome.exitCode !== undefined && { exitCode: call.outcome.exitCode }),
      },
    }),
  };
}
