import type { Handle } from '@atelier/kernel';

type Listener = (event: unknown) => void;

/** The event of every channel after the connection was lost and opened again: events may have been missed, so read again. */
export const reopened = '$reopened';

export interface SubscriptionsOptions {
  readonly subscribe: (channel: string) => void;
  readonly unsubscribe: (channel: string) => void;
  readonly report: (error: unknown) => void;
}

/** The listeners of each event. A channel is subscribed to while it has at least one. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #channels = new Map<string, number>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  on(to: string, listener: Listener): Handle {
    // A function of its own, so that a listener added twice is removed one at a time.
    const own: Listener = event => listener(event);
    const listeners = this.#listeners.get(to) ?? new Set<Listener>();
    this.#listeners.set(to, listeners.add(own));
    if (!isLocal(to)) this.#count(channelOf(to), 1);
    return {
      dispose: () => {
        if (!listeners.delete(own)) return;
        if (listeners.size === 0 && this.#listeners.get(to) === listeners) this.#listeners.delete(to);
        if (!isLocal(to)) this.#count(channelOf(to), -1);
      },
    };
  }

  /** An error of one listener is reported, and the others are still called. */
  publish(to: string, event: unknown): void {
    for (const listener of [...(this.#listeners.get(to) ?? [])]) {
      try {
        listener(event);
      } catch (error) {
        this.#options.report(error);
      }
    }
  }

  /** Subscribes again over a new connection, then publishes `reopened` on every channel. */
  renew(): void {
    for (const channel of this.#channels.keys()) this.#options.subscribe(channel);
    for (const to of [...this.#listeners.keys()]) if (to.endsWith(`:${reopened}`)) this.publish(to, undefined);
  }

  #count(channel: string, change: 1 | -1): void {
    const count = (this.#channels.get(channel) ?? 0) + change;
    if (count > 0) this.#channels.set(channel, count);
    else this.#channels.delete(channel);
    if (count === 1 && change === 1) this.#options.subscribe(channel);
    if (count === 0) this.#options.unsubscribe(channel);
  }
}

/** `atelier:acp` of `atelier:acp:event`. */
function channelOf(to: string): string {
  return to.slice(0, to.lastIndexOf(':'));
}

/** Events published by the link itself, or sent by the host to every page; the kernel has no channel for them. */
function isLocal(to: string): boolean {
  return to.endsWith(`:${reopened}`) || to.startsWith('host:');
}
