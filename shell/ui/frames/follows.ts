import { AppError, type ChannelShape, type Client, type Handle } from '@atelier/kernel';
import type { LinkStatus } from '@atelier/kernel/ui';

/** What is needed of the page's link to follow channels on behalf of a frame. */
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
  /** Events of the time before the kernel agreed; undefined once it has. */
  held: { to: string; body: unknown }[] | undefined;
}

/** Events that channels of the window, and the kernel itself, have for everybody. What others are up to is not for strangers. */
const openEvents: ReadonlyMap<string, readonly string[]> = new Map([
  ['window', ['layoutChanged']],
  ['kernel', ['contributionsChanged']],
]);
const mostHeld = 1000;

/** The channels that one frame follows, asked of the kernel in its name: at most once each, and again over a new connection. */
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
      this.#remote.set(channel, { held: [] });
      return this.#ask(channel);
    }
    const names = openEvents.get(channel) ?? [];
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

  /** The page itself may follow the channel, so its events are here already; the frame gets them when the kernel has agreed. */
  async #ask(channel: string): Promise<void> {
    const asked = this.#remote.get(channel);
    try {
      await this.#parts.link.call('kernel:subscribe', { channel }, undefined, this.#parts.from);
    } catch (error) {
      // Without a connection it is asked again when there is one.
      if (error instanceof AppError && error.code === 'link/closed') return;
      if (this.#remote.get(channel) === asked) this.#remote.delete(channel);
      throw error;
    }
    if (asked === undefined || this.#remote.get(channel) !== asked) return;
    for (const { to, body } of asked.held ?? []) this.#parts.send(to, body);
    asked.held = undefined;
  }

  #pass(to: string, body: unknown): void {
    const colon = to.lastIndexOf(':');
    const channel = to.slice(0, colon);
    const follow = this.#remote.get(channel);
    if (follow === undefined || openEvents.get(channel)?.includes(to.slice(colon + 1)) === false) return;
    if (follow.held === undefined) this.#parts.send(to, body);
    else if (follow.held.length < mostHeld) follow.held.push({ to, body });
  }

  #connection(status: LinkStatus): void {
    if (status === 'reconnecting') this.#lost = true;
    if (status !== 'open' || !this.#lost) return;
    this.#lost = false;
    for (const channel of this.#remote.keys()) {
      this.#remote.set(channel, { held: [] });
      this.#ask(channel).then(
        () => this.#parts.send(`${channel}:$reopened`, undefined),
        () => undefined,
      );
    }
  }
}
