/** The part of Electron that we use: narrow enough for a fake, and compared with Electron's own types below. */
export interface ElectronLike {
  readonly app: AppLike;
  readonly BrowserWindow: new (options: WindowOptions) => WindowLike;
  readonly dialog: {
    showOpenDialog(window: object, options: FolderDialog): Promise<{ canceled: boolean; filePaths: string[] }>;
    showErrorBox(title: string, content: string): void;
    showMessageBox(options: Question): Promise<{ response: number }>;
  };
  readonly ipcMain: { on(channel: string, listener: (event: IpcEvent) => void): unknown };
  readonly Menu: { buildFromTemplate(template: MenuItem[]): BuiltMenu; setApplicationMenu(menu: null): void };
  readonly MessageChannelMain: new () => { readonly port1: PortLike; readonly port2: PortLike };
  readonly Notification: (new (options: { title: string; body?: string }) => NotificationLike) & { isSupported(): boolean };
  readonly powerMonitor: { on(event: 'resume', listener: () => void): unknown };
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: { scheme: string; privileges: SchemePrivileges }[]): void;
    handle(scheme: string, answer: (request: Request) => Promise<Response>): void;
  };
  readonly safeStorage: SafeStorageLike;
  readonly screen: { getAllDisplays(): { readonly workArea: Bounds }[] };
  readonly shell: { openExternal(url: string): Promise<void>; openPath(path: string): Promise<string> };
  readonly Tray: new (icon: string) => TrayLike;
  readonly utilityProcess: { fork(file: string, args?: string[], options?: ProcessOptions): ProcessLike };
}

export interface AppLike {
  readonly isPackaged: boolean;
  name: string;
  enableSandbox(): void;
  exit(code?: number): void;
  focus(): void;
  getVersion(): string;
  getPreferredSystemLanguages(): string[];
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown;
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown;
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown;
  on(event: 'second-instance', listener: (event: Preventable, argv: string[]) => void): unknown;
  on(event: 'web-contents-created', listener: (event: Preventable, contents: ContentsLike) => void): unknown;
  quit(): void;
  relaunch(options: { execPath: string; args: string[] }): void;
  requestSingleInstanceLock(): boolean;
  setAppUserModelId(id: string): void;
  setAsDefaultProtocolClient(scheme: string, path?: string, args?: string[]): boolean;
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void;
  setPath(name: 'userData' | 'sessionData', path: string): void;
  whenReady(): Promise<void>;
}

export interface Preventable {
  preventDefault(): void;
}

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The preferences of every window. */
export interface WebPreferences {
  readonly preload: string;
  readonly sandbox: true;
  readonly contextIsolation: true;
  readonly nodeIntegration: false;
  readonly nodeIntegrationInSubFrames: false;
  readonly nodeIntegrationInWorker: false;
  readonly webSecurity: true;
  readonly webviewTag: false;
  readonly allowRunningInsecureContent: false;
  readonly navigateOnDragDrop: false;
}

export interface WindowOptions extends Partial<Bounds> {
  minWidth: number;
  minHeight: number;
  title: string;
  show: false;
  autoHideMenuBar: true;
  webPreferences: WebPreferences;
}

export interface WindowLike {
  readonly webContents: ContentsLike;
  focus(): void;
  getNormalBounds(): Bounds;
  hide(): void;
  isDestroyed(): boolean;
  isMaximized(): boolean;
  isMinimized(): boolean;
  isVisible(): boolean;
  loadURL(url: string): Promise<void>;
  maximize(): void;
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
  restore(): void;
  show(): void;
}

export interface ContentsLike {
  readonly session: SessionLike;
  readonly mainFrame: FrameLike;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  on(event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', listener: (event: Navigation) => void): unknown;
  setWindowOpenHandler(decide: (details: { url: string }) => { action: 'deny' }): void;
}

export interface Navigation extends Preventable {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly frame: { readonly url: string } | null;
}

export interface SessionLike {
  setPermissionRequestHandler(decide: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void): void;
  setPermissionCheckHandler(decide: () => boolean): void;
  setDevicePermissionHandler(decide: () => boolean): void;
  setDisplayMediaRequestHandler(decide: (request: unknown, answer: (streams: null) => void) => void): void;
}

export interface FrameLike {
  readonly origin: string;
  readonly parent: FrameLike | null;
  postMessage(channel: string, message: unknown, transfer?: PortLike[]): void;
}

export interface IpcEvent {
  readonly sender: ContentsLike;
  /** `null` where the frame is gone by now. */
  readonly senderFrame: FrameLike | null;
}

export interface PortLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

export interface ProcessLike {
  readonly pid: number | undefined;
  postMessage(message: unknown, transfer?: PortLike[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

export interface ProcessOptions {
  env: Record<string, string>;
  serviceName: string;
  stdio: 'inherit';
}

/** `process.parentPort` of the kernel's process. */
export interface ParentPortLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown; ports: PortLike[] }) => void): unknown;
}

export interface SchemePrivileges {
  standard: true;
  secure: true;
  supportFetchAPI: true;
  corsEnabled?: true;
  stream?: true;
}

export interface SafeStorageLike {
  isEncryptionAvailable(): boolean;
  /** Linux only. */
  getSelectedStorageBackend(): string;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
}

export interface MenuItem {
  label?: string;
  type?: 'normal' | 'separator' | 'checkbox';
  checked?: boolean;
  click?: () => void;
}

/** Created by Electron and passed back to it; opaque to us. */
export type BuiltMenu = import('electron').Menu;

export interface TrayLike {
  on(event: 'click', listener: () => void): unknown;
  setContextMenu(menu: BuiltMenu): void;
  setToolTip(text: string): void;
  destroy(): void;
}

export interface NotificationLike {
  on(event: 'click', listener: () => void): unknown;
  show(): void;
}

interface Question {
  type: 'warning';
  title: string;
  message: string;
  buttons: string[];
  defaultId: number;
  cancelId: number;
}

interface FolderDialog {
  properties: ('openDirectory' | 'createDirectory')[];
}

type Assert<Proven extends true> = Proven;

/** Compares the types above with those that Electron publishes: a member with another name or type does not compile. */
export type RealElectronFits = Assert<typeof import('electron') extends ElectronLike ? true : false>;
export type RealParentPortFits = Assert<import('electron').ParentPort extends ParentPortLike ? true : false>;
