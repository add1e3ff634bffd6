import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onOrphaned } from './foreground.mjs';

/** A server that runs in a process of its own. */
export interface Served<Line> {
  readonly argv: readonly string[];
  /** Takes the first line of its output, also as it was written; a number is the code to end with at once. */
  began(first: Line, line: string | undefined, stop: () => void): Promise<number | undefined> | number | undefined;
}

/** Runs a server until it is stopped; its first line says its address, or why there is none. */
export async function runServed<Line>({ argv, began }: Served<Line>): Promise<number> {
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = () => void child.kill('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  const orphaned = onOrphaned(stop);
  try {
    const line = await firstLine(child, ended);
    const code = await began(JSON.parse(line ?? '{}') as Line, line, stop);
    if (code !== undefined) return code;
    return (await ended)[0] === 0 ? 0 : 1;
  } finally {
    clearInterval(orphaned);
  }
}

/** Undefined if the program ends before it writes one. */
export async function firstLine({ stdout }: ChildProcess, ended: Promise<readonly unknown[]>): Promise<string | undefined> {
  if (stdout === null) return undefined;
  const lines = createInterface({ input: stdout });
  const [line] = await Promise.race([once(lines, 'line') as Promise<readonly unknown[]>, ended]);
  lines.close();
  stdout.resume();
  return typeof line === 'string' ? line : undefined;
}
