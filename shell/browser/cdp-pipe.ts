import type { Readable, Writable } from 'node:stream';

/** The part of a DevTools protocol message that a window needs. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The DevTools protocol over two pipes that Chromium inherits: unlike a port, no other process can connect to them. */
export class CdpPipe {
  readonly #to: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, (params: object) => void>();
  #unread = '';
  #count = 0;
  #ended = false;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    from.setEncoding('utf8');
    from.on('data', (chunk: string) => this.#read(chunk));
    for (const stream of [to, from]) {
      stream.on('error', () => this.#end());
      stream.on('close', () => this.#end());
    }
  }

  /** Sends a command to the browser, or to the page of `sessionId`. */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (this.#ended) return Promise.reject(new Error('The browser is gone.'));
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
    });
  }

  on(method: string, listener: (params: object) => void): void {
    this.#listeners.set(method, listener);
  }

  #read(chunk: string): void {
    const parts = (this.#unread + chunk).split('\0');
    this.#unread = parts.pop() ?? '';
    for (const part of parts) this.#take(JSON.parse(part) as Message);
  }

  #take({ id, method, params, result, error }: Message): void {
    if (id === undefined) return this.#listeners.get(method ?? '')?.(params ?? {});
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message ?? 'refused'));
  }

  #end(): void {
    this.#ended = true;
    for (const { reject } of this.#pending.values()) reject(new Error('The browser is gone.'));
    this.#pending.clear();
  }
}
