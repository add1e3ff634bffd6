import { AppError, type ChannelShape, type Client, type Handle } from '@atelier/kernel';
import type { LinkStatus } from '@atelier/kernel/ui';

/** The part of the page's link that `Follows` uses. */
export interface FollowedLink {
  call(to: string, params: unknown, signal?: AbortSignal, from?: string): Promise<unknown>;
  tap(listener: (to: string, body: unknown) => void): Handle;
  onStatus(listener: (status: LinkStatus) => void): Handle;
}

export interface FollowsParts {
  readonly link: FollowedLink;
  readonly from: string;
  readonly local: (channel: string) => Client<ChannelShape> | undefined;
  readonly send: (to: string, body: unknown) => void;
}

interface Follow {
  /** Events received before the kernel allowed the subscription; undefined after that. */
  buffered: { to: string; body: unknown }[] | undefined;
}

/** The events of window and kernel that a frame may receive. The others would tell a third-party extension about other extensions. */
export const publicEvents: ReadonlyMap<string, readonly string[]> = new Map([
  ['window', ['layoutChanged']],
  ['kernel', ['contributionsChanged']],
]);
const mostBuffered = 1000;

/** The channels that one frame subscribes to. The kernel is asked on behalf of its extension: once a channel, and again over a new connection. */
export class Follows {
  readonly #parts: FollowsParts;
  readonly #remote = new Map<string, Follow>();
  readonly #local = new Map<string, readonly Handle[]>();
  readonly #handles: readonly Handle[];
  #lost = false;

  constructor(parts: FollowsParts) {
    this.#parts = parts;
    this.#handles = [parts.link.tap((to, body) => this.#pass(to, body)), parts.link.onStatus(status => this.#connection(status))];
  }

  get size(): number {
    return this.#remote.size + this.#local.size;
  }

  async follow(channel: string): Promise<void> {
    if (this.#remote.has(channel) || this.#local.has(channel)) return;
    const client = this.#parts.local(channel);
    if (client === undefined) {
      this.#remote.set(channel, { buffered: [] });
      return this.#subscribe(channel);
    }
    const names = publicEvents.get(channel) ?? [];
    const handles = names.map(name => client.on(name, event => this.#parts.send(`${channel}:${name}`, event)));
    this.#local.set(channel, handles);
  }

  async unfollow(channel: string): Promise<void> {
    for (const handle of this.#local.get(channel) ?? []) await handle.dispose();
    this.#local.delete(channel);
    if (this.#remote.delete(channel)) await this.#parts.link.call('kernel:unsubscribe', { channel }, undefined, this.#parts.from);
  }

  close(): void {
    for (const handle of this.#handles) void handle.dispose();
    for (const channel of [...this.#remote.keys(), ...this.#local.keys()]) this.unfollow(channel).catch(() => undefined);
  }

  /** Events may arrive before the kernel's answer, where the page itself has subscribed; the frame gets them once the kernel has allowed it. */
  async #subscribe(channel: string): Promise<void> {
    const follow = this.#remote.get(channel);
    try {
      await this.#parts.link.call('kernel:subscribe', { channel }, undefined, this.#parts.from);
    } catch (error) {
      // Without a connection it is subscribed to when there is one again.
      if (error instanceof AppError && error.code === 'link/closed') return;
      if (this.#remote.get(channel) === follow) this.#remote.delete(channel);
      throw error;
    }
    if (follow === undefined || this.#remote.get(channel) !== follow) return;
    for (const { to, body } of follow.buffered ?? []) this.#parts.send(to, body);
    follow.buffered = undefined;
  }

  #pass(to: string, body: unknown): void {
    const colon = to.lastIndexOf(':');
    const channel = to.slice(0, colon);
    const follow = this.#remote.get(channel);
    if (follow === undefined || publicEvents.get(channel)?.includes(to.slice(colon + 1)) === false) return;
    if (follow.buffered === undefined) this.#parts.send(to, body);
    else if (follow.buffered.length < mostBuffered) follow.buffered.push({ to, body });
  }

  #connection(status: LinkStatus): void {
    if (status === 'reconnecting') this.#lost = true;
    if (status !== 'open' || !this.#lost) return;
    this.#lost = false;
    for (const channel of this.#remote.keys()) {
      this.#remote.set(channel, { buffered: [] });
      this.#subscribe(channel).then(
        () => this.#parts.send(`${channel}:$reopened`, undefined),
        () => undefined,
      );
    }
  }
}
