import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { Duplex, type Readable, type Writable } from 'node:stream';

/** How a child has ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started, or what else failed of it, such as a signal that aborted. */
  readonly failure?: Error;
}

/**
 * A program that was started. Every error of it and of its pipes is heard here, so none can end this process, and its end is told once,
 * also when it could not be started.
 */
export interface Child {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Its pipes. One that it does not have, or has no more, swallows what is written, and is empty. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** All its pipes, by descriptor. */
  readonly stdio: readonly Duplex[];
  /** Resolves when it runs; rejects with the reason if it could not be started. */
  readonly started: Promise<void>;
  /** Resolves when its process has ended, or could not be started. What it printed may still arrive. */
  readonly exited: Promise<Ended>;
  /** The same, once all its pipes are closed. Processes that it started may keep them open. */
  readonly closed: Promise<Ended>;
  /** True from its end on. */
  readonly hasEnded: boolean;
  kill(signal?: NodeJS.Signals): void;
  /** Signals all processes of its group, for one that was started `detached`; on Windows only itself. */
  killGroup(signal?: NodeJS.Signals): void;
  /** This process need not wait for it. */
  unref(): void;
}

/** A Node program with a channel for messages. When its pipes are closed is not told: Node does not say it once the channel was closed here. */
export interface Forked extends Omit<Child, 'closed'> {
  /** Never throws: what could not be sent is told to `failed`, at most once. */
  send(message: object, failed?: (error: Error) => void): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Closes the channel, which asks it to end. */
  disconnect(): void;
}

/** Starts a program. Never throws: what keeps it from starting is told by `started`, `exited` and `closed`. */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions): Child {
  return childOf(
    attempt(() => spawn(program, [...args], options)),
    options,
  );
}

/** Starts a Node program with a channel for messages. Never throws, like `startProgram`. */
export function startFork(program: URL, args: readonly string[], options: ForkOptions): Forked {
  const made = attempt(() => fork(program, [...args], options));
  const process = made instanceof Error ? undefined : made;
  return Object.assign(childOf(made, options), {
    send(message: object, failed?: (error: Error) => void) {
      // Where there are no handles left the process has no channel, and its `send` does not exist.
      if (process?.connected !== true) return failed?.(new Error('its channel is closed'));
      try {
        process.send(message, error => {
          if (error !== null) failed?.(error);
        });
      } catch (error) {
        failed?.(error as Error);
      }
    },
    onMessage: (listener: (message: unknown) => void) => void process?.on('message', listener),
    disconnect() {
      if (process?.connected === true) process.disconnect();
    },
  });
}

/** What a program came to that was waited for while everything else stood still. */
export interface RanNow {
  /** Undefined if it could not be started, or a signal ended it. */
  readonly code: number | undefined;
  readonly output: string;
}

/** Runs a program that answers in a moment, and waits for it. Everything else of this process waits too. */
export function runNow(program: string, args: readonly string[], limitMs: number): RanNow {
  const { status, stdout, stderr } = spawnSync(program, [...args], { encoding: 'utf8', timeout: limitMs, env: {}, cwd: '/' });
  return { code: status ?? undefined, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/** Most reasons are told by an event, some are thrown: such as a list of arguments that is too long. */
function attempt(start: () => ChildProcess): ChildProcess | Error {
  try {
    return start();
  } catch (error) {
    return error as Error;
  }
}

function childOf(made: ChildProcess | Error, { stdio: asked }: Pick<SpawnOptions, 'stdio'>): Child {
  const [started, exited, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<Ended>(), Promise.withResolvers<Ended>()];
  // Not everybody asks whether it has started.
  started.promise.catch(() => undefined);
  const process = made instanceof Error ? undefined : made;
  let failure: Error | undefined;
  let hasEnded = false;
  const end = (code: number | null, signal: NodeJS.Signals | null): Ended => {
    hasEnded = true;
    return { code, signal, ...(failure && { failure }) };
  };
  const fail = (error: Error) => {
    failure ??= error;
    started.reject(error);
    // A process that was never started emits neither `exit` nor `close`.
    if (process?.pid !== undefined) return;
    exited.resolve(end(null, null));
    closed.resolve(end(null, null));
  };
  if (made instanceof Error) fail(made);
  process?.on('error', fail);
  process?.on('spawn', () => started.resolve());
  process?.on('exit', (code, signal) => exited.resolve(end(code, signal)));
  process?.on('close', (code, signal) => closed.resolve(end(code, signal)));

  // Without handles left, Node makes a process without pipes.
  const stdio = Array.from({ length: Math.max(3, Array.isArray(asked) ? asked.length : 0) }, (_, at) => {
    const stream = (process?.stdio?.[at] as Duplex | null | undefined) ?? nothing();
    stream.on('error', () => undefined);
    return stream;
  });
  const [stdin, stdout, stderr] = stdio as [Duplex, Duplex, Duplex];
  const signal = (name: NodeJS.Signals, group: boolean) => {
    if (process?.pid === undefined) return;
    try {
      if (group && globalThis.process.platform !== 'win32') globalThis.process.kill(-process.pid, name);
      else process.kill(name);
    } catch {
      // It has ended.
    }
  };
  return {
    pid: process?.pid,
    stdin,
    stdout,
    stderr,
    stdio,
    started: started.promise,
    exited: exited.promise,
    closed: closed.promise,
    get hasEnded() {
      return hasEnded;
    },
    kill: (name = 'SIGTERM') => signal(name, false),
    killGroup: (name = 'SIGKILL') => signal(name, true),
    unref: () => process?.unref(),
  };
}

/** Takes everything and has nothing. */
function nothing(): Duplex {
  const stream = new Duplex({
    read() {
      stream.push(null);
    },
  });
  return stream.end();
}
