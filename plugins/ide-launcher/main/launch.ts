import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { type Ended, makeTempFolder, personsEnvironment, startProgram } from '@atelier/kernel/children';

/** How an editor that has ended already did, and the first line that it said about it. */
export interface Launched extends Ended {
  readonly said: string;
}

const maxSaid = 4_096;

/**
 * Starts an editor without a shell, in a session of its own: it outlives Atelier. Resolves once it has ended, as those do that hand over to
 * a window that is open, or after a while with undefined: then it runs.
 */
export async function launch(program: string, args: readonly string[], cwd: string, whileMs: number): Promise<Launched | undefined> {
  const folder = makeTempFolder('editor');
  // A pipe would break when Atelier ends, and with it what an editor writes to it later.
  const file = openSync(join(folder, 'said'), 'wx+', 0o600);
  try {
    const child = startProgram(program, args, {
      cwd,
      env: personsEnvironment(process.env),
      detached: true,
      stdio: ['ignore', 'ignore', file],
    });
    child.unref();
    const ended = await Promise.race([child.exited, later(whileMs, undefined, { ref: false })]);
    return ended && { ...ended, said: firstLine(file) };
  } finally {
    closeSync(file);
    // Where it runs on, it keeps what it writes to, without a name.
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

function firstLine(file: number): string {
  const bytes = Buffer.alloc(maxSaid);
  const lines = bytes.toString('utf8', 0, readSync(file, bytes, 0, maxSaid, 0)).split('\n');
  return lines.map(line => line.trim()).find(line => line !== '') ?? '';
}
