import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program in a process of its own and answers what it printed. */
export function printed(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...cleanEnvironment(), ...env } });
  if (ran.status !== 0) throw new Error(`node ${args.join(' ')} ended with ${ran.status ?? ran.signal}: ${ran.stderr}`);
  return ran.stdout;
}

/** Milliseconds from the start of a process to the first it prints; then waits for its end. */
export async function untilPrinted(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...cleanEnvironment(), ...env } });
  const ended = once(child, 'close');
  const first = once(child.stdout, 'data').then(() => performance.now() - began);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  return await first;
}

/** Without what the way here put into it: a compile cache would be measured unasked. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
}
