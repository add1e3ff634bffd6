interface Shown {
  readonly focused: boolean;
  readonly conversation: string | undefined;
  readonly at: number;
}

/** Which conversation each open window shows, and which window has the focus. */
export class Presence {
  readonly #windows = new Map<string, Shown>();
  /** The newest connection of each window. */
  readonly #connections = new Map<string, AbortSignal>();

  /** Resolves when the window is gone, and forgets it; a window that came back over another connection is not forgotten. */
  async attend(window: string, connection: AbortSignal): Promise<void> {
    this.#connections.set(window, connection);
    if (!connection.aborted) await new Promise(resolve => connection.addEventListener('abort', resolve, { once: true }));
    if (this.#connections.get(window) !== connection) return;
    this.#connections.delete(window);
    this.#windows.delete(window);
  }

  report(window: string, focused: boolean, conversation: string | undefined, at: number): void {
    this.#windows.delete(window);
    this.#windows.set(window, { focused, conversation, at });
    // A report may arrive after its window was forgotten; the oldest are dropped.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size <= maxWindows) break;
      this.#windows.delete(key);
    }
  }

  /** Whether a window with the focus shows this conversation. */
  isSeen(conversation: string): boolean {
    return [...this.#windows.values()].some(shown => shown.focused && shown.conversation === conversation);
  }

  get isFocused(): boolean {
    return [...this.#windows.values()].some(shown => shown.focused);
  }

  /** The window that the person used last. */
  get lastUsed(): string | undefined {
    return [...this.#windows].findLast(([, shown]) => shown.focused)?.[0] ?? [...this.#windows.keys()].at(-1);
  }
}

const maxWindows = 20;
