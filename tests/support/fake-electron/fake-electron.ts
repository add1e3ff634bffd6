import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type {
  AppLike,
  BuiltMenu,
  ElectronLike,
  IpcEvent,
  MenuItem,
  ProcessOptions,
  WindowOptions,
} from '../../../shell/electron/electron-like.ts';
import { FakeMessageChannel } from './fake-ports.ts';
import { FakeProcess, type Program } from './fake-process.ts';
import { FakeWindow } from './fake-window.ts';

export interface FakeOptions {
  /** The built preload script. */
  readonly preloadScript: string;
  /** The program of a forked process. */
  readonly program: Program;
  readonly isPackaged?: boolean;
  readonly languages?: readonly string[];
  readonly firstInstance?: boolean;
  readonly keyStore?: 'gnome_libsecret' | 'basic_text' | 'none';
  readonly pickedFolder?: string;
  /** The button pressed in a message box; the first if omitted. */
  readonly answer?: number;
}

/** A fake Electron that follows its documentation: calls allowed only before or after `ready` throw at any other time. */
export class FakeElectron implements ElectronLike {
  readonly log: string[] = [];
  readonly windows: FakeWindow[] = [];
  readonly processes: FakeProcess[] = [];
  readonly shown: { title: string; body?: string; click: () => void }[] = [];
  readonly opened: string[] = [];
  readonly menus: MenuItem[][] = [];
  readonly exits: number[] = [];
  readonly errors: string[] = [];
  readonly asked: { message: string; buttons: string[] }[] = [];
  readonly paths: Record<string, string> = {};
  readonly ready = Promise.withResolvers<void>();
  readonly #options: FakeOptions;
  readonly #events = new EventEmitter();
  readonly #ipc = new EventEmitter();
  readonly #schemes = new Map<string, { privileged: boolean; answer?: (request: Request) => Promise<Response> }>();
  #isReady = false;
  #schemesRegistered = false;

  constructor(options: FakeOptions) {
    this.#options = options;
  }

  /** Makes the app ready. */
  becomeReady(): void {
    this.#isReady = true;
    this.ready.resolve();
  }

  emit(event: string, ...args: unknown[]): boolean {
    return this.#events.emit(event, { preventDefault: () => undefined }, ...args);
  }

  listeners(): readonly string[] {
    return this.#ipc.eventNames().map(String);
  }

