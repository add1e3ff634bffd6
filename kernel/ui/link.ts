import { AppError, type Channel, type ChannelShape, type Client, type ErrorRecord, type Handle } from '@atelier/kernel';
import type { Frame } from '@atelier/schemas/frame.ts';
import { linkErrors } from './errors.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Connect, Transport } from './transport.ts';

/**
 * connecting: first connection, calls wait. reconnecting: the connection was lost, calls fail. refused: the host refused this
 * page, calls fail, and only `retry` connects again. closed: permanently.
 */
export type LinkStatus = 'connecting' | 'open' | 'reconnecting' | 'refused' | 'closed';

export interface PageLinkOptions {
  readonly connect: Connect;
  /** Sent to the kernel before anything else, so that errors and texts are in this language; omit it where another part sends it. */
  readonly locale?: () => 'fr' | 'en';
  /** Resolves when the next attempt to connect may start. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Receives the errors that have no caller: of a listener that throws, of a subscription that is refused. */
  readonly report: (error: unknown) => void;
}

/** Handles one call that the host makes to the page. */
export type PageHandler = (params: unknown) => Promise<unknown>;

interface Pending {
  readonly frame: Frame;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const firstPauseMs = 250;
const maxPauseMs = 5000;

/**
 * The page's end of a link. Calls get an answer or an `AppError`; events reach their listeners in order; a lost
 * connection is opened again and every subscription renewed.
 */
export class PageLink {
  readonly #options: PageLinkOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #subscriptions: Subscriptions;
  readonly #handlers = new Map<string, PageHandler>();
  readonly #taps = new Set<(to: string, body: unknown) => void>();
  readonly #statusListeners = new Set<(status: LinkStatus) => void>();
  #transport: Transport | undefined;
  #status: LinkStatus = 'connecting';
  #count = 0;

