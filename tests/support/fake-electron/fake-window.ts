import { EventEmitter } from 'node:events';
import { runInNewContext } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import type {
  Bounds,
  ContentsLike,
  FrameLike,
  IpcEvent,
  Navigation,
  PortLike,
  SessionLike,
  WindowLike,
  WindowOptions,
} from '../../../shell/electron/electron-like.ts';
import type { FakePort } from './fake-ports.ts';

type Exposed = Record<string, unknown>;

/** A frame of a page; the main one runs the preload script. */
export class FakeFrame implements FrameLike {
  readonly url: string;
  readonly origin: string;
  readonly parent: FakeFrame | null;
  /** The functions that the preload script exposed on the page's window. */
  readonly exposed: Exposed = {};
  readonly #heard = new Map<string, (event: { ports: MessagePort[] }) => void>();
  readonly #portListeners: ((port: MessagePort) => void)[] = [];

  constructor(url: string, parent: FakeFrame | null) {
    this.url = url;
    this.origin = new URL(url).protocol + (url.startsWith('data:') ? '' : `//${new URL(url).host}`);
    this.parent = parent;
  }

  postMessage(channel: string, _message: unknown, transfer: readonly PortLike[] = []): void {
    const ports = transfer.map(port => (port as FakePort).giveAway());
    setImmediate(() => this.#heard.get(channel)?.({ ports }));
  }

  /** Runs the built preload script as a sandboxed renderer does: only `electron` can be required. */
  runPreload(script: string, send: (channel: string) => void): void {
    const contextBridge = {
      exposeInMainWorld: (name: string, value: unknown) => {
        if (typeof value !== 'function') throw new Error(`${name} is no function.`);
        this.exposed[name] = value;
      },
    };
    const ipcRenderer = {
      on: (channel: string, listener: (event: { ports: MessagePort[] }) => void) => void this.#heard.set(channel, listener),
      send,
    };
    const require = (name: string) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return { contextBridge, ipcRenderer };
    };
    const window = {
      postMessage: (message: string, origin: string, [port]: readonly MessagePort[]) => {
        if (origin !== this.origin || message !== 'atelier:port' || port === undefined) throw new Error('A port for nobody.');
        this.#portListeners.shift()?.(port);
      },
    };
    runInNewContext(script, { require, window, location: { origin: this.origin }, module: { exports: {} }, exports: {} });
  }

  /** Resolves with the next port. */
  nextPort(): Promise<MessagePort> {
    return new Promise(resolve => this.#portListeners.push(resolve));
  }
}

export class FakeSession implements SessionLike {
  requested: ((contents: unknown, permission: string, answer: (granted: boolean) => void) => void) | undefined;
  checked: (() => boolean) | undefined;
  device: (() => boolean) | undefined;
  media: ((request: unknown, answer: (streams: null) => void) => void) | undefined;
  setPermissionRequestHandler(decide: NonNullable<FakeSession['requested']>): void {
    this.requested = decide;
  }
  setPermissionCheckHandler(decide: () => boolean): void {
    this.checked = decide;
  }
  setDevicePermissionHandler(decide: () => boolean): void {
    this.device = decide;
  }
  setDisplayMediaRequestHandler(decide: NonNullable<FakeSession['media']>): void {
    this.media = decide;
  }
}

export class FakeContents extends EventEmitter implements ContentsLike {
  readonly session = new FakeSession();
  mainFrame: FakeFrame = new FakeFrame('about:blank', null);
  openDecision: ((details: { url: string }) => { action: 'deny' }) | undefined;

  setWindowOpenHandler(decide: (details: { url: string }) => { action: 'deny' }): void {
    this.openDecision = decide;
  }

  /** Whether the navigation of a page is allowed. */
  navigates(name: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', url: string, frame?: FakeFrame): boolean {
    let prevented = false;
    const event: Navigation = {
      url,
      isMainFrame: frame === undefined,
      frame: frame ?? this.mainFrame,
      preventDefault: () => {
        prevented = true;
      },
    };
    this.emit(name, event);
    return !prevented;
  }
}

export interface WindowWorld {
  readonly preloadScript: string;
  ipc(channel: string, event: IpcEvent): void;
  load(url: string): Promise<Response>;
}

export class FakeWindow extends EventEmitter implements WindowLike {
  readonly options: WindowOptions;
  readonly webContents = new FakeContents();
  readonly did: string[] = [];
  bounds: Bounds;
  visible = false;
  minimized = false;
  maximized = false;
  destroyed = false;
  loaded = Promise.withResolvers<Response>();
  readonly #world: WindowWorld;

  constructor(options: WindowOptions, world: WindowWorld) {
    super();
    this.options = options;
    this.#world = world;
    this.bounds = { x: 10, y: 20, width: options.width ?? 800, height: options.height ?? 600 };
  }

  async loadURL(url: string): Promise<void> {
    const frame = new FakeFrame(url, null);
    this.webContents.mainFrame = frame;
    frame.runPreload(this.#world.preloadScript, channel => this.ipcFrom(frame, channel));
    this.loaded.resolve(await this.#world.load(url));
    this.emit('ready-to-show');
  }

  /** Sends an IPC message as if from `frame`. */
  ipcFrom(frame: FakeFrame | null, channel: string): void {
    this.#world.ipc(channel, { sender: this.webContents, senderFrame: frame });
  }

  /** Closes the window as the person does; true if the window prevented it. */
  userCloses(): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit('close', { preventDefault });
    if (!prevented) this.destroyed = true;
    return prevented;
  }

  focus(): void {
    this.did.push('focus');
  }
  getNormalBounds(): Bounds {
    return this.bounds;
  }
  hide(): void {
    this.visible = false;
    this.did.push('hide');
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isVisible(): boolean {
    return this.visible;
  }
  maximize(): void {
    this.maximized = true;
  }
  restore(): void {
    this.minimized = false;
    this.did.push('restore');
  }
  show(): void {
    this.visible = true;
    this.did.push('show');
  }
}
