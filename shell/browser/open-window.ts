import type { Duplex } from 'node:stream';
import { type AppError, isAppError } from '@atelier/kernel';
import { type Child, startProgram } from '@atelier/kernel/children';
import { type HostLog, hostErrors } from '@atelier/kernel/host';
import { CdpPipe } from './cdp-pipe.ts';
import { type Environment, findBrowser } from './find-browser.ts';
import { windowFlags } from './window-flags.ts';

/** The address of a window, and how it is authenticated. */
export interface WindowTarget {
  readonly origin: string;
  /** An empty page of that origin that needs no authentication: a window waits there for its cookie. */
  readonly bootUrl: string;
  /** A one-time address that authenticates a browser; called only where the cookie cannot be set. */
  enterUrl(): string;
  readonly cookie: { readonly name: string; readonly value: string };
}

export interface WindowOptions {
  readonly target: WindowTarget;
  readonly userData: string;
  readonly env: Environment;
  readonly log: HostLog;
  /** For development: the window outlives this process, is authenticated by a ticket, and is never closed. */
  readonly outlives?: boolean;
  /** More flags of Chromium, for tests. */
  readonly flags?: readonly string[];
}

/** A browser with at least one window of ours. */
export interface AppWindow {
  readonly pid: number;
  /** How it was authenticated. `ticket` is the second choice: its address is visible in the arguments of the process. */
  readonly entered: 'cookie' | 'ticket';
  /** Resolves when the last of its windows was closed. */
  readonly closed: Promise<void>;
  /** Brings a window to the front. */
  focus(): Promise<void>;
  close(): Promise<void>;
}

interface PageTarget {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

const answerMs = 15_000;

/** Opens a window of the machine's own browser; returns the error where there is none. */
export async function openWindow(options: WindowOptions): Promise<AppWindow | AppError> {
  const { env, log } = options;
  if (!hasDisplay(options)) return hostErrors['host/no-display']({});
  const program = findBrowser(env, process.platform);
  if (program === undefined) return hostErrors['host/no-browser']({});
  try {
    if (options.outlives !== true) return await openByCookie(program, options);
  } catch (error) {
    log('warn', 'The window could not be given its cookie; it is let in by a ticket.', { reason: String(error) });
  }
  try {
    return await openByTicket(program, options);
  } catch (error) {
    return isAppError(error) ? error : hostErrors['host/window-failed']({ program, why: (error as Error).message }, error);
  }
}

/** Without a secret in the arguments: the window opens on an empty page, gets its cookie over the pipe, and then loads the app. */
async function openByCookie(program: string, { target, userData, flags = [], env }: WindowOptions): Promise<AppWindow> {
  const args = [...windowFlags(userData, process.getuid?.() === 0), ...flags, '--remote-debugging-pipe', `--app=${target.bootUrl}`];
  const browser = startProgram(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...env } });
  await browser.started;
  const [, , , to, from] = browser.stdio as [Duplex, Duplex, Duplex, Duplex, Duplex];
  const pipe = new CdpPipe(to, from);
  const pages = new Set<string>();
  const gone = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  // When the browser ends, there may be no caller left to handle the rejection.
  shown.promise.catch(() => undefined);
  pipe.on('Target.targetInfoChanged', params => {
    const { targetInfo } = params as { targetInfo: PageTarget };
    if (pages.has(targetInfo.targetId) && isShown(targetInfo.url, target)) shown.resolve();
  });
  pipe.on('Target.targetCreated', params => {
    const { targetInfo } = params as { targetInfo: PageTarget };
    if (targetInfo.type !== 'page' || pages.has(targetInfo.targetId)) return;
    pages.add(targetInfo.targetId);
    void openApp(pipe, targetInfo, target).catch(error => shown.reject(error as Error));
  });
  pipe.on('Target.targetDestroyed', params => {
    pages.delete((params as { targetId: string }).targetId);
    if (pages.size === 0) gone.resolve();
  });
  void browser.exited.then(() => {
    shown.reject(new Error('The browser ended before it showed anything.'));
    gone.resolve();
  });
  const close = () => end(browser, pipe);
  try {
    await withinTime(preparePages(pipe, target).then(() => shown.promise));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pid: browser.pid ?? 0,
    entered: 'cookie',
    // On macOS the browser keeps running without a window, so it is closed.
    closed: gone.promise.then(close),
    async focus() {
      const [targetId] = pages;
      if (targetId === undefined) return;
      await restore(pipe, targetId);
      await pipe.send('Target.activateTarget', { targetId });
    },
    close,
  };
}

async function preparePages(pipe: CdpPipe, { origin, cookie }: WindowTarget): Promise<void> {
  await pipe.send('Storage.setCookies', { cookies: [{ ...cookie, url: origin, path: '/', httpOnly: true, sameSite: 'Strict' }] });
  // Only for our own origin: extensions have others, and notify through the kernel.
  await pipe.send('Browser.grantPermissions', { origin, permissions: ['notifications'] }).catch(() => undefined);
  await pipe.send('Target.setDiscoverTargets', { discover: true });
}

async function openApp(pipe: CdpPipe, page: PageTarget, { bootUrl, origin }: WindowTarget): Promise<void> {
  if (page.url !== '' && page.url !== bootUrl) return;
  const { sessionId } = (await pipe.send('Target.attachToTarget', { targetId: page.targetId, flatten: true })) as { sessionId: string };
  await pipe.send('Page.navigate', { url: `${origin}/` }, sessionId);
  await pipe.send('Target.detachFromTarget', { sessionId });
}

function isShown(url: string, { origin, bootUrl }: WindowTarget): boolean {
  return url.startsWith(`${origin}/`) && url !== bootUrl;
}

async function restore(pipe: CdpPipe, targetId: string): Promise<void> {
  const found = (await pipe.send('Browser.getWindowForTarget', { targetId })) as { windowId: number; bounds: { windowState?: string } };
  if (found.bounds.windowState !== 'minimized') return;
  await pipe.send('Browser.setWindowBounds', { windowId: found.windowId, bounds: { windowState: 'normal' } });
}

/** The second choice. A browser already running on this profile opens the address itself and the started process ends, which is no failure. */
async function openByTicket(program: string, options: WindowOptions): Promise<AppWindow> {
  const { target, userData, flags = [], env, outlives = false } = options;
  const args = [...windowFlags(userData, process.getuid?.() === 0), ...flags, `--app=${target.enterUrl()}`];
  const browser = startProgram(program, args, { stdio: 'ignore', env: { ...env }, detached: outlives });
  await browser.started;
  if (outlives) browser.unref();
  return {
    pid: browser.pid ?? 0,
    entered: 'ticket',
    closed: browser.exited.then(() => undefined),
    focus: async () => void (await openByTicket(program, options)),
    close: async () => (outlives ? undefined : end(browser, undefined)),
  };
}

async function end(browser: Child, pipe: CdpPipe | undefined): Promise<void> {
  // Both resolve when the process ends.
  if (pipe === undefined) browser.kill();
  else void pipe.send('Browser.close').catch(() => undefined);
  const kill = setTimeout(() => browser.kill('SIGKILL'), 3000);
  await browser.exited;
  clearTimeout(kill);
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const clock = setTimeout(() => late.reject(new Error(`The browser did not answer within ${answerMs / 1000} s.`)), answerMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(clock);
  }
}

function hasDisplay({ env, flags = [] }: WindowOptions): boolean {
  if (process.platform !== 'linux' || flags.some(flag => flag.startsWith('--headless'))) return true;
  return [env.DISPLAY, env.WAYLAND_DISPLAY].some(display => display !== undefined && display !== '');
}
