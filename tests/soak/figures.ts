import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';

/** What must not grow with the hours of a day. */
export interface Figures {
  readonly handles: number;
  readonly processes: number;
  /** Of all processes of the program, in MB. */
  readonly memory: number;
  readonly pageHeap: number;
  readonly pageNodes: number;
  readonly pageListeners: number;
}

/** How far each figure may grow from the first third of a day to the last: by this factor, and by this much. */
export const bounds: { readonly [Name in keyof Figures]: readonly [factor: number, more: number] } = {
  handles: [1, 12],
  processes: [1, 1],
  memory: [1.25, 60],
  pageHeap: [1.5, 8],
  // A row of the list for each conversation, as long as there is room for one.
  pageNodes: [1.1, 900],
  pageListeners: [1.1, 60],
};

/** The figures of a program on Linux, and of a page after its garbage was collected. */
export async function figuresOf(program: number, page: CDPSession): Promise<Figures> {
  await page.send('Performance.enable');
  let metric = await collected(page);
  // What a first collection has freed may have held something more.
  for (let left = 4; left > 0; left -= 1) {
    const now = await collected(page);
    const isLess = now('JSEventListeners') < metric('JSEventListeners') || now('Nodes') < metric('Nodes');
    metric = now;
    if (!isLess) break;
  }
  const tree = treeOf(program);
  return {
    handles: sum(tree, pid => readdirSync(`/proc/${pid}/fd`).length),
    processes: tree.length,
    memory: Math.round(sum(tree, residentKilobytes) / 1024),
    pageHeap: Math.round(metric('JSHeapUsedSize') / 1024 / 1024),
    pageNodes: metric('Nodes'),
    pageListeners: metric('JSEventListeners'),
  };
}

/** The page's figures after a collection of its garbage, by name. */
async function collected(page: CDPSession): Promise<(name: string) => number> {
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send('Performance.getMetrics');
  return name => metrics.find(one => one.name === name)?.value ?? 0;
}

/** How often the threads of a program were woken so far, by process and name of the thread. */
export function wakingsOf(program: number): ReadonlyMap<string, number> {
  const wakings = new Map<string, number>();
  sum(treeOf(program), pid => {
    const script = /[\w-]+\.[mc]?[jt]s\b/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[0] ?? pid;
    return sum(readdirSync(`/proc/${pid}/task`), task => {
      const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
      const times = Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
      const thread = `${script} ${/^Name:\s+(.*)$/m.exec(status)?.[1]}`;
      wakings.set(thread, (wakings.get(thread) ?? 0) + times);
      return times;
    });
  });
  return wakings;
}

function treeOf(program: number): readonly number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = listed.map(line => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (pid: number): readonly number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  return below(program);
}

function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Over processes, of which one may have just ended. */
function sum<One>(all: readonly One[], of: (one: One) => number): number {
  let total = 0;
  for (const one of all) {
    try {
      total += of(one);
    } catch {
      // It has ended.
    }
  }
  return total;
}
