import type { Handle } from '@atelier/kernel';
import type { Link, Links } from './host.ts';

interface Answer {
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly to?: unknown;
  readonly body?: { readonly ok?: unknown; readonly value?: unknown };
}

/** What a host without a window of its own asks the page for: the channel `host`, which the kernel never sees. */
export class PageRequests {
  readonly links: Links;
  readonly #pages = new Set<Link>();
  readonly #asked = new Map<number, (value: unknown) => void>();
  #count = 0;

  constructor(links: Links) {
    this.links = { onConnection: listener => links.onConnection(link => listener(withoutAnswers(link))) };
    links.onConnection(link => this.#follow(link));
  }

  /** Tells the page that came last; false where there is none. */
  tell(member: string, body: unknown): boolean {
    const page = [...this.#pages].at(-1);
    page?.send([{ v: 1, id: 0, kind: 'event', to: `host:${member}`, body }]);
    return page !== undefined;
  }

  /** Asks the page that came last; undefined where there is none, where it goes away, or where it cannot say. */
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
      if (!isHostAnswer(message)) return;
      const { id, body } = message as Answer;
      this.#settle(Number(id), body?.ok === true ? body.value : undefined);
    });
    return { dispose: () => void this.#pages.delete(link) };
  }

  #settle(id: number, value: unknown): void {
    this.#asked.get(id)?.(value);
    this.#asked.delete(id);
  }
}

function isHostAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { kind, to } = message as Answer;
  return kind === 'answer' && typeof to === 'string' && to.startsWith('host:');
}

function withoutAnswers(link: Link): Link {
  return {
    id: link.id,
    get waiting() {
      return link.waiting;
    },
    send: frames => link.send(frames),
    onMessage: listener =>
      link.onMessage(message => {
        if (!isHostAnswer(message)) listener(message);
      }),
    onClose: listener => link.onClose(listener),
    close: why => link.close(why),
  };
}
