import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@atelier/kernel';
import { startProgram } from '../../children/programs.ts';
import type { Meter } from '../costs/meter.ts';
import { serverCommand } from '../isolate/isolate-command.ts';
import type { IsolateLimits } from '../isolate/isolate-limits.ts';
import { captureOutput } from '../isolate/isolate-output.ts';
import type { OsSandbox } from '../isolate/os-sandbox.ts';

/** The options of one run of a server. */
export interface ServerProcessOptions {
  readonly id: string;
  readonly node: string;
  readonly main: string;
  readonly args: readonly string[];
  readonly packageFolder: string;
  readonly dataFolder: string;
  readonly temp: string;
  readonly sandbox: OsSandbox | undefined;
  readonly limits: IsolateLimits;
  readonly meter: Meter;
  readonly log: Log;
  /** Called with each line it prints, for a server that prints that it is ready. */
  printed(text: string): void;
}

/** One run of a server. */
export interface ServerProcess {
  readonly pid: number;
  readonly socket: string;
  /** Resolves when it has ended, with how it ended. */
  readonly ended: Promise<string>;
  /** Asks it to end, waits for a bounded time, then kills it. */
  stop(ms: number): Promise<void>;
  kill(): void;
}

const lifelineFd = 3;

/**
 * Starts a server under the limits and in the sandbox of its extension. It listens on a socket in a folder that only this user
 * and this server can reach, never on a port: no page and no other program of the machine can connect to it.
 */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { id, temp, meter, log, limits, printed } = options;
  const place = realpathSync(mkdtempSync(join(temp, 'atelier-s')));
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\atelier-${randomBytes(16).toString('hex')}` : join(place, 's');
  const { program, args, env, folder } = serverCommand({
    ...options,
    packageFolder: realpathSync(options.packageFolder),
    dataFolder: realpathSync(options.dataFolder),
    main: realpathSync(options.main),
    socketFolder: place,
    env: { PORT: socket },
    lifelineFd,
  });
  // A process group of its own, so that processes it started are killed with it where there is no sandbox.
  const isGroup = process.platform !== 'win32';
  const child = startProgram(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: isGroup });
  const pid = child.pid ?? 0;
  const ended = Promise.withResolvers<string>();
  const gone = (how: string): void => {
    if (pid) meter.ends(id, pid);
    // Processes that it left in its group.
    child.killGroup('SIGKILL');
    rmSync(place, { recursive: true, force: true });
    ended.resolve(how);
  };
  if (pid) meter.runs(id, pid);
  child.stdout.on('data', (chunk: Buffer) => printed(chunk.toString('utf8')));
  captureOutput(child.stdout, 'info', log, limits);
  captureOutput(child.stderr, 'warn', log, limits);
  void child.exited.then(({ code, signal, failure }) =>
    gone(!pid && failure ? failure.message : signal ? `signal ${signal}` : `code ${code}`),
  );
  return {
    pid,
    socket,
    ended: ended.promise,
    kill: () => child.killGroup('SIGKILL'),
    async stop(ms) {
      // The sandbox has its own first process, which forwards no signal: there, closing the lifeline ends it.
      child.stdio[lifelineFd]?.destroy();
      child.killGroup('SIGTERM');
      const bound = setTimeout(() => child.killGroup('SIGKILL'), ms);
      await ended.promise;
      clearTimeout(bound);
    },
  };
}
