import { rmSync } from 'node:fs';
import type { Program } from '@atelier/kernel';
import {
  type AcquireLock,
  assetsOf,
  type BrowserHost,
  becomeOnly,
  checkHandles,
  type HandOver,
  type HostLog,
  hostErrors,
  type Instance,
  isSecondProfile,
  makeRunFolder,
  openBrowserHost,
  openInSystem,
  prepareProfile,
  readLinks,
  userDataFolder,
} from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { AppWindows } from './app-windows.ts';
import { type Archives, moveArchive } from './archive.ts';
import { handedArguments, readArguments, type StartArguments } from './arguments.ts';
import { startupBehaviourOf } from './startup-behaviour.ts';
import { notifyThroughSystem } from './system-notification.ts';
import { line, terminalLocale } from './texts.ts';

/** A running kernel. */
export interface RunningKernel {
  /** The package's folder of a slug whose assets may be shown now. */
  folderOf(slug: string): string | undefined;
  /** The views, for a page that has no connection yet. */
  firstViews(): unknown;
  language(): string | undefined;
  /** Whether this is a safe start. */
  isSafe(): boolean;
  /** Runs a command; resolves when it has ended. */
  run(command: string): Promise<unknown>;
  /** Stops runtimes, terminals, extensions and servers, in that order. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the built page. */
  readonly page: string;
  /** The folder of the built frame page of extensions. */
  readonly frame: string;
  /** The folder of the bundled plugins. */
  readonly bundled: string;
  readonly node: string;
  /** Without a version if omitted, as in most tests. */
  readonly program?: Program;
  /** Restores the data from before the newest update. */
  readonly restore?: (userData: string) => Promise<{ readonly version: string; readonly aside: string }>;
  /** Exports everything, and checks an export for the next start. */
  readonly archives?: Archives;
  readonly startKernel: (host: BrowserHost, asked: Pick<StartArguments, 'safe'>) => Promise<RunningKernel>;
  readonly acquireLock: AcquireLock;
  /** Asks the person at the terminal, with yes or no; left out where there is none. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** One line on standard output. */
  readonly print: (line: string) => void;
  readonly log: HostLog;
  /** Aborts to stop Atelier. */
  readonly signal: AbortSignal;
  /** More flags of the window's browser, for tests. */
  readonly windowFlags?: readonly string[];
}

/** Starts Atelier for a browser and runs it until `signal` aborts, or another start requests its end; resolves with the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const asked = readArguments(options.argv);
  const userData = userDataFolder(options.env, process.platform);
  const locale = terminalLocale(options.env);
  checkHandles();
  prepareProfile(userData);
  if (asked.archive !== undefined && 'export' in asked.archive) return await moveArchive(options, asked, userData);
  const quit = new AbortController();
  const handedOver = new Mailbox();
  const instance = await becomeFirst(options, asked, userData, handOver => handedOver.put(handOver));
  if (instance === undefined) {
    // The running Atelier prints it in its own terminal; the person looks at this one.
    for (const error of readLinks(options.argv, options.argv.length).refused) options.print(error.in(locale));
    if (asked.archive !== undefined) throw hostErrors['host/import-while-open']({});
    if (asked.run !== undefined) return 0;
    options.print(line(asked.quit ? 'ends' : asked.safe ? 'safeLater' : 'handedOver', locale));
    return 0;
  }
  if (asked.archive !== undefined) {
    try {
      return await moveArchive(options, asked, userData);
    } finally {
      await instance.release();
    }
  }
  if (asked.quit) {
    await instance.release();
    const cannotSee = isSecondProfile(options.env);
    options.print(line(cannotSee ? 'quitsNone' : 'notRunning', locale));
    return cannotSee ? 1 : 0;
  }
  if (asked.restore) {
    try {
      const restored = await options.restore?.(userData);
      if (restored !== undefined) options.print(line('restored', locale, { ...restored }));
    } finally {
      await instance.release();
    }
    return 0;
  }
  try {
    await run(options, asked, userData, handedOver, quit);
  } finally {
    await instance.release();
  }
  return 0;
}

/** Aborts at the first SIGINT or SIGTERM; a second one ends the process at once. */
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

