import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { processesOf, processUse } from '../../kernel/main/costs/proc-usage.ts';
import { openFramePages } from '../support/frame-pages.ts';
import type { Stage } from '../support/frame-stage/stage.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, median, startedBytes, timed } from './measure.ts';

const many = 100;
const rounds = 9;
const megabyte = 1_048_576;

const sleeping = (at: number): TestExtension => ({
  id: `@bench/idle-${at}`,
  installed: true,
  atelier: { contributes: { commands: [{ id: `idle-${at}.wake`, title: 'wake' }] } },
  files: { 'main.js': 'export default { activate() {} };' },
});

/** What extensions cost that nobody uses, and what one costs once it is woken, against a bare Node child. */
export default {
  name: 'extension-idle',
  async run() {
    return [...(await idle()), ...(await woken()), ...(await framed())];
  },
} satisfies Bench;

async function idle(): Promise<readonly Row[]> {
  const [none, all] = [await heapOf([]), await heapOf(Array.from({ length: many }, (_, at) => sleeping(at)))];
  return [
    { what: `${many} idle extensions: processes`, value: all.processes, unit: '', limit: 0 },
    { what: `${many} idle extensions: heap, each`, value: Math.max(0, all.heap - none.heap) / many / 1024, unit: 'KB' },
  ];
}

async function heapOf(extensions: readonly TestExtension[]): Promise<{ readonly heap: number; readonly processes: number }> {
  await using _kernel = await testKernel({ extensions });
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return { heap: process.memoryUsage().heapUsed, processes: processesOf(process.pid).length - 1 };
}

async function woken(): Promise<readonly Row[]> {
  await using kernel = await testKernel({ extensions: Array.from({ length: rounds + 1 }, (_, at) => sleeping(at)) });
  const sizes: number[] = [];
  const owns: number[] = [];
  const bares: number[] = [];
  let next = 0;
  const times = await alternating(rounds, {
    bare: async () => {
      // What a program can do at the least before it is of use: say so.
      const began = performance.now();
      const child = spawn(process.execPath, ['-e', "process.stdout.write('up');setInterval(() => {}, 1e6)"], { env: {} });
      await once(child.stdout, 'data');
      const took = performance.now() - began;
      bares.push(processUse(child.pid ?? 0)?.residentBytes ?? Number.NaN);
      child.kill('SIGKILL');
      await once(child, 'exit');
      return took;
    },
    own: async () => {
      const id = `@bench/idle-${next++}`;
      const took = await timed(() => kernel.wake(id));
      sizes.push(startedBytes());
      owns.push(kernel.costs().find(one => one.id === id)?.memoryBytes ?? Number.NaN);
      await kernel.disable(id);
      return took;
    },
  });
  const ratio = median(sizes.map((size, round) => size / (bares[round] ?? Number.NaN)));
  return [
    { what: 'bare node child: memory', value: median(bares) / megabyte, unit: 'MB', ratio: 1 },
    { what: 'woken extension: memory, its sandbox included', value: median(sizes) / megabyte, unit: 'MB', limit: 45 },
    { what: 'the same, of a bare node child', value: median(sizes) / megabyte, unit: 'MB', ratio },
    { what: 'woken extension: memory that nobody shares', value: median(owns) / megabyte, unit: 'MB' },
    { what: 'bare node child: ready', value: times.time('bare'), unit: 'ms', ratio: 1 },
    { what: 'woken extension: ready', value: times.time('own'), unit: 'ms', ratio: times.ratio('own', 'bare'), limit: 2 },
  ];
}

declare const stage: Stage;

/**
 * From asking for a view to the paint after it said that it is shown: its frame made anew each time and its process awake, against
 * the same element in the page itself, which has its module and its styles already.
 */
async function framed(): Promise<readonly Row[]> {
  const pages = await openFramePages([join(import.meta.dirname, '..', '..', 'registry-dev', 'examples', 'hello-panel')]);
  try {
    await using page = await pages.open();
    const took = (show: 'show' | 'showInDocument') => () =>
      page.tab.evaluate(async how => {
        const began = performance.now();
        await stage[how]('hello-panel.panel');
        await stage.shown();
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - began;
      }, show);
    const times = await alternating(rounds, { inFrame: took('show'), inDocument: took('showInDocument') });
    const [inFrame, inDocument] = [times.time('inFrame'), times.time('inDocument')];
    return [
      { what: 'view in the document: shown and painted', value: inDocument, unit: 'ms' },
      { what: 'view in a frame: shown and painted', value: inFrame, unit: 'ms' },
      { what: 'the same, later than in the document', value: inFrame - inDocument, unit: 'ms', limit: 100 },
    ];
  } finally {
    await pages.close();
  }
}
