import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes whose working folder or command line is under `folder`; Linux only. */
export function processesUnder(folder: string): readonly RunningProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap(pid => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const inside = command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
        return inside ? [{ pid: Number(pid), command }] : [];
      } catch {
        // It has ended meanwhile, or belongs to another user.
        return [];
      }
    });
}

/** Blocks this process, its event loop included, until a child that was killed is dead with all its threads; for a few seconds at most. */
export function waitForDeath(pid: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let wait = 0; wait < 2_000; wait += 1) {
    try {
      const [state, , , , , , , , , , , , , , , , , threads] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      // Its pipes stay open as long as one of its threads lives.
      if ((state === 'Z' || state === 'X') && Number(threads) <= 1) return;
    } catch {
      return;
    }
    Atomics.wait(cell, 0, 0, 2);
  }
}
