import { type AppError, isAppError } from '@atelier/kernel';
import { type AppWindow, openWindow, type WindowOptions } from './open-window.ts';

/** The one browser that shows this profile: opened at the first call, brought to the front after that. */
export class AppWindows {
  readonly #options: WindowOptions;
  readonly #onClosed: () => void;
  #window: Promise<AppWindow | AppError> | undefined;
  #ending = false;

  /** `onClosed` is called when the person has closed the last window. */
  constructor(options: WindowOptions, onClosed: () => void) {
    this.#options = options;
    this.#onClosed = onClosed;
  }

  /** Brings a window to the front; returns the error where none can be opened. */
  async show(): Promise<AppError | undefined> {
    if (this.#window === undefined) this.#window = this.#open();
    else await this.#focus(this.#window);
    const opened = await this.#window;
    if (!isAppError(opened)) return undefined;
    this.#window = undefined;
    return opened;
  }

  async close(): Promise<void> {
    this.#ending = true;
    const window = await this.#window;
    if (window !== undefined && !isAppError(window)) await window.close();
  }

  async #open(): Promise<AppWindow | AppError> {
    const opened = await openWindow(this.#options);
    if (!isAppError(opened)) void opened.closed.then(() => this.#forget());
    return opened;
  }

  async #focus(opening: Promise<AppWindow | AppError>): Promise<void> {
    const window = await opening;
    // A closing window cannot come to the front; the next start opens another.
    if (!isAppError(window)) await window.focus().catch(() => undefined);
  }

  #forget(): void {
    this.#window = undefined;
    if (!this.#ending) this.#onClosed();
  }
}
