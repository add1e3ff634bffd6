import { mkdirSync } from 'node:fs';
import { AppError, type ErrorRecord, isAppError, type Notification, type Program, type StartupBehaviour } from '@atelier/kernel';
import { type Asset, checkedFolder, externalAddress, frozenInstance } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { servePage } from './app-scheme.ts';
import { brokerPorts } from './broker.ts';
import { guardContents } from './contents-guard.ts';
import { commandIn, receiveDeepLinks, registerLinkScheme, runSwitch, withoutSwitches } from './deep-links.ts';
import { DesktopState } from './desktop-state.ts';
import type { ElectronLike } from './electron-like.ts';
import { desktopErrors } from './errors.ts';
import { serveExtensions } from './extension-scheme.ts';
import { KernelChild } from './kernel-child.ts';
import { configFolder, startAtLogin } from './login.ts';
import { notify } from './notifications.ts';
import { registerSchemes } from './origins.ts';
import { Quit } from './quit.ts';
import { askReplace, replaceFrozen } from './replace.ts';
import type { RequestChannel } from './request-channel.ts';
import { askRollback, restoreProgram } from './rollback.ts';
import type { StartMessage } from './run-kernel.ts';
import { profileKey } from './secrets.ts';
import type { StartPaths } from './start-paths.ts';
import { startupBehaviourIn, startupBehaviourOf } from './startup-behaviour.ts';
import { languageOf, text } from './texts.ts';
import { TrayIcon } from './tray.ts';
import { Windows } from './windows.ts';

export interface DesktopOptions {
  readonly electron: ElectronLike;
  readonly paths: StartPaths;
  readonly platform: NodeJS.Platform;
  readonly argv: readonly string[];
  /** The program that the system runs to start this again. */
  readonly program: string;
  readonly main: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without a version if omitted, as in most tests. */
  readonly release?: Program;
}

