import { openingBounds } from './bounds.ts';
import type { DesktopState } from './desktop-state.ts';
import type { ContentsLike, ElectronLike, Preventable, WebPreferences, WindowLike } from './electron-like.ts';
import { appOrigin } from './origins.ts';

export interface WindowsOptions {
  readonly electron: ElectronLike;
  readonly preload: string;
  readonly state: DesktopState;
  /** True once the app is quitting: only then does closing a window destroy it. */
  readonly isQuitting: () => boolean;
  /** True where closing the window ends the program. */
  readonly endsWithWindow: () => boolean;
}

/** The app's window. When closed it is only hidden, so that it is shown again at once and keeps its state. */
export class Windows {
  readonly #options: WindowsOptions;
  #window: WindowLike | undefined;

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  get current(): WindowLike | undefined {
    return this.#window?.isDestroyed() === false ? this.#window : undefined;
  }

  owns(contents: ContentsLike): boolean {
    return this.current?.webContents === contents;
  }

  /** Brings the window to the front, or opens one where there is none. */
  show(): void {
    const window = this.current;
    if (window === undefined) {
      // The page was loaded before.
      void this.open(true).catch(() => undefined);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    this.#options.electron.app.focus();
  }

  /** Opens the window, and resolves when its page is loaded; one that starts minimised is hidden. */
  async open(visible: boolean): Promise<void> {
    const { electron, state } = this.#options;
    const { bounds, maximized } = state.now;
    const displays = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = new electron.BrowserWindow({
      ...openingBounds(bounds, displays),
      minWidth: 480,
      minHeight: 360,
      title: 'Atelier',
      show: false,
      autoHideMenuBar: true,
      webPreferences: webPreferences(this.#options.preload),
    });
    this.#window = window;
    window.on('close', event => this.#close(window, event));
    window.once('ready-to-show', () => {
      if (!visible) return;
      if (maximized === true) window.maximize();
      window.show();
    });
    await window.loadURL(`${appOrigin}/`);
  }

  /** Stores the bounds of the window, for the next start. */
  remember(): void {
    const window = this.current;
    if (window !== undefined) this.#options.state.set({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  }

  #close(window: WindowLike, event: Preventable): void {
    this.remember();
    if (this.#options.isQuitting()) return;
    event.preventDefault();
    if (this.#options.endsWithWindow()) return this.#options.electron.app.quit();
    window.hide();
  }
}

/** E1: the only place where a page of ours is opened. */
function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
  };
}
