import { readFileSync } from 'node:fs';

/** What a process and those it started have used. */
export interface ProcessUse {
  readonly cpuMs: number;
  /** Of its own: what the machine would get back. The code of Node is in memory once, however many processes run it. */
  readonly memoryBytes: number;
  /** All that it has in memory, whoever shares it. */
  readonly residentBytes: number;
}

// The kernel reports times to every program in hundredths of a second, whatever its own clock does.
const tickMs = 10;

/** Reads it from the system's own count; undefined where there is none (not Linux) or the process is gone. */
export function processUse(pid: number): ProcessUse | undefined {
  try {
    return sum(pid);
  } catch {
    return undefined;
  }
}

function sum(pid: number): ProcessUse {
  // The program's name stands in brackets and may itself hold brackets and spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const resident = (what: string) => 1024 * Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  const own: ProcessUse = {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    memoryBytes: resident('RssAnon') + resident('RssShmem'),
    residentBytes: resident('VmRSS'),
  };
  return childrenOf(pid).reduce((total, child) => {
    const use = processUse(child);
    if (use === undefined) return total;
    return {
      cpuMs: total.cpuMs + use.cpuMs,
      memoryBytes: total.memoryBytes + use.memoryBytes,
      residentBytes: total.residentBytes + use.residentBytes,
    };
  }, own);
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** A process and those it started; only itself where the system does not tell. */
export function processesOf(pid: number): readonly number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(processesOf)];
  } catch {
    return [pid];
  }
}
