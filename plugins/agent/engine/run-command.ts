import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Child, endProcesses, isAlive, processesMarked, startProgram } from '@atelier/kernel/children';
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
  /**
   * The mark that the command sets for its processes. Undefined: the launched program ends all processes in it when the first one ends,
   * and reports whether it ran the command.
   */
  readonly mark: number | undefined;
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

/** How long a killed command is waited for. What another user started in it, with sudo, cannot be killed and may hold its pipes for ever. */
const killedMs = 1_000;

/** Runs a command. If it is aborted or times out, all its processes are ended. Settles when none of them is left that can be ended. */
export async function runCommand(launch: Launch, options: CommandOptions, limits: CommandLimits): Promise<{ exitCode: number }> {
  const { signal } = options;
  if (signal?.aborted) throw new Error('aborted');
  const seconds = Math.min(options.timeout ?? limits.seconds, limits.seconds);
  if (!(seconds > 0)) throw new Error('The timeout of a command is a number of seconds above 0.');

  const { mark } = launch;
  const contained = mark === undefined;
  const output = boundedOutput(options.onData, limits.output);
  const limited = startLimited(launch.argv, limits);
  const [program = '', ...args] = limited.argv;
  const child = startProgram(program, args, {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', launch.filter ? 'pipe' : 'ignore', contained ? 'pipe' : 'ignore'],
  });
  const failed = new Promise<never>((_resolve, reject) => child.started.catch(reject));
  const exited = exitOf(child);
  const beginning: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.add(data));
  child.stderr.on('data', (data: Buffer) => {
    if (beginning.length < 4) beginning.push(data);
    output.add(data);
  });
  if (launch.filter) child.stdio[filterDescriptor]?.end(launch.filter);
  let ended: 'aborted' | 'timeout' | undefined;
  let statusText = '';
  const status = readAll(child.stdio[statusDescriptor], text => {
    statusText = text;
    // The command was stopped before its process id was known.
    if (ended !== undefined) killFirst(statusText);
  });

  const killed = Promise.withResolvers<void>();
  const end = (why: 'aborted' | 'timeout') => {
    ended ??= why;
    child.killGroup('SIGKILL');
    killFirst(statusText);
    killed.resolve();
  };
  const abort = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), seconds * 1000);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const exitCode = await Promise.race([failed, exited, killed.promise.then(() => atMost(killedMs, exited))]);
    if (!contained) child.killGroup('SIGKILL');
    const left = contained ? [] : await endProcesses(() => [...limited.processes(), ...processesMarked(found => found === mark)]);
    await atMost(killedMs, Promise.all([child.closed, contained && status.then(firstProcessEnded)]));
    for (const stream of child.stdio) stream.destroy();
    if (left.length > 0) output.add(Buffer.from(`\n[still running, because this user may not end them: ${left.join(', ')}]\n`));
    if (ended === 'aborted') throw new Error('aborted');
    if (ended === 'timeout') throw new Error(`timeout:${seconds}`);
    // bubblewrap reports an exit code only for a command that it has started.
    if (contained && !statusText.includes('"exit-code"')) throw new Error(notStarted(Buffer.concat(beginning).toString('utf8')));
    return { exitCode: exitCode ?? 128 };
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

/** The exit code, when the first process has ended. */
async function exitOf(child: Child): Promise<number> {
  const { code, signal } = await child.exited;
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** The result if it comes in time. */
async function atMost<Result>(ms: number, result: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
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

async function readAll(stream: Readable | undefined, onText: (text: string) => void): Promise<string> {
  let text = '';
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
