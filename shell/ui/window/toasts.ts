import type { Handle } from '@atelier/kernel';
import type { ShownToast } from '@atelier/kernel/ui';

const mostWaiting = 20;
const mostOffers = 50;

interface Offer {
  readonly command: string;
  readonly args: unknown;
  readonly from: string;
}

/** The toasts of the window. They wait until an element shows toasts. */
export class Toasts {
  readonly #followers = new Set<(toast: ShownToast) => void>();
  #waiting: ShownToast[] = [];
  readonly #offers = new Map<number, Offer>();
  #count = 0;

  /** `from` is the extension that shows it, and on whose behalf its action runs. */
  add(toast: Omit<ShownToast, 'id'>, from: string): void {
    this.#count += 1;
    if (toast.action !== undefined) this.#offers.set(this.#count, { command: toast.action.command, args: toast.action.args, from });
    // The oldest toasts are no longer on the screen.
    if (this.#offers.size > mostOffers) this.#offers.delete(this.#offers.keys().next().value!);
    const shown: ShownToast = { ...toast, id: this.#count };
    if (this.#followers.size === 0) this.#waiting = [...this.#waiting, shown].slice(-mostWaiting);
    for (const follower of [...this.#followers]) follower(shown);
  }

  /** The action of a toast; only once. */
  take(id: number): Offer | undefined {
    const offer = this.#offers.get(id);
    this.#offers.delete(id);
    return offer;
  }

  follow(follower: (toast: ShownToast) => void): Handle {
    this.#followers.add(follower);
    for (const toast of this.#waiting.splice(0)) follower(toast);
    return { dispose: () => void this.#followers.delete(follower) };
  }
}
