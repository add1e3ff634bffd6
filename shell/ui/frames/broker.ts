import { type AppError, type ChannelShape, type Client, isAppError, type Locale } from '@atelier/kernel';
import type { Frame } from '@atelier/schemas/frame.ts';
import { validateFrame } from '@atelier/schemas/frame.validate.js';
import { frameErrors } from './errors.ts';
import { type FollowedLink, Follows } from './follows.ts';
import { Bucket, type FrameLimits, judge } from './limits.ts';

/** The shell's side of one frame. */
export interface BrokerParts {
  readonly port: MessagePort;
  /** The extension whose view it is: said by the shell, whatever the frame says. */
  readonly from: string;
  readonly title: string;
  readonly link: FollowedLink;
  readonly local: (channel: string, from: string) => Client<ChannelShape> | undefined;
  readonly run: (command: string, args: unknown, from: string) => Promise<unknown>;
  /** What the frame says of its own view: `shown`, `size`, and so on. Throws where that makes no sense. */
  readonly told: (member: string, params: Readonly<Record<string, unknown>>) => void;
  readonly locale: () => Locale;
  /** The frame broke a limit and is closed already. */
  readonly failed: (error: AppError) => void;
  readonly limits: FrameLimits;
  readonly now: () => number;
}

type Params = Readonly<Record<string, unknown>>;

/** What a view of a stranger never calls of the kernel, whatever the kernel would say: it would be for the whole page. */
const pageOnly: readonly string[] = ['kernel:hello'];

/**
 * Stands between a frame and everything else. Each message is looked at before anything is done with it; calls go on in the
 * name of the frame's extension and come back under the frame's own numbers. A limit that is broken closes the port for good.
 */
export class FrameBroker {
  readonly #parts: BrokerParts;
  readonly #bucket: Bucket;
  readonly #follows: Follows;
  readonly #calls = new Map<number, AbortController>();
  readonly #pings = new Map<number, () => void>();
  #unreadable = 0;
  #pinged = 0;
  #closed = false;

  constructor(parts: BrokerParts) {
    this.#parts = parts;
    const { port, link, from, limits } = parts;
    this.#bucket = new Bucket(limits.perSecond, limits.burst, parts.now);
    this.#follows = new Follows({ link, from, local: channel => parts.local(channel, from), send: (to, body) => this.tell(to, body) });
    port.addEventListener('message', event => this.#receive(event));
    port.start();
  }

  /** Sends an event to the frame. */
  tell(to: string, body: unknown): void {
    if (!this.#closed) this.#send({ v: 1, id: 0, kind: 'event', to, body });
  }

  /** Asks the frame whether it is there; `answered` is called when it is. */
  ping(answered: () => void): void {
    if (this.#closed) return;
    this.#pinged += 1;
    this.#pings.set(this.#pinged, answered);
    this.#send({ v: 1, id: this.#pinged, kind: 'call', to: 'view:ping', body: {} });
  }

  /** Ends every call and subscription of the frame, and its port. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#parts.port.close();
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#pings.clear();
    this.#follows.close();
  }

  #receive({ data, ports }: MessageEvent<unknown>): void {
    if (this.#closed) return;
    const { limits, from: id, title: view } = this.#parts;
    if (!this.#bucket.take()) return this.#fail(frameErrors['view/flooded']({ id, view, limit: limits.perSecond }));
    const judged = ports.length > 0 ? 'odd' : judge(data, limits.size);
    if (judged === 'large') return this.#fail(frameErrors['view/too-large']({ id, view, limit: limits.size / 1024 ** 2 }));
    if (judged === 'odd') this.#refuse(data, frameErrors['frame/not-sendable']({ id }));
    else if (!validateFrame(data) || !this.#take(data)) this.#refuse(data, frameErrors['frame/not-a-frame']({ id }));
  }

  /** False where a frame may not send such a one. */
  #take(frame: Frame): boolean {
    if (frame.kind === 'call') return this.#takeCall(frame);
    if (frame.kind === 'cancel') {
      this.#calls.get(frame.id)?.abort();
      return true;
    }
    const answered = frame.kind === 'answer' ? this.#pings.get(frame.id) : undefined;
    this.#pings.delete(frame.id);
    answered?.();
    return answered !== undefined;
  }

  #takeCall(frame: Frame): boolean {
    const { limits, from: id, title: view } = this.#parts;
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
      answer({ ok: false, error: this.#known(error, to).toRecord(this.#parts.locale()) });
    }
  }

  async #dispatch(to: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { from, link, local, run, told, limits } = this.#parts;
    const colon = to.lastIndexOf(':');
    const [channel, member] = [to.slice(0, colon), to.slice(colon + 1)];
    const params = asParams(body);
    if (pageOnly.includes(to) || member in Object.prototype) throw frameErrors['frame/not-allowed']({ id: from, to });
    if (channel === 'view') return told(member, params);
    if (to === 'kernel:runCommand') return run(String(params.command), params.args, from);
    if (to === 'kernel:unsubscribe') return this.#follows.unfollow(String(params.channel));
    if (to === 'kernel:subscribe') {
      if (this.#follows.size >= limits.channels) throw frameErrors['frame/not-allowed']({ id: from, to });
      return this.#follows.follow(String(params.channel));
    }
    return local(channel, from)?.call(member, body ?? {}, signal) ?? link.call(to, body ?? {}, signal, from);
  }

  /** What went wrong inside the window is none of the frame's business. */
  #known(error: unknown, to: string): AppError {
    return isAppError(error) ? error : frameErrors['frame/failed']({ id: this.#parts.from, to }, error);
  }

  #refuse(message: unknown, error: AppError): void {
    const { limits, from, title } = this.#parts;
    this.#unreadable += 1;
    if (this.#unreadable > limits.unreadable) {
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
      body: { ok: false, error: error.toRecord(this.#parts.locale()) },
    });
  }

  #fail(error: AppError): void {
    this.close();
    this.#parts.failed(error);
  }

  #send(frame: Frame): void {
    this.#parts.port.postMessage(frame);
  }
}

function asParams(value: unknown): Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : {};
}
