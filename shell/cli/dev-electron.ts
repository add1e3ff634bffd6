import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { watchSources } from './dev.ts';
import { electronRuntime } from './electron-runtime.mjs';
import { runElectron } from './start.ts';
import { say } from './texts.mjs';

/** The sources of the desktop program, including its pages, which are built before each start. */
const sources = ['kernel', 'plugins', 'schemas/generated', 'shell/electron', 'shell/ui', 'shell/build'];

/** The desktop program on a profile of its own, built and started again when a source changes. */
export async function devElectron(root: string, args: readonly string[]): Promise<number> {
  if (electronRuntime(root) === undefined) {
    say({
      en: 'Nothing was started: Electron’s runtime is not on this machine. `npx install-electron` downloads it; `npm run dev` does not need it.',
      fr: 'Rien n’a démarré : le moteur d’Electron n’est pas sur cette machine. `npx install-electron` le télécharge ; `npm run dev` s’en passe.',
    });
    return 1;
  }
  const changes = new EventTarget();
  const watchers = sources.map(folder => watchSources(join(root, folder), () => changes.dispatchEvent(new Event('changed')), false));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  try {
    return await runUntilStopped(root, args, changes, stopping.signal);
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

async function runUntilStopped(root: string, args: readonly string[], changes: EventTarget, stopped: AbortSignal): Promise<number> {
  const env = {
    ATELIER_ALLOW_AUTOMATION_INSTANCE: '1',
    ATELIER_USER_DATA_DIR: process.env.ATELIER_USER_DATA_DIR ?? join(root, '.build', 'dev'),
  };
  for (;;) {
    const restart = new AbortController();
    const changed = once(changes, 'changed', { signal: stopped }).then(
      () => restart.abort(),
      () => undefined,
    );
    const built = await ensureBuilt(root, 'electron');
    const code = built === 0 ? await runElectron(root, args, env, AbortSignal.any([restart.signal, stopped])) : built;
    if (stopped.aborted || (code === 0 && !restart.signal.aborted)) return code;
    // It ended by itself with an error: the next change starts it again.
    await changed;
    if (stopped.aborted) return code;
  }
}
