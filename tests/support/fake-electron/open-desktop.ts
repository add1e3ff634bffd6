import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Program } from '@atelier/kernel';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import { failStart, startDesktop } from '../../../shell/electron/desktop.ts';
import type { ElectronHost } from '../../../shell/electron/electron-host.ts';
import { RequestChannel } from '../../../shell/electron/request-channel.ts';
import { runKernel } from '../../../shell/electron/run-kernel.ts';
import type { StartPaths } from '../../../shell/electron/start-paths.ts';
import { FakeElectron, type FakeOptions } from './fake-electron.ts';
import type { FakeFrame, FakeWindow } from './fake-window.ts';

/** The behaviour of the fake kernel. */
export interface FakeKernel {
  readonly folders?: Readonly<Record<string, string>>;
  readonly onRun?: (command: string, args: unknown) => void;
  readonly onClose?: () => Promise<void>;
  readonly onStart?: (host: ElectronHost) => unknown;
  readonly onRestore?: () => void;
}

export interface DesktopTest extends Partial<Omit<FakeOptions, 'preloadScript' | 'program'>> {
  readonly kernel?: FakeKernel;
  readonly platform?: NodeJS.Platform;
  readonly argv?: readonly string[];
  readonly automation?: boolean;
  readonly release?: Program;
  /** Gets the fake Electron before the program starts. */
  readonly made?: (electron: FakeElectron) => unknown;
  /** Another host has the profile open. */
  readonly isOpenElsewhere?: boolean;
  /** The folder of the page; one with an empty page if omitted. */
  readonly page?: string;
  /** The folder of bundled plugins; an empty one if omitted. */
  readonly bundled?: string;
  /** The profile of an earlier start. */
  readonly root?: string;
}

/** The real desktop program on a fake Electron, with a fake kernel. */
export async function openDesktop(options: DesktopTest = {}) {
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'atelier-desktop-'));
  const made = pathsIn(root, options.automation === true);
  const paths = { ...made, page: options.page ?? made.page, bundled: options.bundled ?? made.bundled };
  const hosts: ElectronHost[] = [];
  const logged: string[] = [];
  const electron = new FakeElectron({
    ...options,
    preloadScript: await preloadScript(),
    program(parentPort, exit, ended) {
      const requests = new RequestChannel({
        post: message => parentPort.postMessage(message),
        onMessage(listener) {
          parentPort.on('message', ({ data, ports }) => listener(data, ports));
          // The system releases files and sockets of a killed process; the fake must close them itself.
          void ended.then(() => listener({ ask: 'close', id: 0 }, []));
        },
      });
      const acquireLock = () => (options.isOpenElsewhere === true ? undefined : { release: () => undefined });
      const { folders = {}, onRun, onClose, onStart, onRestore } = options.kernel ?? {};
      const startKernel = async (host: ElectronHost) => {
        hosts.push(host);
        await onStart?.(host);
        return {
          folderOf: (slug: string) => (Object.hasOwn(folders, slug) ? folders[slug] : undefined),
          run: async (command: string, args?: unknown) => onRun?.(command, args),
          close: async () => onClose?.(),
        };
      };
      const restore = async () => {
        onRestore?.();
        return { version: '1.0.0' };
      };
      void runKernel({ requests, startKernel, acquireLock, restore, log: (_level, text) => void logged.push(text) }).then(
        () => exit(0),
        error => {
          logged.push(String(error));
          exit(1);
        },
      );
    },
  });
  options.made?.(electron);
  const starting = startDesktop({
    electron,
    paths,
    platform: options.platform ?? 'linux',
    argv: ['atelier', ...(options.argv ?? [])],
    program: '/opt/atelier/atelier',
    main: '/opt/atelier/main.cjs',
    env: { XDG_CONFIG_HOME: join(root, 'config') },
    ...(options.release && { release: options.release }),
  });
  if (options.firstInstance !== false) electron.becomeReady();
  await starting.catch(error => failStart(electron, error));

  return {
    electron,
    root,
    paths,
    logged,
    get host(): ElectronHost {
      const host = hosts.at(-1);
      if (host === undefined) throw new Error('The kernel has not started.');
      return host;
    },
    get window(): FakeWindow {
      const window = electron.windows.at(-1);
      if (window === undefined) throw new Error('There is no window.');
      return window;
    },
    /** Resolves once the kernel runs and has received everything that was sent to it before. */
    settled: () => settled(electron),
    /** Requests a port as the page does, through the one exposed function. */
    async connect(): Promise<MessagePort> {
      await this.window.loaded.promise;
      const frame = this.window.webContents.mainFrame as FakeFrame;
      const port = frame.nextPort();
      (frame.exposed.atelierConnect as () => void)();
      return port;
    },
    async close(): Promise<void> {
      if (electron.exits.length === 0) electron.app.quit();
      while (electron.exits.length === 0 && options.firstInstance !== false) await pause();
      if (options.root === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A desktop whose kernel runs and whose window is open; closed at the end of the test. */
export async function openedDesktop(options: DesktopTest = {}): Promise<OpenDesktop> {
  const desktop = await openDesktop(options);
  onTestFinished(() => desktop.close());
  await desktop.settled();
  await desktop.window.loaded.promise;
  return desktop;
}

export type OpenDesktop = Awaited<ReturnType<typeof openDesktop>>;

/** Waits until all messages between processes are delivered. */
export const pause = () => new Promise<void>(resolve => setImmediate(resolve));

async function settled(electron: FakeElectron): Promise<void> {
  await pause();
  // Requested over the same channel, which keeps the order.
  await electron.request('atelier-extension://nobody/nothing.js');
}

function pathsIn(root: string, automation: boolean): StartPaths {
  const page = join(root, 'page');
  const frame = join(root, 'frame');
  for (const folder of [page, frame]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atelier</title>');
  writeFileSync(join(page, '.secret.js'), 'no');
  writeFileSync(join(frame, 'frame.html'), '<!doctype html><title>frame</title>');
  return {
    userData: join(root, 'user-data'),
    page,
    frame,
    preload: '/opt/atelier/preload.cjs',
    icon: '/opt/atelier/tray.png',
    bundled: join(root, 'bundled'),
    kernelProcess: '/opt/atelier/kernel-process.js',
    node: process.execPath,
    automation,
    env: { HOME: root },
  };
}

let script: Promise<string> | undefined;

/** The built preload script, as shipped. */
export function preloadScript(): Promise<string> {
  script ??= builtEntry('preload');
  return script;
}

/** An entry of shell/electron, built in memory. */
export async function builtEntry(name: 'main' | 'preload'): Promise<string> {
  const { electronEntry } = await import('../../../shell/build/electron-entry.ts');
  const config = electronEntry(name, join(import.meta.dirname, '../../..'));
  const built = await build({ ...config, plugins: [], configFile: false, logLevel: 'silent', build: { ...config.build, write: false } });
  if (!('output' in built) || built.output.length !== 1) throw new Error(`${name} is not one file.`);
  return built.output[0].code;
}
