import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The process that holds a lock on a file, by the system's own list; undefined on systems without one. */
export function lockHolder(file: string): number | undefined {
  try {
    const { ino } = statSync(file);
    const held = readFileSync('/proc/locks', 'utf8').matchAll(/^\d+: POSIX +\w+ +WRITE (\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm);
    return [...held]
      .map(([, pid, inode]) => ({ pid: Number(pid), inode: Number(inode) }))
      .find(({ inode, pid }) => inode === ino && pid > 0)?.pid;
  } catch {
    return undefined;
  }
}

/** Whether a process was stopped by a signal: it answers nothing until somebody lets it go on. */
export function isStopped(pid: number): boolean {
  try {
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The parent of a process if it is stopped and runs the same program, as Electron's main process above that of the kernel. */
function stoppedParent(pid: number): number | undefined {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
    const isSame = readlinkSync(`/proc/${parent}/exe`) === readlinkSync(`/proc/${pid}/exe`);
    return parent > 1 && isSame && isStopped(parent) ? parent : undefined;
  } catch {
    return undefined;
  }
}

const askedMs = 3000;
const lookMs = 50;

/**
 * Ends the holder of a lock: it is let go on and asked to end, and killed if it does not. Resolves when it holds the lock no more. A main
 * process above it that is stopped too is killed, since it would start the holder again.
 */
export async function endHolder(file: string, pid: number): Promise<void> {
  const main = stoppedParent(pid);
  const isHolder = () => lockHolder(file) === pid;
  const signal = (name: NodeJS.Signals) => {
    // The number may be that of another process by now.
    if (!isHolder()) return;
    try {
      process.kill(pid, name);
    } catch {
      // It has ended, or belongs to somebody else, and keeps the lock.
    }
  };
  for (const [ask, ms] of [[['SIGTERM', 'SIGCONT'], askedMs] as const, [['SIGKILL'], askedMs] as const]) {
    for (const name of ask) signal(name);
    for (let waited = 0; isHolder() && waited < ms; waited += lookMs) await wait(lookMs);
  }
  if (main === undefined || !isStopped(main)) return;
  try {
    process.kill(main, 'SIGKILL');
  } catch {
    // It has ended, or belongs to somebody else.
  }
}
