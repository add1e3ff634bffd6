import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { AgentService, CommandsService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { commandMarks } from '@atelier/kernel/children';
import type { Output, Overview, Run } from '../contract/index.ts';
import { detect } from './detect.ts';
import { errors } from './errors.ts';
import { hasPty, type Size } from './pty.ts';
import { RunningCommand, type RunParts } from './run.ts';

export interface TerminalParts {
  readonly agent: Pick<AgentService, 'state'>;
  readonly commands: Pick<CommandsService, 'variables'>;
  readonly conversations: Pick<ConversationsService, 'describe' | 'projectFolder'>;
  readonly changed: (conversation: string) => void;
  /** A command has printed something. */
  readonly printed: (run: string) => void;
  /** The same of a shell, which one waits for while one types. */
  readonly echoed: (run: string) => void;
}

/** Of one conversation: how many run at a time, and how many are remembered. */
const [mostRunning, mostKept] = [8, 20];

interface Place {
  readonly folder?: string;
  readonly project?: string;
  readonly off?: NonNullable<Overview['off']>;
}

/** The runs of all conversations, the oldest first. */
export class Terminal {
  readonly #parts: TerminalParts;
  readonly #runs = new Map<string, RunningCommand>();
  readonly #marks = commandMarks();

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  async overview(conversation: string): Promise<Overview> {
    const { folder, off, project } = await this.#place(conversation);
    const commands = folder === undefined ? [] : await detect(folder);
    const runs = this.#of(conversation).map(({ run }) => run);
    return {
      ...(off !== undefined && { off }),
      ...(project !== undefined && { project }),
      hasShell: hasPty(),
      commands: [...commands],
      runs,
    };
  }

  async start(conversation: string, line: string): Promise<Run> {
    return await this.#begin(conversation, { line, printed: this.#parts.printed });
  }

  /** The shell of the person, with a screen of this size. */
  async open(conversation: string, size: Size): Promise<Run> {
    if (!hasPty()) throw errors['terminal/no-shell']({ system: `${process.platform} ${process.arch}` });
    return await this.#begin(conversation, { size, printed: this.#parts.echoed });
  }

  /** A shell that is open takes nothing more once its conversation has open access no longer. */
  async type(run: string, text: string): Promise<void> {
    const found = this.#shell(run);
    const { accessMode } = await this.#parts.agent.state(found.conversation);
    if (accessMode !== 'open') throw errors['terminal/not-open']({});
    found.tell({ text });
  }

  resize(run: string, size: Size): void {
    this.#shell(run).tell(size);
  }

  async #begin(conversation: string, what: Pick<RunParts, 'line' | 'size' | 'printed'>): Promise<Run> {
    const variables = await this.#parts.commands.variables(conversation);
    const { folder = '', off } = await this.#place(conversation);
    if (off === 'no-folder') throw errors['terminal/no-folder']({ folder });
    if (off !== undefined) throw errors[`terminal/${off}`]({});
    const running = this.#of(conversation).filter(({ isRunning }) => isRunning).length;
    if (running >= mostRunning) throw errors['terminal/too-many']({ count: running });
    const id = randomUUID();
    const changed = () => this.#parts.changed(conversation);
    const started = new RunningCommand({ ...what, id, conversation, folder, variables, marks: this.#marks, changed });
    this.#runs.set(id, started);
    const oldest = this.#of(conversation).find(({ isRunning }) => !isRunning);
    if (this.#of(conversation).length > mostKept && oldest !== undefined) this.#runs.delete(oldest.run.id);
    changed();
    return started.run;
  }

  async stop(run: string): Promise<Run> {
    const found = this.#run(run);
    await found.stop();
    return found.run;
  }

  async close(run: string): Promise<void> {
    const found = this.#run(run);
    await found.stop();
    this.#runs.delete(run);
    this.#parts.changed(found.conversation);
  }

  output(run: string, since: number): Output {
    return this.#run(run).output.since(since);
  }

  /** Ends the runs of a conversation that is gone. */
  async forget(conversation: string): Promise<void> {
    await Promise.all(this.#of(conversation).map(({ run }) => this.close(run.id)));
  }

  async end(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(run => run.stop()));
  }

  /** Where commands of a conversation run, and why none does. */
  async #place(conversation: string): Promise<Place> {
    const { conversations, agent } = this.#parts;
    const { folder } = await conversations.describe(conversation);
    const project = await conversations.projectFolder(conversation);
    if (folder === undefined || project === undefined) return { off: 'no-project' };
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { folder, off: 'no-folder' };
    const { accessMode } = await agent.state(conversation);
    return accessMode === 'open' ? { folder, project } : { folder, project, off: 'not-open' };
  }

  #of(conversation: string): readonly RunningCommand[] {
    return [...this.#runs.values()].filter(run => run.conversation === conversation);
  }

  #shell(id: string): RunningCommand {
    const found = this.#run(id);
    if (found.run.isShell !== true) throw errors['terminal/no-input']({ line: found.run.line });
    return found;
  }

  #run(id: string): RunningCommand {
    const found = this.#runs.get(id);
    if (found === undefined) throw errors['terminal/no-run']({});
    return found;
  }
}
