import type { Handle } from '@atelier/kernel';
import { encodeFrames } from './encode.ts';
import { hostErrors } from './errors.ts';
import type { Link, Links } from './host.ts';
import type { HostLog } from './host-log.ts';

/** A message port of Node or of Electron. */
export interface FramePort {
  postMessage(message: unknown): void;
  /** Called once, before `start`. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called when the other end is closed. */
  onClose(listener: () => void): void;
  /** Begins the delivery of messages. */
  start(): void;
  close(): void;
}

/** Links to pages over message ports. */
export interface PortLinks extends Links {
  /** Accepts the kernel's end of a page's port. */
  take(port: FramePort): void;
  /** Closes every connection and accepts no more. */
  close(): void;
}

const largestMegabytes = 16;

/** Links over message ports: the same frames as over a WebSocket, one frame or an array of frames per message, of JSON values only. */
export function openPortLinks(log: HostLog): PortLinks {
  const listeners = new Set<(link: Link) => void>();
  const links = new Set<PortLink>();
  let count = 0;
  let closed = false;
  return {
    onConnection(listener): Handle {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    take(port) {
      if (closed) return port.close();
      count += 1;
      const link = new PortLink(port, `page-${count}`, log);
      links.add(link);
      link.onClose(() => links.delete(link));
      for (const listener of listeners) listener(link);
      port.start();
    },
    close() {
      closed = true;
      for (const link of [...links]) link.close();
    },
  };
}

class PortLink implements Link {
  readonly id: string;
  /** A port does not know what its other end has received. */
  readonly waiting = 0;
  readonly #port: FramePort;
  readonly #log: HostLog;
  readonly #messageListeners = new Set<(message: unknown) => void>();
  readonly #closeListeners = new Set<() => void>();
  /** Messages that arrived before the first listener. */
  #early: unknown[] = [];
  #open = true;

  constructor(port: FramePort, id: string, log: HostLog) {
    this.#port = port;
    this.id = id;
    this.#log = log;
    port.onMessage(message => this.#read(message));
    port.onClose(() => this.#end());
  }

  send(frames: readonly object[]): void {
    if (!this.#open || frames.length === 0) return;
    this.#port.postMessage(JSON.parse(encodeFrames(frames, this.id, error => this.#log('error', error.message, error.details))));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messageListeners.add(listener);
    for (const message of this.#early.splice(0)) listener(message);
  }

  onClose(listener: () => void): void {
    if (this.#open) this.#closeListeners.add(listener);
    else listener();
  }

  close(why?: string): void {
    if (!this.#open) return;
    if (why !== undefined) this.#log('info', why, { link: this.id });
    this.#port.close();
    this.#end();
  }

  #read(message: unknown): void {
    if (!this.#open) return;
    // A port can carry values that JSON cannot, such as maps and cycles; readers of frames rely on JSON.
    const text = textOf(message);
    if (text === undefined || text.length > largestMegabytes * 1024 * 1024) {
      const error = text === undefined ? hostErrors['link/not-json'] : hostErrors['link/too-large'];
      return this.close(error({ link: this.id, limit: largestMegabytes }).message);
    }
    const plain = JSON.parse(text) as unknown;
    if (this.#messageListeners.size === 0) this.#early.push(plain);
    for (const listener of this.#messageListeners) listener(plain);
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const listener of this.#closeListeners) listener();
  }
}

function textOf(message: unknown): string | undefined {
  try {
    // `JSON.stringify` returns undefined for what JSON cannot represent.
    return JSON.stringify(message) as string | undefined;
  } catch {
    return undefined;
  }
}
