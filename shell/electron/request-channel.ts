import { AppError, isAppError } from '@atelier/kernel';
import type { PortLike } from './electron-like.ts';
import { desktopErrors } from './errors.ts';

/** The message channel between Electron's main process and the kernel's process. */
export interface Wire {
  post(message: object, ports: readonly PortLike[]): void;
  onMessage(listener: (message: unknown, ports: readonly PortLike[]) => void): void;
}

type Reply = (params: unknown, ports: readonly PortLike[]) => unknown;

interface Message {
  readonly ask?: string;
  readonly id?: number;
  readonly params?: unknown;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** One end of the channel between the two processes: makes requests to the other end, and answers its requests. */
export class RequestChannel {
  readonly #wire: Wire;
  readonly #replies = new Map<string, Reply>();
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;
  #open = true;

  constructor(wire: Wire) {
    this.#wire = wire;
    wire.onMessage((message, ports) => this.#take(message as Message, ports));
  }

  ask(name: string, params: unknown, ports: readonly PortLike[] = []): Promise<unknown> {
    if (!this.#open) return Promise.reject(desktopErrors['desktop/process-gone']({ ask: name }));
    this.#count += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#count, waiting);
    this.#wire.post({ ask: name, id: this.#count, params }, ports);
    return waiting.promise;
  }

  /** Sets the handler of one request; what `reply` throws is thrown in the caller. */
  answer(name: string, reply: Reply): void {
    this.#replies.set(name, reply);
  }

  /** The other end is gone: rejects all pending requests. */
  end(): void {
    this.#open = false;
    for (const { reject } of this.#waiting.values()) reject(desktopErrors['desktop/process-gone']({ ask: '' }));
    this.#waiting.clear();
  }

  #take({ ask, id = 0, params, value, error }: Message, ports: readonly PortLike[]): void {
    if (ask !== undefined) return void this.#reply(ask, id, params, ports);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(AppError.fromRecord(error));
  }

  async #reply(ask: string, id: number, params: unknown, ports: readonly PortLike[]): Promise<void> {
    try {
      this.#wire.post({ id, value: await this.#replies.get(ask)?.(params, ports) }, []);
    } catch (error) {
      const known = isAppError(error) ? error : desktopErrors['desktop/ask-failed']({ ask, why: String(error) }, error);
      this.#wire.post({ id, error: known.toRecord() }, []);
    }
  }
}
