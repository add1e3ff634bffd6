import type { CDPSession, Page } from 'playwright-core';

/** What a piece of work cost a page. */
export interface Cost<T> {
  readonly result: T;
  /** Processor time of the page's main thread. */
  readonly mainMs: number;
  readonly heapMb: number;
}

/** Runs work in a page and reads what its main thread took for it, by the thread's own clock. */
export async function costOf<T>(tab: Page, work: () => Promise<T>): Promise<Cost<T>> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const heapBefore = await heap(session);
  const before = await mainTime(session);
  const result = await work();
  const mainMs = (await mainTime(session)) - before;
  const heapMb = ((await heap(session)) - heapBefore) / 1e6;
  await session.detach();
  return { result, mainMs, heapMb };
}

async function mainTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN);
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread while `work` ran, in milliseconds of processor time: a neighbour's turn is not ours. */
export async function longestTask(tab: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = tab.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(tab, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const isMain = new Set(
    traceEvents.filter(one => one.name === 'thread_name' && one.args?.name === 'CrRendererMain').map(one => `${one.pid} ${one.tid}`),
  );
  const tasks = traceEvents.filter(one => one.name === 'RunTask' && isMain.has(`${one.pid} ${one.tid}`));
  return Math.max(0, ...tasks.map(one => (one.tdur ?? one.dur ?? 0) / 1000));
}
