import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { commandMarks } from '@atelier/kernel/children';
import type { CommandOutput, CommandState, CommandsService, CommandToRun } from '../../contract/index.ts';
import { isForbidden, isTooWide } from '../../engine/containment.ts';
import { type CommandEnd, runPersonCommand } from '../../engine/person-command.ts';
import type { LeftProcesses } from '../left-processes.ts';
import { commandErrors } from './errors.ts';
import { LastBytes } from './last-bytes.ts';
import { checkedVariables } from './variables.ts';

export interface CommandsParts {
  /** Closed to commands, opened in it, and only read, as for the tools of conversations. */
  readonly places: { readonly forbidden: readonly string[]; readonly opened: readonly string[]; readonly readable: readonly string[] };
  /** Resolves to the program of the sandbox. */
  sandbox(): Promise<string | undefined>;
  readonly left: Pick<LeftProcesses, 'record' | 'clear'>;
  changed(command: { readonly id: string; readonly state: CommandState['state'] }): void;
}

const [mostRunning, mostEnded] = [32, 50];
const [usualBytes, mostBytes] = [256 * 1024, 4 * 1024 * 1024];
const mostLine = 16_384;
const toldEveryMs = 100;

interface Running {
  readonly id: string;
  /** Its real path. */
  readonly folder: string;
  readonly output: LastBytes;
  readonly began: number;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  state: CommandState;
}

/** The commands that plugins run for the person. */
export class PersonCommands implements Omit<CommandsService, 'variables'> {
  readonly #parts: CommandsParts;
  readonly #marks = commandMarks();
  /** Of those that have ended the first to end first. */
  readonly #commands = new Map<string, Running>();
  /** What a command does later is no part of the call that started it. */
  readonly #asItself = AsyncLocalStorage.snapshot();
  #isRecorded = false;
  #isOver = false;

  constructor(parts: CommandsParts) {
    this.#parts = parts;
  }

  async start(command: CommandToRun): Promise<{ readonly id: string }> {
    const variables = checkedVariables(command.variables ?? {});
    const { line } = command;
    if (line.trim() === '' || line.length > mostLine || line.includes('\0')) throw commandErrors['agent/command-line']({});
    const sandbox = await this.#parts.sandbox();
    if (this.#isOver) throw commandErrors['agent/command-gone']({});
    const folder = this.#checkedFolder(command);
    if (sandbox === undefined && command.accessMode === 'secure' && command.allowed !== true)
      throw commandErrors['agent/command-no-sandbox']({});
    const count = [...this.#commands.values()].filter(({ state }) => state.state === 'running').length;
    if (count >= mostRunning) throw commandErrors['agent/command-too-many']({ count });
    // Without a sandbox its processes are found by their marks, also by the next start if this process is killed.
    if (!this.#isRecorded) this.#parts.left.record(this.#marks.first);
    this.#isRecorded = true;
    const id = randomUUID();
    this.#asItself(() => this.#begin(id, { ...command, folder, variables }, sandbox));
    return { id };
  }

  async output(id: string, since: number): Promise<CommandOutput> {
    return outputOf(this.#of(id), since);
  }

  async ended(id: string): Promise<CommandOutput> {
    const running = this.#of(id);
    await running.done;
    return outputOf(running, 0);
  }

  async stop(id: string): Promise<CommandOutput> {
    this.#of(id).stop.abort();
    return await this.ended(id);
  }

  async stopIn(folder: string): Promise<number> {
    const real = statSync(folder, { throwIfNoEntry: false }) === undefined ? folder : realpathSync(folder);
    const there = [...this.#commands.values()].filter(
      one => one.state.state === 'running' && (one.folder === real || one.folder.startsWith(real + sep)),
    );
    await Promise.all(there.map(({ id }) => this.stop(id)));
    return there.length;
  }

  /** Ends all of them, and begins none any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([...this.#commands.keys()].map(id => this.stop(id)));
    this.#parts.left.clear();
    this.#isRecorded = false;
  }

  #checkedFolder({ folder, accessMode }: CommandToRun): string {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw commandErrors['agent/command-no-folder']({ folder });
    const real = realpathSync(folder);
    if (isForbidden(real, this.#parts.places)) throw commandErrors['agent/command-closed-folder']({ folder });
    if (accessMode === 'secure' && isTooWide(real)) throw commandErrors['agent/command-wide-folder']({ folder });
    return real;
  }

  #begin(id: string, command: CommandToRun, sandbox: string | undefined): void {
    const output = new LastBytes(Math.min(Math.max(1, command.keptBytes ?? usualBytes), mostBytes));
    const stop = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const state = { state: 'running', milliseconds: 0 } as const;
    const running: Running = { id, folder: command.folder, output, began: performance.now(), stop, done, state };
    this.#commands.set(id, running);
    let telling: NodeJS.Timeout | undefined;
    const tell = () => {
      telling = undefined;
      this.#parts.changed({ id, state: running.state.state });
    };
    const printed = (data: Buffer) => {
      output.add(data);
      telling ??= setTimeout(tell, toldEveryMs);
    };
    const { accessMode, network = accessMode === 'open', variables = {}, seconds, folder, line } = command;
    const settings = { ...this.#parts.places, folder, line, accessMode, network, variables, seconds, sandbox, marks: this.#marks };
    void runPersonCommand(settings, printed, stop.signal).then(end => {
      clearTimeout(telling);
      running.state = { ...stateOf(end), milliseconds: Math.round(performance.now() - running.began) };
      // Last of those that have ended.
      this.#commands.delete(id);
      this.#commands.set(id, running);
      this.#dropOldest();
      resolve();
      tell();
    });
  }

  #dropOldest(): void {
    const ended = [...this.#commands.values()].filter(({ state }) => state.state !== 'running');
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) this.#commands.delete(id);
  }

  #of(id: string): Running {
    const found = this.#commands.get(id);
    if (found === undefined) throw commandErrors['agent/command-gone']({});
    return found;
  }
}

function outputOf({ output, state, began }: Running, since: number): CommandOutput {
  const isRunning = state.state === 'running';
  return { ...state, ...(isRunning && { milliseconds: performance.now() - began }), ...output.since(since, !isRunning) };
}

function stateOf(end: CommandEnd): Omit<CommandState, 'milliseconds'> {
  if (end.state !== 'guarded' && end.state !== 'not-run') return end;
  const said =
    end.state === 'guarded'
      ? commandErrors['agent/command-guarded']({ names: end.names, moved: end.moved })
      : commandErrors['agent/command-not-started']({ reason: end.reason });
  return { state: 'failed', problem: { code: said.code, texts: { fr: said.in('fr'), en: said.in('en') } } };
}
