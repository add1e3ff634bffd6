import { type Handle, isAppError, type Locale } from '@atelier/kernel';
import { hostErrors } from './errors.ts';
import type { Link, Links } from './host.ts';

interface HostFrame {
  readonly id?: unknown;
  readonly kind: 'answer' | 'call';
  readonly to: string;
  readonly from?: unknown;
  readonly body?: unknown;
}

/** The calls that the app's own page may make to the host; errors are answered in the page's language. */
export type PageCall = (params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The calls between a host without a window of its own and its pages: the channel `host`, which the kernel never sees. */
export class PageRequests {
  readonly links: Links;
  readonly #calls: Readonly<Record<string, PageCall>>;
  readonly #pages = new Set<Link>();
  readonly #asked = new Map<number, (value: unknown) => void>();
  #count = 0;

  constructor(links: Links, calls: Readonly<Record<string, PageCall>> = {}) {
    this.#calls = calls;
    this.links = { onConnection: listener => links.onConnection(link => listener(withoutHostFrames(link))) };
    links.onConnection(link => this.#follow(link));
  }

  /** Sends an event to the page that connected last; false if there is none. */
  tell(member: string, body: unknown): boolean {
    const page = [...this.#pages].at(-1);
    page?.send([{ v: 1, id: 0, kind: 'event', to: `host:${member}`, body }]);
    return page !== undefined;
  }

  /** Calls the page that connected last; undefined if there is none, if it disconnects, or if it has no answer. */
  ask(member: string, body: unknown): Promise<unknown> {
    const page = [...this.#pages].at(-1);
    if (page === undefined) return Promise.resolve(undefined);
    this.#count += 1;
    const id = this.#count;
    return new Promise(resolve => {
      this.#asked.set(id, resolve);
      page.onClose(() => this.#settle(id, undefined));
      page.send([{ v: 1, id, kind: 'call', to: `host:${member}`, body }]);
    });
  }

  #follow(link: Link): Handle {
    this.#pages.add(link);
    link.onClose(() => this.#pages.delete(link));
    link.onMessage(message => {
      for (const frame of Array.isArray(message) ? message : [message]) if (isHostFrame(frame)) this.#take(link, frame);
    });
    return { dispose: () => void this.#pages.delete(link) };
  }

  #take(link: Link, frame: HostFrame): void {
    if (frame.kind === 'call') void this.#serve(link, frame);
    else {
      const { ok, value } = paramsOf(frame.body);
      this.#settle(Number(frame.id), ok === true ? value : undefined);
    }
  }

  async #serve(link: Link, { id, to, from, body }: HostFrame): Promise<void> {
    const params = paramsOf(body);
    const answer = (answered: object) => link.send([{ v: 1, id, kind: 'answer', to, body: answered }]);
    try {
      const member = to.slice('host:'.length);
      const call = Object.hasOwn(this.#calls, member) ? this.#calls[member] : undefined;
      // The shell sets `from` on the frames of a view; the host answers only the app's own page.
      if (from !== undefined || call === undefined) throw hostErrors['host/page-only']({ member: member.slice(0, 40) });
      answer({ ok: true, value: (await call(params)) ?? null });
    } catch (error) {
      const known = isAppError(error) ? error : hostErrors['host/page-failed']({ to: to.slice(0, 60), why: String(error) }, error);
      answer({ ok: false, error: known.toRecord(localeOf(params)) });
    }
  }

  #settle(id: number, value: unknown): void {
    this.#asked.get(id)?.(value);
    this.#asked.delete(id);
  }
}

function localeOf({ locale }: Readonly<Record<string, unknown>>): Locale {
  return locale === 'en' ? 'en' : 'fr';
}

function paramsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function isHostFrame(frame: unknown): frame is HostFrame {
  const { kind, to } = paramsOf(frame);
  return (kind === 'answer' || kind === 'call') && typeof to === 'string' && to.startsWith('host:');
}

/** The rest of a message, without the frames that are for the host. */
function forKernel(message: unknown): unknown {
  if (!Array.isArray(message)) return isHostFrame(message) ? undefined : message;
  const frames = message.filter(frame => !isHostFrame(frame));
  // An array that was empty from the start is passed on for the kernel to judge.
  return frames.length > 0 || message.length === 0 ? frames : undefined;
}

function withoutHostFrames(link: Link): Link {
  return {
    id: link.id,
    get waiting() {
      return link.waiting;
    },
    send: frames => link.send(frames),
    onMessage: listener =>
      link.onMessage(message => {
        const left = forKernel(message);
        if (left !== undefined) listener(left);
      }),
    onClose: listener => link.onClose(listener),
    close: why => link.close(why),
  };
}
