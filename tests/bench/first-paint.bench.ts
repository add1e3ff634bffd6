import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openBrowserHost } from '@atelier/kernel/host';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import type { Browser } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, median } from './measure.ts';

const repo = join(import.meta.dirname, '..', '..');
const rounds = 9;
/** Text of about what the first screen says, and no script. */
const blank =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Blank</title><body><h1>Good morning</h1><p>Nothing else.</p></body></html>';

interface Opened {
  /** From the start of the navigation. */
  readonly usable: number;
  readonly longTasks: number;
  readonly loaded: readonly string[];
}

/** How long until the window can be used, against a page of nothing from the same server; and how much it is. */
export default {
  name: 'first-paint',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const page = join(folder, 'page');
    const flags = ['build', '--config', join(repo, 'shell/vite.config.ts'), '--outDir', page, '--logLevel', 'error'];
    execFileSync(process.execPath, [join(repo, 'node_modules/vite/bin/vite.js'), ...flags], {
      cwd: repo,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const empty = join(folder, 'blank');
    mkdirSync(empty);
    writeFileSync(join(empty, 'index.html'), blank);
    const running: { kernel?: Kernel } = {};
    const app = await serve(folder, 'app', page, () => running.kernel?.firstViews());
    const nothing = await serve(folder, 'nothing', empty, () => undefined);
    const kernel = await startKernel(app);
    running.kernel = kernel;
    await kernel.settled;
    const browser = await openChromium();
    try {
      const longTasks: number[] = [];
      let loaded: readonly string[] = [];
      const again = await browser.newContext();
      const times = await alternating(rounds, {
        blank: async () => (await open(browser, nothing.enterUrl(), 'load')).usable,
        app: async () => {
          const opened = await open(browser, app.enterUrl(), 'atelier:interactive');
          longTasks.push(opened.longTasks);
          loaded = opened.loaded;
          return opened.usable;
        },
        again: async () => (await openIn(again, app.enterUrl(), 'atelier:interactive')).usable,
      });
      return [
        { what: 'a page of nothing, loaded', value: times.time('blank'), unit: 'ms', ratio: 1 },
        { what: 'usable, a fresh profile', value: times.time('app'), unit: 'ms', ratio: times.ratio('app', 'blank'), limit: 1.25 },
        { what: 'usable, opened before', value: times.time('again'), unit: 'ms', ratio: times.ratio('again', 'blank'), limit: 1.25 },
        { what: 'long tasks at load, middle', value: median(longTasks), unit: '', limit: 0 },
        ...sizes(page, loaded),
      ];
    } finally {
      await browser.close();
      await kernel.close();
      await app.close();
      await nothing.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;

function serve(folder: string, name: string, page: string, first: () => unknown) {
  const userData = join(folder, name);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  // What is measured is the usual start; the first steps come once in a life, after it.
  writeFileSync(join(userData, 'extensions.json'), JSON.stringify({ extensions: { '@atelier/onboarding': { enabled: false } } }), {
    mode: 0o600,
  });
  return openBrowserHost({
    paths: { userData, bundled: join(repo, 'plugins'), installed: join(userData, 'extensions'), temp: join(folder, 'temp') },
    node: process.execPath,
    page,
    first,
    port: 0,
    assets: async () => undefined,
    openAddress: async () => undefined,
    log: () => undefined,
  });
}

async function open(browser: Browser, address: string, mark: string): Promise<Opened> {
  const context = await browser.newContext();
  try {
    return await openIn(context, address, mark);
  } finally {
    await context.close();
  }
}

async function openIn(context: Awaited<ReturnType<Browser['newContext']>>, address: string, mark: string): Promise<Opened> {
  const tab = await context.newPage();
  const usable = Promise.withResolvers<void>();
  // Told by the page, because asking it again and again would take its time.
  await tab.exposeFunction('isUsable', () => usable.resolve());
  await tab.addInitScript(name => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    const marks = new PerformanceObserver(list => {
      if (list.getEntriesByName(name).length > 0) setTimeout(() => (globalThis as unknown as { isUsable(): void }).isUsable(), 200);
    });
    marks.observe({ type: 'mark' });
  }, mark);
  await tab.goto(address, { waitUntil: 'load' });
  if (mark !== 'load') await usable.promise;
  const opened = await tab.evaluate(name => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      usable: name === 'load' ? navigation!.loadEventEnd : performance.getEntriesByName(name)[0]!.startTime,
      longTasks: (globalThis as unknown as { longTasks: number[] }).longTasks.length,
      loaded: performance
        .getEntriesByType('resource')
        .filter(entry => name === 'load' || entry.startTime < performance.getEntriesByName(name)[0]!.startTime)
        .map(entry => new URL(entry.name).pathname),
    };
  }, mark);
  await tab.close();
  return opened;
}

/** What was loaded until it could be used, and everything there is. */
function sizes(page: string, loaded: readonly string[]): readonly Row[] {
  const isCode = (path: string): boolean => ['.js', '.css'].includes(extname(path));
  const all = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(isCode);
  const first = all.filter(path => loaded.includes(`/${path}`));
  const packed = first.reduce((sum, path) => sum + gzipSync(readFileSync(join(page, path))).length, 0);
  const raw = all.reduce((sum, path) => sum + statSync(join(page, path)).size, 0);
  return [
    { what: `initial JS and CSS, gzip (${first.length} files)`, value: packed / 1000, unit: 'kB', limit: 60 },
    { what: `all chunks (${all.length} files)`, value: raw / 1000, unit: 'kB', limit: 1500 },
  ];
}