/** The desktop program: everything that only Electron can do, wired to the kernel in a process of its own. */
export async function startDesktop({ electron, paths, platform, argv, program, main, env, release }: DesktopOptions): Promise<void> {
  const { app } = electron;
  app.name = 'Atelier';
  const session = pathIn(paths.userData, 'window');
  // Electron needs an existing folder, and only the person may read it.
  mkdirSync(session, { recursive: true, mode: 0o700 });
  app.setPath('userData', paths.userData);
  app.setPath('sessionData', session);
  app.enableSandbox();
  app.setAppUserModelId('app.atelier.desktop');
  registerSchemes(electron);
  let language = languageOf(app.getPreferredSystemLanguages());
  const replace = argv.includes('--replace');
  const command = commandIn(argv);
  // Before Electron's own lock, which waits long for one that is frozen, and then ends it unasked.
  const frozen = paths.automation ? undefined : frozenInstance(paths.userData);
  if (frozen !== undefined && !(await replaceFrozen(electron, paths.userData, frozen, { replace, language }))) return app.exit(0);
  if (!paths.automation && !app.requestSingleInstanceLock()) return app.exit(0);

  const state = new DesktopState(paths.userData);
  const openExternal = async (url: string) => electron.shell.openExternal(externalAddress(url));
  const quit = new Quit(electron, async () => {
    windows.remember();
    await kernel?.close();
  });
  // On macOS a program normally keeps running without a window.
  const endsWithWindow = () => platform !== 'darwin' && state.now.closeToBackground === false;
  const windows = new Windows({ electron, preload: paths.preload, state, isQuitting: () => quit.isQuitting, endsWithWindow });
  let kernel: KernelChild | undefined;
  const started = Promise.withResolvers<KernelChild>();
  const toKernel = (name: string, params: unknown) =>
    void started.promise.then(running => running.ask(name, params)).catch(() => undefined);
  const handOver = (theirs: readonly string[]) => {
    toKernel('argv', theirs);
    if (windows.current !== undefined) windows.show();
    // Nobody sees a start for one command, unless the person starts Atelier meanwhile.
    else if (command !== undefined) void app.whenReady().then(() => windows.show());
  };
  const woke = () => toKernel('woke', undefined);
  receiveDeepLinks(electron, handOver, woke);
  // A refused address is ignored silently: no page of ours opens one.
  guardContents(electron, url => void openExternal(url).catch(() => undefined));
  app.on('activate', () => windows.show());

  await app.whenReady();
  if (platform !== 'darwin') electron.Menu.setApplicationMenu(null);
  if (!paths.automation) registerLinkScheme(electron, platform, program, main);
  const sealedWith = profileKey(electron.safeStorage, paths.userData, platform);
  const { userData, bundled, node, automation } = paths;
  const rollback = { electron, execPath: program, release, language: () => language };

  function answer(requests: RequestChannel): void {
    requests.answer(
      'begin',
      (): StartMessage => ({
        ...{ userData, bundled, node, automation, language, sealedWith, release },
        argv: [...withoutSwitches(argv), ...argv.filter(word => word.startsWith(runSwitch))],
        safe: argv.includes('--safe'),
        replace,
      }),
    );
    requests.answer('openExternal', url => openExternal(String(url)));
    requests.answer('openFolder', async folder => {
      const why = await electron.shell.openPath(checkedFolder(String(folder)));
      if (why !== '') throw desktopErrors['desktop/ask-failed']({ ask: 'openFolder', why });
    });
    requests.answer('notify', params =>
      notify(electron, params as Notification, ({ command, args }) => {
        windows.show();
        if (command !== undefined) toKernel('clicked', { command, args });
      }),
    );
    requests.answer('pickFolder', pickFolder);
    requests.answer('startupBehaviour', change => behave(startupBehaviourIn(change)));
    requests.answer('restart', () => {
      // An unpackaged copy was started by a command that is not known here.
      if (!app.isPackaged) return false;
      app.relaunch({ execPath: program, args: [] });
      app.quit();
      return true;
    });
    requests.answer('commandLine', name =>
      paths.automation ? undefined : [program, ...(app.isPackaged ? [] : [main]), `${runSwitch}${String(name)}`],
    );
    requests.answer('wayBack', async refusal => {
      const chosen = await askRollback(rollback, refusal as ErrorRecord);
      if (chosen === 'again') app.relaunch({ execPath: program, args: [] });
      if (chosen !== 'restore') app.exit(0);
      return chosen;
    });
    requests.answer('frozen', error => askReplace(electron, AppError.fromRecord(error as ErrorRecord), language));
    requests.answer('takenBack', version => restoreProgram(rollback, String(version)));
    requests.answer('handedOver', given => {
      const theirs = given as readonly string[];
      if (theirs.includes('--quit')) return app.quit();
      if (commandIn(theirs) === undefined) handOver(theirs);
      else woke();
    });
    requests.answer('language', chosen => {
      language = chosen === 'en' ? 'en' : 'fr';
      showTray();
    });
  }

  /** Applies a change from the tray or from the settings at once in both. */
  function behave(change: StartupBehaviour): StartupBehaviour {
    if (Object.keys(change).length === 0) return startupBehaviourOf(state.now, platform);
    state.set(change);
    if (change.startAtLogin !== undefined && app.isPackaged) {
      startAtLogin({ app, platform, program, config: configFolder(env) }, change.startAtLogin);
    }
    showTray();
    return startupBehaviourOf(state.now, platform);
  }

  async function pickFolder(): Promise<string | undefined> {
    const window = windows.current;
    if (window === undefined) return undefined;
    const { canceled, filePaths } = await electron.dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] });
    return canceled ? undefined : filePaths[0];
  }

  const running = new KernelChild({
    electron,
    file: paths.kernelProcess,
    env: paths.env,
    answer,
    gaveUp(code, times) {
      const error = desktopErrors['desktop/kernel-stopped']({ code, times, logs: pathIn(userData, 'logs') });
      electron.dialog.showErrorBox(text('stopped', language), `${error.in(language)} [${error.code}]`);
      app.exit(1);
    },
  });
  kernel = running;
  started.resolve(running);
  servePage(electron, paths.page);
  const assets = async (slug: string, path: string) => (await running.ask('asset', { slug, path })) as Asset | undefined;
  const shows = async (slug: string) => (await running.ask('shows', { slug })) === true;
  serveExtensions(electron, { assets, shows, frame: paths.frame });
  brokerPorts(electron, windows, port => void running.ask('port', undefined, [port]).catch(() => port.close()));

  const tray = new TrayIcon(electron, paths.icon, {
    open: () => windows.show(),
    newConversation() {
      windows.show();
      toKernel('newConversation', undefined);
    },
    quit: () => app.quit(),
    set: behave,
  });
  function showTray(): void {
    tray.show({ language, startAtLogin: state.now.startAtLogin === true, startMinimised: state.now.startMinimised === true });
  }
  showTray();
  electron.powerMonitor.on('resume', woke);
  if (command === undefined) return await windows.open(state.now.startMinimised !== true);
  await running.ask('clicked', { command, args: {} }).catch(() => undefined);
  if (windows.current === undefined) app.quit();
}

/** Shows the error of a failed start, and quits. */
export function failStart({ app, dialog }: ElectronLike, error: unknown): void {
  const language = languageOf(app.getPreferredSystemLanguages());
  dialog.showErrorBox(text('stopped', language), isAppError(error) ? `${error.in(language)} [${error.code}]` : String(error));
  app.exit(1);
}