async function run(options: ServeOptions, asked: StartArguments, userData: string, handedOver: Mailbox, quit: AbortController) {
  const { env, log } = options;
  const locale = terminalLocale(env);
  const temp = makeRunFolder();
  const command = [options.node, process.argv[1] ?? ''];
  const isSecond = isSecondProfile(env);
  const startupBehaviour = startupBehaviourOf({ userData, env, platform: process.platform, command, isSecond });
  const running: { host?: BrowserHost; kernel?: RunningKernel; windows?: AppWindows } = {};
  try {
    const host = await openBrowserHost({
      paths: { userData, bundled: options.bundled, installed: pathIn(userData, 'extensions'), temp },
      node: options.node,
      page: options.page,
      port: asked.port,
      ...devSecret(env),
      assets: assetsOf(slug => running.kernel?.folderOf(slug), options.frame),
      first: () => running.kernel?.firstViews(),
      language: () => running.kernel?.language(),
      startupBehaviour,
      commandLine: name => (isSecond ? undefined : [...placeOf(env), ...command, `--run=${name}`]),
      ...(options.program && { program: options.program }),
      openAddress: openInSystem,
      notifyWithoutPage: notifyThroughSystem,
      quit: () => quit.abort(),
      log,
    });
    running.host = host;
    running.kernel = await options.startKernel(host, asked);
    const onClosed = () => {
      if (startupBehaviour({}).closeToBackground === false) return quit.abort();
      options.print(line('windowClosed', locale));
    };
    const { windowFlags: flags = [] } = options;
    const windows = new AppWindows({ target: host, userData, env, log, flags, outlives: devSecret(env).runSecret !== undefined }, onClosed);
    running.windows = windows;
    const show = (how: StartArguments, argv: readonly string[]) => showApp(host, windows, options, how, argv);
    if (!host.stable && asked.port === undefined) log('warn', line('otherPort', locale));
    // Nobody sees a start for one command, unless the person starts Atelier meanwhile.
    let isSeen = asked.run === undefined;
    if (isSeen) await show(asked, options.argv);
    if (running.kernel.isSafe() && !asked.json) options.print(line('safe', locale));
    handedOver.open(({ argv }) => {
      const theirs = handedArguments(argv);
      if (theirs.quit) return quit.abort();
      // The system's scheduler is right on time also after a sleep.
      if (theirs.run !== undefined) return host.wake();
      isSeen = true;
      void show(theirs, argv).catch(error => log('error', String(error)));
    });
    if (asked.run !== undefined) {
      await running.kernel.run(asked.run).catch(error => log('error', String(error)));
      if (!isSeen) return;
    }
    await aborted(AbortSignal.any([options.signal, quit.signal]));
  } finally {
    await running.kernel?.close();
    await running.windows?.close();
    await running.host?.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

async function showApp(
  host: BrowserHost,
  windows: AppWindows,
  { print, env, log }: ServeOptions,
  { headless, json }: StartArguments,
  argv: readonly string[],
): Promise<void> {
  const locale = terminalLocale(env);
  host.handOver(argv);
  if (json) print(JSON.stringify({ url: host.enterUrl(), pid: process.pid, userData: host.paths.userData }));
  const lack = headless ? undefined : await windows.show();
  const why = lack && `${lack.in(locale)} [${lack.code}]`;
  if (json && why !== undefined) log('warn', why);
  if (json) return;
  if (why !== undefined) print(why);
  print(headless || lack !== undefined ? line('ready', locale, { url: host.enterUrl() }) : line('opened', locale));
}

async function becomeFirst(options: ServeOptions, asked: StartArguments, userData: string, onHandOver: (handOver: HandOver) => void) {
  const { argv, acquireLock, env, log, confirm } = options;
  const locale = terminalLocale(env);
  const alone: Instance = { release: async () => undefined };
  if (isSecondProfile(env)) return alone;
  return await becomeOnly({
    ...{ userData, argv, acquireLock, onHandOver, replace: asked.replace },
    onWaiting: () => log('warn', line('waiting', locale)),
    confirm: confirm && (frozen => confirm(`${frozen.in(locale)} ${line('endIt', locale)} `)),
  });
}

/** What decides where the profile is, which the system's scheduler does not know. */
function placeOf({ XDG_CONFIG_HOME: config }: ServeOptions['env']): readonly string[] {
  return config !== undefined && config !== '' && process.platform === 'linux' ? ['/usr/bin/env', `XDG_CONFIG_HOME=${config}`] : [];
}

/** Holds messages until a receiver is set. */
class Mailbox {
  #waiting: HandOver[] = [];
  #take: ((handOver: HandOver) => void) | undefined;

  put(handOver: HandOver): void {
    if (this.#take === undefined) this.#waiting.push(handOver);
    else this.#take(handOver);
  }

  open(take: (handOver: HandOver) => void): void {
    this.#take = take;
    for (const handOver of this.#waiting.splice(0)) take(handOver);
  }
}

/** `npm run dev` restarts the host under one open page, on a profile of its own. */
function devSecret(env: ServeOptions['env']): { runSecret?: Uint8Array } {
  const given = env.ATELIER_DEV_SESSION ?? '';
  return isSecondProfile(env) && /^[0-9a-f]{64}$/.test(given) ? { runSecret: Buffer.from(given, 'hex') } : {};
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}
