import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { framesConfig, invalidatePages, pagesConfig } from './build.ts';
import { onOrphaned } from './foreground.mjs';
import { runNode } from './run-node.ts';
import { browserHost } from './start.ts';
import { say } from './texts.mjs';
import { buildWith } from './vite-build.mjs';

/** The sources of the host's process. Vite watches the pages, which are in `ui` folders. */
const hostSources = ['kernel', 'plugins', 'schemas/generated', 'shell/browser'];
const ignoredByHost = /(?:^|[\\/])(?:ui|node_modules)[\\/]|\.test\.ts$|~$/;
const ignoredByApp = /(?:^|[\\/])node_modules[\\/]|\.test\.ts$|~$/;
const debounceMs = 150;

/**
 * The browser host on a profile of its own, in .build/dev. A change of a page's sources builds the page again, and a reload shows
 * it; a change of the host's sources restarts the host, and the open page reconnects by itself.
 */
export async function dev(root: string, args: readonly string[]): Promise<number> {
  invalidatePages(root);
  const changes = new EventTarget();
  const built = () => changes.dispatchEvent(new Event('built'));
  const pageWatchers = [await watchPages(root, pagesConfig, built), await watchPages(root, framesConfig, built)];
  const watchers = hostSources.map(folder => watchSources(join(root, folder), () => changes.dispatchEvent(new Event('changed'))));
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const orphaned = onOrphaned(stop);
  try {
    return await runUntilStopped(root, args, changes, stopping.signal);
  } finally {
    clearInterval(orphaned);
    for (const watcher of watchers) watcher.close();
    for (const pages of pageWatchers) await pages.close();
  }
}

async function runUntilStopped(root: string, args: readonly string[], changes: EventTarget, stopped: AbortSignal): Promise<number> {
  const env = {
    ATELIER_ALLOW_AUTOMATION_INSTANCE: '1',
    ATELIER_USER_DATA_DIR: process.env.ATELIER_USER_DATA_DIR ?? join(root, '.build', 'dev'),
    ATELIER_DEV_SESSION: randomBytes(32).toString('hex'),
  };
  /** A host that starts while its page is being built finds none; the end of that build is a reason to try again. */
  const reasonUntil = (over: AbortSignal) =>
    Promise.race(['changed', 'built'].map(name => once(changes, name, { signal: over }))).catch(() => undefined);
  for (let passed = args; ; passed = ['--headless', ...args]) {
    const restart = new AbortController();
    const onChange = () => restart.abort();
    changes.addEventListener('changed', onChange, { once: true });
    const over = new AbortController();
    const again = reasonUntil(AbortSignal.any([over.signal, stopped]));
    const code = await runNode(root, [...browserHost, ...passed], env, AbortSignal.any([restart.signal, stopped]));
    changes.removeEventListener('changed', onChange);
    if (stopped.aborted || code === 2 || (code === 0 && !restart.signal.aborted)) return code;
    if (!restart.signal.aborted) {
      say(
        {
          en: 'The host ended with {code}; it starts again after the next change or build.',
          fr: 'L’hôte s’est terminé avec {code} ; il redémarre au prochain changement ou à la fin d’un build.',
        },
        { code },
      );
      await again;
      if (stopped.aborted) return code;
    }
    over.abort();
  }
}

/** Resolves after the first build of this config. */
async function watchPages(root: string, config: string, built: () => void): Promise<{ close(): Promise<void> }> {
  const watcher = await buildWith(join(root, config), true);
  if (!('on' in watcher)) throw new Error('Vite was asked to watch, and did not.');
  await new Promise<void>(resolve => {
    watcher.on('event', event => {
      if (event.code !== 'END') return;
      resolve();
      built();
    });
  });
  return watcher;
}

/** Calls after changes, debounced: an editor writes a file in several steps. Sources of pages count if Vite does not watch them. */
export function watchSources(folder: string, changed: () => void, viteWatchesPages = true) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || (viteWatchesPages ? ignoredByHost : ignoredByApp).test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, debounceMs);
  });
}
