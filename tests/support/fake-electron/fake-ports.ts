import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { PortLike } from '../../../shell/electron/electron-like.ts';

/** Electron's port on top of one of Node's: delivers nothing until it is started, and emits `close` only when the other end closes. */
export class FakePort implements PortLike {
  readonly raw: MessagePort;
  #transferred = false;
  #closedHere = false;

  constructor(raw: MessagePort) {
    this.raw = raw;
  }

  readonly #listeners: ((event: { data: unknown }) => void)[] = [];

  on(event: 'message' | 'close', listener: ((event: { data: unknown }) => void) | (() => void)): this {
    if (event === 'message') this.#listeners.push(listener as (event: { data: unknown }) => void);
    else this.raw.on('close', () => !this.#closedHere && (listener as () => void)());
    return this;
  }

  start(): void {
    this.raw.on('message', data => {
      for (const listener of this.#listeners) listener({ data });
    });
  }

  postMessage(message: unknown): void {
    if (this.#transferred) throw new Error('Object could not be cloned: the port was given away.');
    this.raw.postMessage(message);
  }

  close(): void {
    this.#closedHere = true;
    this.raw.close();
  }

  /** Transfers the port, as postMessage with a transfer list does. */
  giveAway(): MessagePort {
    if (this.#transferred) throw new Error('The port was given away before.');
    this.#transferred = true;
    return this.raw;
  }
}

export class FakeMessageChannel {
  readonly port1: FakePort;
  readonly port2: FakePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new FakePort(port1);
    this.port2 = new FakePort(port2);
  }
}