  constructor(options: PageLinkOptions) {
    this.#options = options;
    this.#subscriptions = new Subscriptions({
      subscribe: channel => this.#tell('kernel:subscribe', { channel }),
      unsubscribe: channel => this.#tell('kernel:unsubscribe', { channel }),
      report: options.report,
    });
    void this.#connect();
  }

  get status(): LinkStatus {
    return this.#status;
  }

  onStatus(listener: (status: LinkStatus) => void): Handle {
    this.#statusListeners.add(listener);
    return { dispose: () => void this.#statusListeners.delete(listener) };
  }

  /** The typed calls and events of a channel, for the page itself or for the view of one extension. */
  client<S extends ChannelShape>(channel: Channel<S>, from?: string): Client<S> {
    return {
      call: async (name, params, signal) =>
        (await this.call(`${channel.id}:${name}`, params, signal, from)) as S['calls'][typeof name]['result'],
      on: (name, listener) => this.on(`${channel.id}:${name}`, listener as (event: unknown) => void),
    };
  }

  /** `from` is the extension on whose behalf the page calls; the kernel lets it do what its manifest declares. */
  call(to: string, params: unknown, signal?: AbortSignal, from?: string): Promise<unknown> {
    if (signal?.aborted === true) return Promise.reject(linkErrors['link/cancelled']({ call: to }, signal.reason));
    if (this.#status === 'refused') return Promise.reject(linkErrors['link/not-admitted']({}));
    if (this.#isDown()) return Promise.reject(linkErrors['link/closed']({ call: to }));
    this.#count += 1;
    const frame: Frame = { v: 1, id: this.#count, kind: 'call', to, body: params, ...(from !== undefined && { from }) };
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#pending.delete(frame.id);
        this.#transport?.send({ v: 1, id: frame.id, kind: 'cancel', to, ...(from !== undefined && { from }) } satisfies Frame);
        reject(linkErrors['link/cancelled']({ call: to }, signal?.reason));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settled = () => signal?.removeEventListener('abort', cancel);
      this.#pending.set(frame.id, {
        frame,
        resolve: value => {
          settled();
          resolve(value);
        },
        reject: error => {
          settled();
          reject(error);
        },
      });
      this.#send(frame);
    });
  }

  /** A call that cannot be sent fails alone; the connection stays. */
  #send(frame: Frame): void {
    void this.#transport?.send(frame)?.then(error => {
      const pending = this.#pending.get(frame.id);
      this.#pending.delete(frame.id);
      pending?.reject(error);
    });
  }

  /** Listens to one event; its channel is subscribed to while it has a listener. */
  on(to: string, listener: (event: unknown) => void): Handle {
    return this.#subscriptions.on(to, listener);
  }

  /** Receives every event of the connection, of all subscriptions; for code that forwards events. */
  tap(listener: (to: string, body: unknown) => void): Handle {
    this.#taps.add(listener);
    return { dispose: () => void this.#taps.delete(listener) };
  }

  /** Sets the handler of one call that the host makes to the page. */
  answer(to: string, handler: PageHandler): Handle {
    this.#handlers.set(to, handler);
    return { dispose: () => void this.#handlers.delete(to) };
  }

  /** Connects again after the host refused this page; another window may have been admitted since. */
  retry(): void {
    if (this.#status !== 'refused') return;
    this.#setStatus('reconnecting');
    void this.#connect();
  }

  close(): void {
    this.#setStatus('closed');
    this.#transport?.close();
    this.#lose();
  }

  async #connect(): Promise<void> {
    let pause = firstPauseMs;
    while (this.#status !== 'closed') {
      try {
        this.#open(await this.#options.connect());
        return;
      } catch (error) {
        if (error instanceof AppError && error.code === 'link/not-admitted') return this.#refuse();
        await this.#options.wait(pause);
        pause = Math.min(pause * 2, maxPauseMs);
      }
    }
  }

  #refuse(): void {
    if (this.#status === 'closed') return;
    this.#setStatus('refused');
    this.#lose(() => linkErrors['link/not-admitted']({}));
  }

  #isDown(): boolean {
    return this.#status === 'closed' || this.#status === 'reconnecting' || this.#status === 'refused';
  }

  #open(transport: Transport): void {
    if (this.#status === 'closed') {
      transport.close();
      return;
    }
    const again = this.#status === 'reconnecting';
    this.#transport = transport;
    transport.onClose(() => {
      if (this.#transport !== transport) return;
      if (this.#status !== 'closed') this.#setStatus('reconnecting');
      this.#lose();
      void this.#connect();
    });
    transport.onMessage(message => {
      for (const frame of Array.isArray(message) ? message : [message]) this.#take(frame as Frame);
    });
    // Only before the first connection can calls be waiting.
    const waiting = [...this.#pending.values()];
    this.#status = 'open';
    if (this.#options.locale !== undefined) this.#tell('kernel:hello', { locale: this.#options.locale() });
    for (const { frame } of waiting) this.#send(frame);
    this.#setStatus('open');
    if (again) this.#subscriptions.renew();
  }

  #take(frame: Frame): void {
    if (frame.kind === 'event') this.#publish(frame.to, frame.body);
    else if (frame.kind === 'events') for (const body of frame.body as unknown[]) this.#publish(frame.to, body);
    else if (frame.kind === 'answer') this.#settle(frame);
    else if (frame.kind === 'call') void this.#serve(frame);
  }

  #publish(to: string, body: unknown): void {
    this.#subscriptions.publish(to, body);
    for (const tap of [...this.#taps]) tap(to, body);
  }

  #settle({ id, body }: Frame): void {
    const pending = this.#pending.get(id);
    // An answer can arrive after its call was cancelled.
    if (pending === undefined) return;
    this.#pending.delete(id);
    const answer = body as { ok: true; value?: unknown } | { ok: false; error: ErrorRecord };
    if (answer.ok) pending.resolve(answer.value);
    else pending.reject(AppError.fromRecord(answer.error));
  }

  async #serve({ id, to, body }: Frame): Promise<void> {
    const answer = (answered: object) => this.#transport?.send({ v: 1, id, kind: 'answer', to, body: answered } satisfies Frame);
    try {
      answer({ ok: true, value: await this.#handlers.get(to)?.(body) });
    } catch (error) {
      this.#options.report(error);
      answer({ ok: false, error: { code: 'page/failed', message: String(error) } });
    }
  }

  #tell(to: string, params: unknown): void {
    // Without a connection nothing is sent: `renew` subscribes when there is one again.
    if (this.#isDown()) return;
    this.call(to, params).catch(error => {
      if (!(error instanceof AppError && /^link\/(?:closed|not-admitted)$/.test(error.code))) this.#options.report(error);
    });
  }

  #lose(why = (call: string) => linkErrors['link/closed']({ call })): void {
    this.#transport = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { frame, reject } of lost) reject(why(frame.to));
  }

  #setStatus(status: LinkStatus): void {
    this.#status = status;
    for (const listener of [...this.#statusListeners]) listener(status);
  }
}
