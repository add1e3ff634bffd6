import { AppError, type ChannelShape, type Client, type Handle } from '@atelier/kernel';
import type { LinkStatus } from '@atelier/kernel/ui';

/** The part of the page's link that `Subscriptions` uses. */
export interface SubscriptionLink {
  call(to: string, params: unknown, signal?: AbortSignal, from?: string): Promise<unknown>;
  tap(listener: (to: string, body: unknown) => void): Handle;
  onStatus(listener: (status: LinkStatus) => void): Handle;
}

export interface SubscriptionsOptions {
  readonly link: SubscriptionLink;
  readonly from: string;
  readonly local: (channel: string) => Client<ChannelShape> | undefined;
  readonly send: (to: string, body: unknown) => void;
}

interface Subscription {
  /** Events received before the kernel allowed the subscription; undefined after that. */
  buffered: { to: string; body: unknown }[] | undefined;
  /** The events that the extension may receive, from the kernel. */
  events: ReadonlySet<string>;
}

/** The events of the window that a frame may receive. The others would reveal other extensions. */
export const windowEvents: readonly string[] = ['layoutChanged'];
const maxBuffered = 1000;

/** The channels that a frame subscribes to. The kernel is called on behalf of its extension: once per channel, and again after a reconnect. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #remote = new Map<string, Subscription>();
  readonly #local = new Map<string, readonly Handle[]>();
  readonly #handles: readonly Handle[];
  #isDisconnected = false;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#handles = [options.link.tap((to, body) => this.#forward(to, body)), options.link.onStatus(status => this.#onStatus(status))];
  }

  get size(): number {
    return this.#remote.size + this.#local.size;
  }

  async subscribe(channel: string): Promise<void> {
    if (this.#remote.has(channel) || this.#local.has(channel)) return;
    const client = this.#options.local(channel);
    if (client === undefined) {
      this.#remote.set(channel, { buffered: [], events: new Set() });
      return this.#subscribeRemote(channel);
    }
    const names = channel === 'window' ? windowEvents : [];
    const handles = names.map(name => client.on(name, event => this.#options.send(`${channel}:${name}`, event)));
    this.#local.set(channel, handles);
  }

  async unsubscribe(channel: string): Promise<void> {
    for (const handle of this.#local.get(channel) ?? []) await handle.dispose();
    this.#local.delete(channel);
    if (this.#remote.delete(channel)) await this.#options.link.call('kernel:unsubscribe', { channel }, undefined, this.#options.from);
  }

  close(): void {
    for (const handle of this.#handles) void handle.dispose();
    for (const channel of [...this.#remote.keys(), ...this.#local.keys()]) this.unsubscribe(channel).catch(() => undefined);
  }

  /** If the page itself has subscribed, events may arrive before the kernel's answer; they are buffered until the kernel has allowed the subscription. */
  async #subscribeRemote(channel: string): Promise<void> {
    const subscription = this.#remote.get(channel);
    try {
      const answer = await this.#options.link.call('kernel:subscribe', { channel }, undefined, this.#options.from);
      if (subscription !== undefined) subscription.events = new Set((answer as { readonly events: readonly string[] }).events);
    } catch (error) {
      // Without a connection, `#onStatus` subscribes after the reconnect.
      if (error instanceof AppError && error.code === 'link/closed') return;
      if (this.#remote.get(channel) === subscription) this.#remote.delete(channel);
      throw error;
    }
    if (subscription === undefined || this.#remote.get(channel) !== subscription) return;
    const waiting = subscription.buffered ?? [];
    subscription.buffered = undefined;
    for (const { to, body } of waiting) this.#forward(to, body);
  }

  #forward(to: string, body: unknown): void {
    const colon = to.lastIndexOf(':');
    const channel = to.slice(0, colon);
    if (to === 'kernel:extensionsChanged' && (body as { readonly id: string }).id === this.#options.from) this.#renew();
    const subscription = this.#remote.get(channel);
    if (subscription === undefined) return;
    if (subscription.buffered === undefined) {
      if (subscription.events.has(to.slice(colon + 1))) this.#options.send(to, body);
    } else if (subscription.buffered.length < maxBuffered) subscription.buffered.push({ to, body });
  }

  /** The rights of the extension may have changed: events are sent by the new ones, from the kernel's answer on. */
  #renew(): void {
    const { link, from } = this.#options;
    for (const [channel, subscription] of this.#remote) {
      link.call('kernel:subscribe', { channel }, undefined, from).then(
        answer => {
          subscription.events = new Set((answer as { readonly events: readonly string[] }).events);
          return link.call('kernel:unsubscribe', { channel }, undefined, from);
        },
        () => {
          subscription.events = new Set();
        },
      );
    }
  }

  #onStatus(status: LinkStatus): void {
    if (status === 'reconnecting') this.#isDisconnected = true;
    if (status !== 'open' || !this.#isDisconnected) return;
    this.#isDisconnected = false;
    for (const channel of this.#remote.keys()) {
      this.#remote.set(channel, { buffered: [], events: new Set() });
      this.#subscribeRemote(channel).then(
        () => this.#options.send(`${channel}:$reopened`, undefined),
        () => undefined,
      );
    }
  }
}
