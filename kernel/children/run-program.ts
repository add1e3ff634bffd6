import type { SpawnOptions } from 'node:child_process';
import { type Ended, startProgram } from './programs.ts';

/** Bounds of a program that is run for its output. */
export interface RunOptions extends Omit<SpawnOptions, 'stdio' | 'timeout'> {
  readonly limitMs: number;
  /** What is kept of each of its two outputs; the rest is read and thrown away. */
  readonly maxBytes: number;
  /** What it reads from its input. */
  readonly input?: string;
}

/** What a program came to. */
export interface Ran extends Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly isTruncated: boolean;
  /** It was killed, because it took longer than it may. */
  readonly isLate: boolean;
}

/** Runs a program to its end. Never rejects: what keeps it from starting is its `failure`. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { limitMs, maxBytes, input, ...rest } = options;
  const child = startProgram(program, args, {
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...rest,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, limitMs);
  const kept = [child.stdout, child.stderr].map(stream => {
    const output = { parts: [] as Buffer[], bytes: 0 };
    stream.on('data', (part: Buffer) => {
      if (output.bytes < maxBytes) output.parts.push(part.subarray(0, maxBytes - output.bytes));
      output.bytes += part.length;
    });
    return output;
  });
  if (input !== undefined) child.stdin.end(input);
  const ended = await child.closed;
  clearTimeout(clock);
  const [stdout = '', stderr = ''] = kept.map(({ parts }) => Buffer.concat(parts).toString('utf8'));
  return { ...ended, stdout, stderr, isTruncated: kept.some(({ bytes }) => bytes > maxBytes), isLate };
}
