import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as later } from 'node:timers/promises';
import {
  type Child,
  type CommandMarks,
  endProcesses,
  markedProgram,
  personsEnvironment,
  processesMarked,
  runProgram,
  startProgram,
} from '@atelier/kernel/children';
import type { Run } from '../contract/index.ts';
import { KeptOutput } from './kept-output.ts';
import { inPty, personsShell, type Said, type Size } from './pty.ts';

export interface RunParts {
  readonly id: string;
  readonly conversation: string;
  /** The command line; a shell that one types into if it is undefined. */
  readonly line?: string;
  /** The screen of such a shell. */
  readonly size?: Size;
  readonly folder: string;
  /** What the folder has for itself, such as a port. */
  readonly variables: Readonly<Record<string, string>>;
  readonly marks: CommandMarks;
  readonly printed: (run: string) => void;
  readonly changed: () => void;
}

/** How long a run that is asked to end may take, before it is killed. */
const askedMs = 2_000;

const lookMs = 50;

/** Programs that ask for it print in colours. */
const inColours = { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' };

/** What another user started in it cannot be killed and may hold its pipes. */
const closedMs = 1_000;

/** A command line, or a shell, that runs in a process group of its own, in the person's environment and without a sandbox. */
export class RunningCommand {
  readonly conversation: string;
  readonly output = new KeptOutput();
  /** Resolves when none of its processes is left that can be ended. */
  readonly ended: Promise<void>;
  #run: Run;
  readonly #child: Child;
  readonly #mark: number;
  readonly #parts: RunParts;
  readonly #asked = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(parts: RunParts) {
    const { id, conversation, line, size, folder, variables, marks } = parts;
    this.#parts = parts;
    this.conversation = conversation;
    this.#mark = marks.next();
    const shell = personsShell();
    const called = line ?? basename(shell[0]).replace(/\.exe$/, '');
    this.#run = { id, line: called, folder, state: 'running', startedAt: Date.now(), ...(size !== undefined && { isShell: true }) };
    const [program, args] = size === undefined ? shellOf(called, this.#mark) : marked(inPty(size, shell), this.#mark);
    this.#child = startProgram(program, args, {
      cwd: folder,
      env: { ...personsEnvironment(process.env), ...(size === undefined ? inColours : { COLORTERM: 'truecolor' }), ...variables },
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: size === undefined,
      stdio: [size === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      const decoder = new StringDecoder('utf8');
      stream.on('data', (data: Buffer) => this.#add(decoder.write(data)));
      stream.on('end', () => this.#add(decoder.end()));
    }
    this.ended = this.#follow(performance.now());
  }

  get run(): Run {
    return this.#run;
  }

  get isRunning(): boolean {
    return this.#run.state === 'running';
  }

  /** Something is typed into a shell, or its screen has another size. A shell that has ended takes nothing. */
  tell(said: Said): void {
    if (this.isRunning) this.#child.stdin.write(`${JSON.stringify(said)}\n`);
  }

  /** Asks all its processes to end, and kills those that do not. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.#isStopped = true;
    this.#asked.resolve();
    if (process.platform === 'win32') await this.#endTree();
    else this.#child.killGroup('SIGTERM');
    await this.ended;
  }

  /** A shell ends at once when it is asked, and what it has started may still be saving its work. */
  async #askedEnd(): Promise<void> {
    const until = performance.now() + askedMs;
    while (processesMarked(mark => mark === this.#mark).length > 0 && performance.now() < until) await later(lookMs);
  }

  async #follow(from: number): Promise<void> {
    await Promise.race([this.#child.exited, this.#asked.promise]);
    if (this.#isStopped) {
      await atMost(
        askedMs,
        this.#child.exited.then(() => this.#askedEnd()),
      );
      await this.#kill();
    }
    const { code, signal, failure } = await this.#child.exited;
    // It has ended for the person when nothing of it is left.
    if (this.#child.pid !== undefined) await this.#kill();
    await atMost(closedMs, this.#child.closed);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy();
    const isFailed = this.#child.pid === undefined;
    this.#run = {
      ...this.#run,
      state: isFailed ? 'failed' : this.#isStopped ? 'stopped' : 'ended',
      ms: performance.now() - from,
      ...(code !== null && { code }),
      ...(signal !== null && { signal }),
      ...(isFailed && failure && { problem: failure.message }),
    };
    this.#parts.changed();
  }

  /** Its group, and what has left the group. */
  async #kill(): Promise<void> {
    if (process.platform === 'win32') return;
    this.#child.killGroup('SIGKILL');
    const left = await endProcesses(() => processesMarked(mark => mark === this.#mark));
    if (left.length > 0) this.#add(`\n[${left.join(', ')}: this user may not end these processes]\n`);
  }

  async #endTree(): Promise<void> {
    const { pid } = this.#child;
    if (pid !== undefined) await runProgram('taskkill', ['/pid', String(pid), '/t', '/f'], { limitMs: askedMs, maxBytes: 1_000 });
  }

  #add(text: string): void {
    if (text === '') return;
    this.output.add(text);
    this.#parts.printed(this.#run.id);
  }
}

function shellOf(line: string, mark: number): readonly [string, readonly string[]] {
  if (process.platform === 'win32') return [process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', `"${line}"`]];
  return marked([existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh', '-c', line], mark);
}

function marked([own, ...args]: readonly [string, ...string[]], mark: number): readonly [string, readonly string[]] {
  const [program, ...before] = markedProgram(own, mark);
  return [program, [...before, ...args]];
}

async function atMost(ms: number, result: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([result, late]);
  clearTimeout(timer);
}
