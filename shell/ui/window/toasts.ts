import type { Handle } from '@atelier/kernel';
import type { ShownToast } from '@atelier/kernel/ui';

const maxPending = 20;
const maxActions = 50;

interface ToastAction {
  readonly command: string;
  readonly args: unknown;
  readonly from: string;
}

/** The toasts of the window. They are kept until an element subscribes to show them. */
export class Toasts {
  readonly #listeners = new Set<(toast: ShownToast) => void>();
  #pending: ShownToast[] = [];
  readonly #actions = new Map<number, ToastAction>();
  #count = 0;

  /** `from` is the extension that shows it, and on whose behalf its action runs. */
  add(toast: Omit<ShownToast, 'id'>, from: string): void {
    this.#count += 1;
    if (toast.action !== undefined) this.#actions.set(this.#count, { command: toast.action.command, args: toast.action.args, from });
    // The oldest toasts are no longer on screen.
    if (this.#actions.size > maxActions) this.#actions.delete(this.#actions.keys().next().value!);
    const shown: ShownToast = { ...toast, id: this.#count };
    if (this.#listeners.size === 0) this.#pending = [...this.#pending, shown].slice(-maxPending);
    for (const listener of [...this.#listeners]) listener(shown);
  }

  /** Returns and removes the action of a toast. */
  take(id: number): ToastAction | undefined {
    const action = this.#actions.get(id);
    this.#actions.delete(id);
    return action;
  }

  subscribe(listener: (toast: ShownToast) => void): Handle {
    this.#listeners.add(listener);
    for (const toast of this.#pending.splice(0)) listener(toast);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}
