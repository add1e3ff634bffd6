import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Numbers that tell the processes of commands apart where no sandbox holds them together. A command runs with its number as the limit on
 * file locks, which Linux has and does not enforce. Every process inherits it, whatever it does with its parent, session, environment
 * and pipes. Without root rights a process can only lower it, which hides the process from here.
 */
export interface CommandMarks {
  /** The first of the numbers. */
  readonly first: number;
  /** The largest, which the process that starts commands runs with: what it starts has it from its first moment on. */
  readonly own: number;
  next(): number;
  /** Every process of a command with one of the numbers. */
  processes(): readonly number[];
}

const marksInRange = 2 ** 20;
const largestMark = 2 ** 47;
const goneMs = 2_000;
/** The shell of `sh` cannot set this limit everywhere. */
const shell = '/bin/bash';

/** `first` is that of the same numbers in another process. */
export function commandMarks(first = unusedRange()): CommandMarks {
  let count = 0;
  const own = first + marksInRange - 1;
  return {
    first,
    own,
    next() {
      count += 1;
      return first + (count % (marksInRange - 1));
    },
    processes: () => processesMarked(mark => mark >= first && mark < first + marksInRange),
  };
}

/** Runs a program with a mark, where that is possible; otherwise as it is. */
export function markedProgram(program: string, mark: number): readonly [string, ...string[]] {
  if (process.platform !== 'linux' || !existsSync(shell)) return [program];
  return [shell, '-c', `ulimit -x ${mark} 2>/dev/null; exec "$@"`, 'bash', program];
}

/** The processes whose mark fits; Linux only. */
export function processesMarked(fits: (mark: number) => boolean): readonly number[] {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  const known = new Set<string>();
  // Again until no process is new, because one that starts its successor and ends may pass between the list and the reading.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const pid of readdirSync('/proc')) {
      if (known.has(pid) || !/^\d+$/.test(pid)) continue;
      known.add(pid);
      isNew = true;
      const mark = markOf(pid);
      if (mark !== undefined && fits(mark) && isAlive(pid)) found.push(Number(pid));
    }
  }
  return found;
}

/** Kills every process that `find` returns, and what they start meanwhile. */
export function killProcesses(find: () => readonly number[]): readonly number[] {
  const held = new Set<number>();
  // A stopped process starts no other, so the search ends when each is stopped.
  for (let fresh = find(); fresh.length > 0; fresh = find().filter(pid => !held.has(pid))) {
    for (const pid of fresh) {
      held.add(pid);
      send('SIGSTOP', pid);
    }
  }
  for (const pid of held) send('SIGKILL', pid);
  return [...held];
}

/** The same, until they have ended. Returns those that have not, because this user may not end them. */
export async function endProcesses(find: () => readonly number[]): Promise<readonly number[]> {
  const killed = killProcesses(find);
  const deadline = performance.now() + goneMs;
  const isLeft = (pid: number) => isAlive(String(pid));
  while (killed.some(isLeft) && performance.now() < deadline) await nextTurn();
  return killed.filter(isLeft);
}

/** Whether a process runs; one that has ended and waits for its parent to read its status does not. */
export function isAlive(pid: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

/** Below the limit of this process, which a process without root rights cannot raise. */
function unusedRange(): number {
  const below = Math.min(markOf('self') ?? largestMark, largestMark);
  return randomInt(Math.floor(below / 2), Math.max(Math.floor(below / 2) + 1, below - marksInRange));
}

function markOf(pid: string): number | undefined {
  try {
    const limit = /^Max file locks\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or belongs to another user.
  }
}
