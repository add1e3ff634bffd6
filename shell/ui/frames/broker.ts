import { type AppError, type ChannelShape, type Client, isAppError, type Locale } from '@atelier/kernel';
import type { Frame } from '@atelier/schemas/frame.ts';
import { validateFrame } from '@atelier/schemas/frame.validate.js';
import { frameErrors } from './errors.ts';
import { Bucket, classify, type FrameLimits } from './limits.ts';
import { type SubscriptionLink, Subscriptions } from './subscriptions.ts';

/** What the shell provides for one frame. */
export interface BrokerOptions {
  readonly port: MessagePort;
  /** The extension of the view, set by the shell and not by the frame. */
  readonly from: string;
  readonly title: string;
  readonly link: SubscriptionLink;
  readonly local: (channel: string, from: string) => Client<ChannelShape> | undefined;
  readonly run: (command: string, args: unknown, from: string) => Promise<unknown>;
  /** Called with each report of the frame about its view, such as `shown` and `size`. Throws if the report is invalid. */
  readonly onReport: (member: string, params: Readonly<Record<string, unknown>>) => void;
  readonly locale: () => Locale;
  /** Called after the frame broke a limit and was closed. */
  readonly onFail: (error: AppError) => void;
  readonly limits: FrameLimits;
  readonly now: () => number;
}

type Params = Readonly<Record<string, unknown>>;

/** Kernel calls that a third-party view may never make: they would change the state of the whole page. */
const forbiddenCalls: readonly string[] = ['kernel:hello'];

/**
 * The only connection of a frame. Each message is validated first; calls are forwarded on behalf of the frame's extension and
 * answered under the frame's own ids. Breaking a limit closes the port permanently.
 */
export class FrameBroker {
  readonly #options: BrokerOptions;
  readonly #bucket: Bucket;
  readonly #subscriptions: Subscriptions;
  readonly #calls = new Map<number, AbortController>();
  readonly #pings = new Map<number, () => void>();
  #invalidCount = 0;
  #lastPing = 0;
  #closed = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    const { port, link, from, limits } = options;
    this.#bucket = new Bucket(limits.perSecond, limits.burst, options.now);
    this.#subscriptions = new Subscriptions({
      link,
      from,
      local: channel => options.local(channel, from),
      send: (to, body) => this.sendEvent(to, body),
    });
    port.addEventListener('message', event => this.#receive(event));
    port.start();
  }

  /** Sends an event to the frame. */
  sendEvent(to: string, body: unknown): void {
    if (!this.#closed) this.#send({ v: 1, id: 0, kind: 'event', to, body });
  }

  /** Pings the frame; `answered` is called when it answers. */
  ping(answered: () => void): void {
    if (this.#closed) return;
    this.#lastPing += 1;
    this.#pings.set(this.#lastPing, answered);
    this.#send({ v: 1, id: this.#lastPing, kind: 'call', to: 'view:ping', body: {} });
  }

  /** Ends every call and subscription of the frame, and its port. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.port.close();
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#pings.clear();
    this.#subscriptions.close();
  }

  #receive({ data, ports }: MessageEvent<unknown>): void {
    if (this.#closed) return;
    const { limits, from: id, title: view } = this.#options;
    if (!this.#bucket.take()) return this.#fail(frameErrors['view/flooded']({ id, view, limit: limits.perSecond }));
    const kind = ports.length > 0 ? 'not-json' : classify(data, limits.size);
    if (kind === 'large') return this.#fail(frameErrors['view/too-large']({ id, view, limit: limits.size / 1024 ** 2 }));
    if (kind === 'not-json') this.#refuse(data, frameErrors['frame/not-sendable']({ id }));
    else if (!validateFrame(data) || !this.#handle(data)) this.#refuse(data, frameErrors['frame/not-a-frame']({ id }));
  }

  /** Handles one message; false where a frame may not send it. */
  #handle(frame: Frame): boolean {
    if (frame.kind === 'call') return this.#handleCall(frame);
    if (frame.kind === 'cancel') {
      this.#calls.get(frame.id)?.abort();
      return true;
    }
    const answered = frame.kind === 'answer' ? this.#pings.get(frame.id) : undefined;
    this.#pings.delete(frame.id);
    answered?.();
    return answered !== undefined;
  }

  #handleCall(frame: Frame): boolean {
    const { limits, from: id, title: view } = this.#options;
    if (this.#calls.has(frame.id)) return false;
    if (this.#calls.size >= limits.calls) this.#fail(frameErrors['view/too-many-calls']({ id, view, limit: limits.calls }));
    else void this.#call(frame);
    return true;
  }

  async #call({ id, to, body }: Frame): Promise<void> {
    const call = new AbortController();
    this.#calls.set(id, call);
    const answer = (answered: object) => {
      this.#calls.delete(id);
      if (!this.#closed) this.#send({ v: 1, id, kind: 'answer', to, body: answered });
    };
    try {
      answer({ ok: true, value: (await this.#dispatch(to, body, call.signal)) ?? null });
    } catch (error) {
      answer({ ok: false, error: this.#toAppError(error, to).toRecord(this.#options.locale()) });
    }
  }

  async #dispatch(to: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { from, link, local, run, onReport, limits } = this.#options;
    const colon = to.lastIndexOf(':');
    const [channel, member] = [to.slice(0, colon), to.slice(colon + 1)];
    const params = asParams(body);
    if (forbiddenCalls.includes(to) || member in Object.prototype) throw frameErrors['frame/not-allowed']({ id: from, to });
    if (channel === 'view') return onReport(member, params);
    if (to === 'kernel:runCommand') return run(String(params.command), params.args, from);
    if (to === 'kernel:unsubscribe') return this.#subscriptions.unsubscribe(String(params.channel));
    if (to === 'kernel:subscribe') {
      if (this.#subscriptions.size >= limits.channels) throw frameErrors['frame/not-allowed']({ id: from, to });
      return this.#subscriptions.subscribe(String(params.channel));
    }
    return local(channel, from)?.call(member, body ?? {}, signal) ?? link.call(to, body ?? {}, signal, from);
  }

  /** Replaces an unexpected error of the window, so that its text does not reach the frame. */
  #toAppError(error: unknown, to: string): AppError {
    return isAppError(error) ? error : frameErrors['frame/failed']({ id: this.#options.from, to }, error);
  }

  #refuse(message: unknown, error: AppError): void {
    const { limits, from, title } = this.#options;
    this.#invalidCount += 1;
    if (this.#invalidCount > limits.unreadable) {
      this.#fail(frameErrors['view/unreadable']({ id: from, view: title, limit: limits.unreadable }));
      return;
    }
    const { id, kind } = asParams(message);
    if (kind !== 'call' || !Number.isSafeInteger(id)) return;
    this.#send({
      v: 1,
      id: id as number,
      kind: 'answer',
      to: 'view:refused',
      body: { ok: false, error: error.toRecord(this.#options.locale()) },
    });
  }

  #fail(error: AppError): void {
    this.close();
    this.#options.onFail(error);
  }

  #send(frame: Frame): void {
    this.#options.port.postMessage(frame);
  }
}

function asParams(value: unknown): Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : {};
}
