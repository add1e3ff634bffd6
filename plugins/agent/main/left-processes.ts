import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commandMarks, killProcesses } from '@atelier/kernel/children';

interface Left {
  /** The first mark of the engine's process and of all that it starts. */
  readonly firstMark: number;
  /** The process that started the engine. */
  readonly pid: number;
  readonly started: string;
}

/**
 * What of the engine outlives a kernel that is killed together with it, or while it is frozen: the next start ends it. The processes are
 * found by their marks, which nothing else has, so that no number of a process that came later can be taken for one of theirs.
 */
export class LeftProcesses {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Written before the engine is started. */
  record(firstMark: number): void {
    const left: Left = { firstMark, pid: process.pid, started: startOf(process.pid) };
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, JSON.stringify(left), { mode: 0o600 });
  }

  /** The engine has ended, and everything that it started. */
  clear(): void {
    rmSync(this.#file, { force: true });
  }

  /** Ends what an earlier run has left. In a copy of a profile that is in use the record is that of the other, which is left alone. */
  sweep(): readonly number[] {
    const left = this.#read();
    if (left === undefined || startOf(left.pid) === left.started) return [];
    const { processes } = commandMarks(left.firstMark);
    const ended = killProcesses(processes);
    this.clear();
    return ended;
  }

  #read(): Left | undefined {
    try {
      const { firstMark, pid, started } = JSON.parse(readFileSync(this.#file, 'utf8')) as Partial<Left>;
      // Without a limit the mark of a process is no number.
      if (!Number.isSafeInteger(firstMark) || !Number.isSafeInteger(pid) || typeof started !== 'string') return undefined;
      return { firstMark: firstMark as number, pid: pid as number, started };
    } catch {
      return undefined;
    }
  }
}

/** When a process was started, in ticks since the system was; empty if there is none, or no such list. */
function startOf(pid: number): string {
  try {
    // Its name stands in brackets and may hold anything.
    return (
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}
