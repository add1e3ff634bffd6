import type { ElectronLike } from './electron-like.ts';

/** Quits: requests the end of everything, waits for a bounded time, then exits in any case. */
export class Quit {
  #isQuitting = false;

  constructor({ app }: ElectronLike, end: () => Promise<void>) {
    app.on('before-quit', event => {
      event.preventDefault();
      if (this.#isQuitting) return;
      this.#isQuitting = true;
      void end().finally(() => app.exit(0));
    });
    // Without this, Electron quits when the last window is gone.
    app.on('window-all-closed', () => undefined);
  }

  get isQuitting(): boolean {
    return this.#isQuitting;
  }
}
