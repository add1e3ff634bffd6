import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AcquireLock,
  assetsOf,
  type BrowserHost,
  becomeInstance,
  type HostLog,
  isSecondProfile,
  openBrowserHost,
  openInSystem,
  userDataFolder,
} from '@atelier/kernel/host';
import { readArguments, type StartArguments } from './arguments.ts';
import { openWindow } from './open-window.ts';

/** A kernel that runs. */
export interface RunningKernel {
  /** The package's folder of a slug whose assets may be shown now. */
  folderOf(slug: string): string | undefined;
  /** What can be shown, for a page that has no connection yet. */
  firstViews(): unknown;
  /** Stops runtimes, terminals, extensions and servers, in that order. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the built page. */
  readonly page: string;
  /** The folder of what the frames of extensions are made of, built. */
  readonly frame: string;
  /** The folders of extensions that came with the program. */
  readonly bundled: string;
  readonly node: string;
  readonly startKernel: (host: BrowserHost) => Promise<RunningKernel>;
  readonly acquireLock: AcquireLock;
  /** One line on standard output. */
  readonly print: (line: string) => void;
  readonly log: HostLog;
  /** Aborts when Atelier is to stop. */
  readonly signal: AbortSignal;
}

/** Starts Atelier for a browser and runs it until `signal` aborts; the answer is the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const asked = readArguments(options.argv);
  const userData = userDataFolder(options.env, process.platform);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const running: { host?: BrowserHost; kernel?: RunningKernel } = {};
  const early: string[] = [...options.argv];
  const onHandOver = ({ argv }: { readonly argv: readonly string[] }) => {
    if (running.host === undefined) early.push(...argv);
    else void show(running.host, options, { ...asked, json: false }, argv);
  };
  const instance = isSecondProfile(options.env)
    ? { release: async () => undefined }
    : await becomeInstance({ userData, argv: options.argv, acquireLock: options.acquireLock, onHandOver });
  if (instance === undefined) {
    options.print('Atelier is already open; it was given these arguments.');
    return 0;
  }
  const temp = mkdtempSync(join(tmpdir(), 'atelier-'));
  try {
    running.host = await openBrowserHost({
      paths: {
        userData,
        bundled: options.bundled,
        installed: join(userData, 'extensions'),
        temp,
      },
      node: options.node,
      page: options.page,
      port: asked.port,
      ...devSecret(options.env),
      assets: assetsOf(slug => running.kernel?.folderOf(slug), options.frame),
      first: () => running.kernel?.firstViews(),
      openAddress: openInSystem,
      log: options.log,
    });
    running.kernel = await options.startKernel(running.host);
    await show(running.host, options, asked, early);
    await aborted(options.signal);
  } finally {
    await running.kernel?.close();
    await running.host?.close();
    rmSync(temp, { recursive: true, force: true });
    await instance.release();
  }
  return 0;
}

/** Aborts at the first SIGINT or SIGTERM; a second one does not wait any longer. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return stop.signal;
}

async function show(host: BrowserHost, options: ServeOptions, asked: StartArguments, argv: readonly string[]): Promise<void> {
  host.handOver(argv);
  const url = host.enterUrl();
  const { userData } = host.paths;
  if (asked.json) options.print(JSON.stringify({ url, pid: process.pid, userData }));
  const opened = !asked.headless && (await openWindow(asked.json ? host.enterUrl() : url, userData, options.env));
  if (!asked.json) options.print(opened ? 'Atelier is open in its window.' : `Atelier is ready: ${url}`);
}

/** `npm run dev` starts the host again and again under one open page, on a profile that is nobody's own. */
function devSecret(env: ServeOptions['env']): { runSecret?: Uint8Array } {
  const given = env.ATELIER_DEV_SESSION ?? '';
  return isSecondProfile(env) && /^[0-9a-f]{64}$/.test(given) ? { runSecret: Buffer.from(given, 'hex') } : {};
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
