import { stripVTControlCharacters } from 'node:util';
import { startProgram } from '@atelier/kernel/children';
import { followedOutput } from './followed-output.ts';

export interface ProgramResult {
  /** Undefined if a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly ended: 'itself' | 'timeout' | 'stopped';
}

/** Gets what a program prints while it runs. */
export type OutputListener = (stream: 'stdout' | 'stderr', text: string) => void;

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Removes secrets from the output. */
  readonly clean: (text: string) => string;
  readonly onOutput?: OutputListener | undefined;
}

const outputLimit = 256 * 1024;
/** Read beyond the limit and cut off after cleaning, so that a secret that crosses the limit is recognised. */
const margin = 16 * 1024;
/** Processes that a program leaves behind may keep its pipes open for ever. */
const graceMs = 500;

/** Runs a program in a process group of its own, which ends with it. Rejects only if it cannot be started. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const child = startProgram(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const out = bounded(child.stdout);
  const err = bounded(child.stderr);
  const { clean, onOutput } = options;
  const followed = onOutput
    ? (['stdout', 'stderr'] as const).map(name => {
        const output = followedOutput(clean, text => onOutput(name, text));
        child[name].on('data', output.take);
        return output;
      })
    : [];
  return new Promise((resolve, reject) => {
    let ended: ProgramResult['ended'] = 'itself';
    const end = (why: ProgramResult['ended']): void => {
      ended = why;
      child.killGroup('SIGKILL');
    };
    const stopped = (): void => end('stopped');
    const clock = setTimeout(() => end('timeout'), options.timeoutMs);
    let grace: NodeJS.Timeout | undefined;
    const settle = (): void => {
      clearTimeout(clock);
      clearTimeout(grace);
      options.signal?.removeEventListener('abort', stopped);
    };
    options.signal?.addEventListener('abort', stopped, { once: true });
    if (options.signal?.aborted === true) stopped();
    void child.exited.then(() => {
      clearTimeout(clock);
      if (child.pid === undefined) return;
      grace = setTimeout(() => {
        child.killGroup('SIGKILL');
        child.stdout.destroy();
        child.stderr.destroy();
      }, graceMs);
    });
    void child.closed.then(({ code, failure }) => {
      settle();
      for (const output of followed) output.end();
      if (child.pid === undefined) return reject(failure);
      const [stdout, stderr] = [out(options.clean), err(options.clean)];
      resolve({
        code: code ?? undefined,
        stdout: stdout.text,
        stderr: stderr.text,
        truncated: stdout.truncated || stderr.truncated,
        ended,
      });
    });
  });
}

/** Reads the stream to its end, so that the program is never blocked, and keeps the beginning. */
function bounded(stream: NodeJS.ReadableStream): (clean: RunOptions['clean']) => { text: string; truncated: boolean } {
  const parts: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  stream.on('data', (part: Buffer) => {
    seen += part.length;
    if (kept >= outputLimit + margin) return;
    parts.push(part.subarray(0, outputLimit + margin - kept));
    kept += parts.at(-1)?.length ?? 0;
  });
  return clean => {
    const text = clean(stripVTControlCharacters(Buffer.concat(parts).toString('utf8')));
    return { text: text.slice(0, outputLimit), truncated: seen > outputLimit };
  };
}
