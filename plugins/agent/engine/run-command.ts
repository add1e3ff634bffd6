import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { boundedOutput, type OutputLimits, outputLimits } from './bounded-output.ts';
import { type ProcessLimits, startLimited } from './process-limits.ts';

export interface CommandLimits extends ProcessLimits {
  /** The time after which a command is ended. */
  readonly seconds: number;
  readonly output: OutputLimits;
}

export const commandLimits: CommandLimits = { seconds: 3_600, processes: 1_024, memoryBytes: 8 * 1024 ** 3, output: outputLimits };

export interface Launch {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The launched program ends all processes in it when the first one ends, and reports whether it ran the command. */
  readonly contained: boolean;
  /** The system call filter that bubblewrap reads from descriptor 3. */
  readonly filter?: Buffer | undefined;
}

export interface CommandOptions {
  readonly onData: (data: Buffer) => void;
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
}

/** The descriptors that a contained launch is started with. */
export const filterDescriptor = 3;
export const statusDescriptor = 4;

const marker = 'ATELIER_COMMAND';

/** Runs a command. If it is aborted or times out, all its processes are ended. Settles when none of them is left. */
export async function runCommand(launch: Launch, options: CommandOptions, limits: CommandLimits): Promise<{ exitCode: number }> {
  const { signal } = options;
  if (signal?.aborted) throw new Error('aborted');
  const seconds = Math.min(options.timeout ?? limits.seconds, limits.seconds);
  if (!(seconds > 0)) throw new Error('The timeout of a command is a number of seconds above 0.');

  const output = boundedOutput(options.onData, limits.output);
  const mark = randomUUID();
  const limited = startLimited(launch.argv, limits);
  const [program = '', ...args] = limited.argv;
  const child = spawn(program, args, {
    cwd: launch.cwd,
    env: launch.contained ? launch.env : { ...launch.env, [marker]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', launch.filter ? 'pipe' : 'ignore', launch.contained ? 'pipe' : 'ignore'],
  });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  const beginning: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => output.add(data));
  child.stderr?.on('data', (data: Buffer) => {
    if (beginning.length < 4) beginning.push(data);
    output.add(data);
  });
  writeFilter(child, launch.filter);
  let ended: 'aborted' | 'timeout' | undefined;
  let statusText = '';
  const status = readAll(child.stdio[statusDescriptor] as Readable | null, text => {
    statusText = text;
    // The command was stopped before its process id was known.
    if (ended !== undefined) killFirst(statusText);
  });

  const end = (why: 'aborted' | 'timeout') => {
    ended ??= why;
    killGroup(child);
    killFirst(statusText);
  };
  const abort = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), seconds * 1000);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const exitCode = await Promise.race([failed, exitOf(child, launch.contained, mark)]);
    if (launch.contained) await firstProcessEnded(await status);
    if (ended === 'aborted') throw new Error('aborted');
    if (ended === 'timeout') throw new Error(`timeout:${seconds}`);
    // bubblewrap reports an exit code only for a command that it has started.
    if (launch.contained && !(await status).includes('"exit-code"')) throw new Error(notStarted(Buffer.concat(beginning).toString('utf8')));
    return { exitCode };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined && child.pid === undefined) throw new Error(notStarted(String(error)));
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    limited.release();
    output.end();
  }
}

/** Resolves with the exit code when no process of the command is left and its pipes are closed. */
async function exitOf(child: ChildProcess, contained: boolean, mark: string): Promise<number> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  child.once('close', () => close());
  const { promise, resolve } = Promise.withResolvers<number>();
  child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  const exitCode = await promise;
  if (!contained) {
    killGroup(child);
    killMarked(mark);
  }
  await closed;
  return exitCode;
}

/** Kills the first process inside, which is not yet tied to bubblewrap while that starts, and may have left the group. */
function killFirst(status: string): void {
  const pid = /"child-pid": *(\d+)/.exec(status)?.[1];
  if (pid === undefined || status.includes('"exit-code"')) return;
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Waits for the first process inside, because bubblewrap may end shortly before it. All other processes end with it. */
async function firstProcessEnded(status: string): Promise<void> {
  const pid = /"child-pid": *(\d+)/.exec(status)?.[1];
  const deadline = performance.now() + 2_000;
  while (pid !== undefined && isAlive(pid) && performance.now() < deadline) await nextTurn();
}

function isAlive(pid: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/** Without a sandbox, processes that left the group are found by the environment variable that they inherited. */
function killMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  for (let again = true, rounds = 0; again && rounds < 20; rounds += 1) {
    again = false;
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${marker}=${mark}`)) continue;
        process.kill(Number(pid), 'SIGKILL');
        again = true;
      } catch {
        // It belongs to another user, or has just ended.
      }
    }
  }
}

function writeFilter(child: ChildProcess, filter: Buffer | undefined): void {
  const pipe = child.stdio[filterDescriptor] as Writable | null | undefined;
  pipe?.on('error', () => {});
  if (filter) pipe?.end(filter);
}

async function readAll(stream: Readable | null | undefined, onText: (text: string) => void): Promise<string> {
  let text = '';
  stream?.on('error', () => {});
  stream?.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    onText(text);
  });
  if (stream) await new Promise(resolve => stream.once('close', resolve));
  return text;
}

function notStarted(why: string): string {
  const reason = why.trim().slice(0, 300) || 'it gave no reason';
  return `The command was not run, because it could not be started in its sandbox: ${reason}. Nothing runs outside of it in this mode.`;
}