  /** The response of one of our schemes, as a page would get it. */
  async request(url: string, init?: RequestInit): Promise<Response> {
    const answer = this.#schemes.get(new URL(url).protocol.slice(0, -1))?.answer;
    if (answer === undefined) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${url}`);
    // A real request keeps the URL as written until it is parsed.
    return answer(Object.defineProperty(new Request('http://fake/', init), 'url', { value: url }));
  }

  readonly app: AppLike = this.#app();
  readonly BrowserWindow = this.#windowClass();
  readonly MessageChannelMain = FakeMessageChannel;
  readonly Notification = this.#notificationClass();
  readonly Tray = this.#trayClass();

  readonly dialog = {
    showOpenDialog: async () => {
      this.#afterReady('dialog.showOpenDialog');
      const folder = this.#options.pickedFolder;
      return { canceled: folder === undefined, filePaths: folder === undefined ? [] : [folder] };
    },
    showMessageBox: async ({ message, buttons }: { message: string; buttons: string[] }) => {
      this.asked.push({ message, buttons });
      return { response: this.#options.answer ?? 0 };
    },
    showErrorBox: (_title: string, content: string) => void this.errors.push(content),
  };

  readonly powerMonitor = {
    on: (event: string, listener: () => void) => {
      this.#afterReady('powerMonitor');
      this.#events.on(event, listener);
    },
  };

  readonly ipcMain = { on: (channel: string, listener: (event: IpcEvent) => void) => void this.#ipc.on(channel, listener) };

  readonly Menu = {
    buildFromTemplate: (template: MenuItem[]) => template as unknown as BuiltMenu,
    setApplicationMenu: () => this.#afterReady('Menu.setApplicationMenu'),
  };

  readonly protocol: ElectronLike['protocol'] = {
    registerSchemesAsPrivileged: schemes => {
      if (this.#isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      if (this.#schemesRegistered) throw new Error('protocol.registerSchemesAsPrivileged can only be used once');
      this.#schemesRegistered = true;
      for (const { scheme, privileges } of schemes) {
        if ('bypassCSP' in privileges || 'allowServiceWorkers' in privileges)
          throw new Error(`${scheme} has a privilege it must not have.`);
        this.#schemes.set(scheme, { privileged: privileges.standard && privileges.secure });
      }
    },
    handle: (scheme, answer) => {
      this.#afterReady('protocol.handle');
      if (this.#schemes.get(scheme)?.privileged !== true) throw new Error(`${scheme} has no origin of its own: it was not registered.`);
      this.#schemes.set(scheme, { privileged: true, answer });
    },
  };

  readonly safeStorage = {
    isEncryptionAvailable: () => this.#isReady && this.#options.keyStore !== 'none',
    getSelectedStorageBackend: () => this.#options.keyStore ?? 'gnome_libsecret',
    encryptString: (text: string) => {
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-128-cbc', storeKey, iv);
      return Buffer.concat([Buffer.from('v11'), iv, cipher.update(text), cipher.final()]);
    },
    decryptString: (sealed: Buffer) => {
      const decipher = createDecipheriv('aes-128-cbc', storeKey, sealed.subarray(3, 19));
      return Buffer.concat([decipher.update(sealed.subarray(19)), decipher.final()]).toString();
    },
  };

  readonly screen = {
    getAllDisplays: () => {
      this.#afterReady('screen');
      return [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }];
    },
  };

  readonly shell = {
    openExternal: async (url: string) => void this.opened.push(url),
    openPath: async (path: string) => {
      this.opened.push(path);
      return '';
    },
  };

  readonly utilityProcess = {
    fork: (file: string, _args: string[] = [], options?: ProcessOptions) => {
      this.#afterReady('utilityProcess.fork');
      if (options === undefined) throw new Error('A process without options inherits the whole environment.');
      const forked = new FakeProcess(file, options, this.#options.program);
      this.processes.push(forked);
      return forked;
    },
  };

  #afterReady(what: string): void {
    if (!this.#isReady) throw new Error(`${what} cannot be used before the app is ready`);
  }

  #beforeReady(what: string): void {
    if (this.#isReady) throw new Error(`${what} must be called before the app is ready`);
    this.log.push(what);
  }

  #app(): AppLike {
    const options = () => this.#options;
    return {
      get isPackaged() {
        return options().isPackaged === true;
      },
      name: 'electron',
      enableSandbox: () => this.#beforeReady('enableSandbox'),
      exit: (code = 0) => {
        this.exits.push(code);
        for (const forked of this.processes) forked.vanish();
      },
      focus: () => void this.log.push('focus'),
      getPreferredSystemLanguages: () => [...(this.#options.languages ?? ['fr-FR'])],
      on: (event: string, listener: (...args: never[]) => void) => void this.#events.on(event, listener as (...args: unknown[]) => void),
      getVersion: () => '1.0.0',
      relaunch: ({ execPath }) => void this.log.push(`relaunch ${execPath}`),
      quit: () => void this.emit('before-quit'),
      requestSingleInstanceLock: () => {
        this.log.push('lock');
        return this.#options.firstInstance !== false;
      },
      setAppUserModelId: () => undefined,
      setAsDefaultProtocolClient: (scheme, program = '', args = []) => {
        this.log.push(`scheme ${[scheme, program, ...args].join(' ')}`);
        return true;
      },
      setLoginItemSettings: ({ openAtLogin }) => void this.log.push(`login ${openAtLogin}`),
      setPath: (name, path) => {
        this.#beforeReady(`setPath ${name}`);
        if (!existsSync(path)) throw new Error(`${path} does not exist.`);
        this.paths[name] = path;
      },
      whenReady: () => this.ready.promise,
    };
  }

  #windowClass(): ElectronLike['BrowserWindow'] {
    const electron = this;
    return class extends FakeWindow {
      constructor(options: WindowOptions) {
        electron.#afterReady('BrowserWindow');
        refuseInsecure(options.webPreferences);
        super(options, {
          preloadScript: electron.#options.preloadScript,
          ipc: (channel, event) => void electron.#ipc.emit(channel, event),
          load: url => electron.request(url),
        });
        electron.windows.push(this);
        electron.emit('web-contents-created', this.webContents);
      }
    };
  }

  #notificationClass(): ElectronLike['Notification'] {
    const electron = this;
    return class {
      static isSupported = () => true;
      readonly #made: { title: string; body?: string; click: () => void };
      constructor(options: { title: string; body?: string }) {
        electron.#afterReady('Notification');
        this.#made = { ...options, click: () => undefined };
      }
      on(_event: 'click', listener: () => void): void {
        this.#made.click = listener;
      }
      show(): void {
        electron.shown.push(this.#made);
      }
    };
  }

  #trayClass(): ElectronLike['Tray'] {
    const electron = this;
    return class {
      constructor(icon: string) {
        electron.#afterReady('Tray');
        electron.log.push(`tray ${icon.split('/').at(-1)}`);
      }
      on = () => undefined;
      setToolTip = () => undefined;
      destroy = () => undefined;
      setContextMenu(menu: BuiltMenu): void {
        electron.menus.push(menu as unknown as MenuItem[]);
      }
    };
  }
}

const storeKey = randomBytes(16);

/** The web preferences that must be set explicitly, because another Electron version may change their defaults. */
function refuseInsecure(given: object): void {
  const wanted = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false };
  const preferences = given as Record<string, unknown>;
  for (const [name, value] of Object.entries(wanted)) {
    if (preferences[name] !== value) throw new Error(`A window with ${name}: ${String(preferences[name])} is refused.`);
  }
  for (const name of ['enableRemoteModule', 'allowRunningInsecureContent', 'nodeIntegrationInSubFrames', 'nodeIntegrationInWorker']) {
    if (preferences[name] === true) throw new Error(`A window with ${name} is refused.`);
  }
}
