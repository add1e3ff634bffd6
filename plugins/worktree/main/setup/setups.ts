import { basename } from 'node:path';
import type { CommandsService, GitService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { AppError, visibleText } from '@atelier/kernel';
import type { Said, Setup, SetupOutput } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { said } from '../said.ts';
import { ownVariables } from './own-variables.ts';
import { projectScript } from './project-script.ts';
import type { SetupCommand, SetupStore } from './setup-store.ts';

export interface SetupParts {
  readonly commands: CommandsService;
  readonly conversations: Pick<ConversationsService, 'describe' | 'projectFolder'>;
  readonly git: Pick<GitService, 'workTree' | 'worktrees'>;
  readonly store: SetupStore;
  readonly changed: (conversation: string) => void;
}

interface Place {
  readonly project: string;
  readonly checkout: string;
  /** The folder that the conversation works in, if that is a worktree of its own. */
  readonly folder?: string;
}

interface Run {
  readonly conversation: string;
  readonly line: string;
  /** In the service of commands. */
  readonly id?: string;
  /** Why it could not begin. */
  readonly problem?: Said;
}

const mostSaid = 300;

/** The last line that says something. */
function lastLine(text: string): string {
  return visibleText(text.trimEnd().split('\n').at(-1)?.trim().slice(-mostSaid) ?? '', 'code') || '…';
}

/** The set-up of worktrees: a command of the person for each project, run in the sandbox, and what each worktree has for itself. */
export class Setups {
  readonly #parts: SetupParts;
  /** The last run in each worktree, by its path; a conversation may have several, one after the other. */
  readonly #runs = new Map<string, Run>();
  /** Runs that begin; two windows begin one. */
  readonly #beginning = new Map<string, Promise<void>>();
  /** Conversations whose set-up is to be nothing any more, also where it has not begun. */
  readonly #cancelled = new Set<string>();

  constructor(parts: SetupParts) {
    this.#parts = parts;
  }

  async show(conversation: string): Promise<Setup> {
    const { store } = this.#parts;
    const place = await this.#place(conversation);
    const command = store.command(place.project);
    const script = await projectScript(place.checkout);
    const run = this.#runs.get(place.folder ?? '');
    const state = run && (await this.#stateOf(run));
    return {
      line: command?.line ?? '',
      network: command?.network ?? false,
      // What the person has taken over is no proposal; what has changed since is one again.
      ...(script !== undefined && script !== command?.line && { proposal: script }),
      isOwn: place.folder !== undefined,
      variables: Object.entries(await this.variables(conversation)).map(([name, value]) => ({ name, value })),
      ...(run !== undefined && state !== undefined && { run: { ...state, line: run.line } }),
    };
  }

  async save(conversation: string, command: SetupCommand): Promise<void> {
    const { project } = await this.#place(conversation);
    this.#parts.store.setCommand(project, { ...command, line: command.line.trim() });
    this.#parts.changed(conversation);
  }

  /**
   * Runs the command of the project in the conversation's worktree; false if the project has none. Resolves when it has begun. One that is
   * refused is the last run all the same, with what it was refused for.
   */
  async begin(conversation: string): Promise<boolean> {
    const { project, folder } = await this.#place(conversation);
    if (folder === undefined) throw errors['worktree/has-none']({});
    const command = this.#parts.store.command(project);
    if (command === undefined) return false;
    const beginning = this.#beginning.get(folder) ?? this.#start(conversation, folder, command);
    this.#beginning.set(folder, beginning);
    try {
      await beginning;
    } finally {
      if (this.#beginning.get(folder) === beginning) this.#beginning.delete(folder);
    }
    return true;
  }

  async #start(conversation: string, folder: string, { line, network }: SetupCommand): Promise<void> {
    const { commands, changed } = this.#parts;
    const before = this.#runs.get(folder);
    if (before !== undefined && (await this.#stateOf(before))?.state === 'running') return;
    try {
      const variables = await this.variables(conversation);
      // The person has written this line, or has taken it over, and that is their yes where there is no sandbox.
      const { id } = await commands.start({ folder, line, network, variables, accessMode: 'secure', allowed: true });
      this.#runs.set(folder, { conversation, line, id });
    } catch (error) {
      this.#runs.set(folder, { conversation, line, problem: said(error, 'worktree/setup-failed') });
      throw error;
    } finally {
      changed(conversation);
    }
  }

  /** The same, and waits for its end, whatever that is. */
  async run(conversation: string): Promise<void> {
    if (!(await this.begin(conversation))) return;
    const id = (await this.#current(conversation))?.id;
    if (id !== undefined) await this.#parts.commands.ended(id);
  }

  /** The same for work that nobody looks at, which needs it to be done: throws why it is not. Ends at once after `cancel`. */
  async runOrThrow(conversation: string): Promise<void> {
    if (this.#cancelled.has(conversation) || !(await this.begin(conversation))) return;
    if (this.#cancelled.has(conversation)) return await this.stop(conversation);
    const run = await this.#current(conversation);
    if (run?.id === undefined) return;
    const { state, exitCode, text, problem } = await this.#parts.commands.ended(run.id);
    if (state === 'ended' && exitCode === 0) return;
    const { worktreePath: folder = '' } = await this.#parts.conversations.describe(conversation);
    const line = visibleText(run.line, 'code').slice(0, mostSaid);
    if (problem !== undefined) throw new AppError(problem.code, problem.texts);
    if (state !== 'ended') throw errors['worktree/setup-cut']({ line, folder });
    throw errors['worktree/setup-ended']({ line, code: exitCode ?? 0, said: lastLine(text), folder });
  }

  /** Ends the set-up of a conversation, also one that is to begin. */
  async cancel(conversation: string): Promise<void> {
    this.#cancelled.add(conversation);
    await this.stop(conversation);
  }

  /** Ends it in each worktree of the conversation, also one that only begins. */
  async stop(conversation: string): Promise<void> {
    await Promise.allSettled(this.#beginning.values());
    const ids = [...this.#runs.values()].filter(run => run.conversation === conversation).map(({ id }) => id);
    await Promise.all(ids.filter(id => id !== undefined).map(id => this.#parts.commands.stop(id)));
  }

  async output(conversation: string, since: number): Promise<SetupOutput> {
    const id = (await this.#current(conversation))?.id;
    if (id === undefined) return { text: '', cut: 0, end: 0 };
    const { text, cut, end } = await this.#parts.commands.output(id, since);
    return { text, cut, end };
  }

  /** Running, or how it ended; undefined if it did not run since the app has started. */
  async state(conversation: string): Promise<'running' | 'failed' | 'done' | undefined> {
    const run = await this.#current(conversation);
    const found = run && (await this.#stateOf(run));
    if (found === undefined || found.state === 'running') return found && 'running';
    return found.state === 'ended' && found.exitCode === 0 ? 'done' : 'failed';
  }

  /** The conversation whose set-up a command is. */
  of(command: string): string | undefined {
    return [...this.#runs.values()].find(({ id }) => id === command)?.conversation;
  }

  async forget(conversation: string): Promise<void> {
    await this.stop(conversation).catch(() => undefined);
    this.#cancelled.delete(conversation);
    for (const [folder, run] of this.#runs) if (run.conversation === conversation) this.#runs.delete(folder);
  }

  /** What the conversation's worktree has for itself; nothing in the project's own checkout. */
  async variables(conversation: string): Promise<Readonly<Record<string, string>>> {
    const { git, store } = this.#parts;
    const { folder, checkout } = await this.#place(conversation).catch(() => ({ folder: undefined, checkout: '' }));
    const worktree = folder === undefined ? undefined : await git.workTree(folder);
    if (worktree === undefined || folder === undefined) return {};
    const number = store.number(
      basename(worktree),
      (await git.worktrees()).map(one => basename(one)),
    );
    return number === undefined ? {} : ownVariables(folder, checkout, number);
  }

  /** The run in the worktree that the conversation is in now. */
  async #current(conversation: string): Promise<Run | undefined> {
    const { worktreePath } = await this.#parts.conversations.describe(conversation);
    return worktreePath === undefined ? undefined : this.#runs.get(worktreePath);
  }

  async #stateOf(run: Run): Promise<Omit<NonNullable<Setup['run']>, 'line'> | undefined> {
    if (run.id === undefined) return { state: 'failed', milliseconds: 0, ...(run.problem !== undefined && { problem: run.problem }) };
    try {
      const { state, exitCode, milliseconds, problem } = await this.#parts.commands.output(run.id, Number.MAX_SAFE_INTEGER);
      return {
        state,
        milliseconds,
        ...(exitCode !== undefined && { exitCode }),
        ...(problem !== undefined && { problem: { code: problem.code, ...problem.texts } }),
      };
    } catch {
      return undefined;
    }
  }

  async #place(conversation: string): Promise<Place> {
    const { conversations } = this.#parts;
    const { row, worktreePath } = await conversations.describe(conversation);
    const checkout = await conversations.projectFolder(conversation);
    if (row.project === undefined || checkout === undefined) throw errors['worktree/no-project']({});
    return { project: row.project, checkout, ...(worktreePath !== undefined && { folder: worktreePath }) };
  }
}
