import { readFileSync } from 'node:fs';

/** The use of a process and its descendants. */
export interface ProcessUse {
  readonly cpuMs: number;
  /** Private bytes, which the machine would get back. The code of Node is loaded once for all processes. */
  readonly memoryBytes: number;
  /** All resident bytes, including what it shares. */
  readonly residentBytes: number;
}

// Linux reports these times in hundredths of a second, whatever the frequency of its own clock.
const tickMs = 10;

/** Reads it from /proc; undefined on other systems than Linux, or if the process has ended. */
export function processUse(pid: number): ProcessUse | undefined {
  try {
    return sum(pid);
  } catch {
    return undefined;
  }
}

function sum(pid: number): ProcessUse {
  // The program's name is in brackets and may itself contain brackets and spaces.
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

/** A process and its descendants; only itself if the system does not list them. */
export function processesOf(pid: number): readonly number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(processesOf)];
  } catch {
    return [pid];
  }
}

/** The bytes that a process and its descendants have written so far, to files and pipes; undefined if the system does not say. */
export function writtenBytes(pid: number): number | undefined {
  const counts = processesOf(pid).map(one => {
    try {
      return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${one}/io`, 'utf8'))?.[1]);
    } catch {
      return Number.NaN;
    }
  });
  const known = counts.filter(count => !Number.isNaN(count));
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
