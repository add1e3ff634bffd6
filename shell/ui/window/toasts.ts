import type { Handle } from '@atelier/kernel';
import type { ShownToast } from '@atelier/kernel/ui';

const mostWaiting = 20;

/** What is said in passing. What is said before anybody shows toasts waits for them. */
export class Toasts {
  readonly #followers = new Set<(toast: ShownToast) => void>();
  #waiting: ShownToast[] = [];
  #count = 0;

  add(toast: Omit<ShownToast, 'id'>): void {
    this.#count += 1;
    const shown: ShownToast = { ...toast, id: this.#count };
    if (this.#followers.size === 0) this.#waiting = [...this.#waiting, shown].slice(-mostWaiting);
    for (const follower of [...this.#followers]) follower(shown);
  }

  follow(follower: (toast: ShownToast) => void): Handle {
    this.#followers.add(follower);
    for (const toast of this.#waiting.splice(0)) follower(toast);
    return { dispose: () => void this.#followers.delete(follower) };
  }
}
