import { constants, setPriority } from 'node:os';
import { throttled } from './budget.ts';
import { processesOf } from './proc-usage.ts';

const turnMs = 100;

/** Lets a process and its descendants run only a part of the time, until the returned function is called. */
export function slowDown(pid: number, share = throttled.cpuPercent / 100): () => void {
  // Windows cannot pause a process from outside; there its priority is lowered.
  if (process.platform === 'win32') return lowerPriority(pid);
  const tell = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const one of processesOf(pid)) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  let running: NodeJS.Timeout | undefined;
  const turn = (): void => {
    tell('SIGSTOP');
    running = setTimeout(() => tell('SIGCONT'), turnMs * (1 - share)).unref();
  };
  const turns = setInterval(turn, turnMs).unref();
  turn();
  return () => {
    clearInterval(turns);
    clearTimeout(running);
    tell('SIGCONT');
  };
}

function lowerPriority(pid: number): () => void {
  const set = (priority: number): void => {
    try {
      setPriority(pid, priority);
    } catch {
      // It has ended meanwhile.
    }
  };
  set(constants.priority.PRIORITY_LOW);
  return () => set(constants.priority.PRIORITY_NORMAL);
}
