import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Handle } from '@atelier/kernel';
import { WebSocket, WebSocketServer } from 'ws';
import { encodeFrames } from './encode.ts';
import { hostErrors } from './errors.ts';
import type { Link, Links } from './host.ts';
import type { HostLog } from './host-log.ts';
import { Pace } from './pace.ts';

const largestMegabytes = 16;

export interface WsLinksOptions {
  readonly server: Server;
  /** Called before a connection is made; a status refuses it. */
  readonly refuse: (request: IncomingMessage) => { readonly status: number; readonly why: string } | undefined;
  readonly log: HostLog;
  /** The limit for one page; above it the page is read more slowly, so that other pages are not affected. */
  readonly framesPerSecond: number;
  /** A page that does not answer a heartbeat within this time is disconnected. */
  readonly heartbeatMs: number;
}

export interface WsLinks extends Links {
  /** Lets pages connect, from now on; those that asked earlier have waited for it. To be called as soon as the kernel listens. */
  accept(): void;
  /** Closes every connection and accepts no more. */
  close(): void;
}

/** Links to pages over WebSockets: JSON text, one frame or an array of frames per message. */
export function openWsLinks(options: WsLinksOptions): WsLinks {
  const listeners = new Set<(link: Link) => void>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMegabytes * 1024 * 1024,
    perMessageDeflate: false,
    WebSocket: ReasonedSocket,
  });
  let count = 0;
  /** The pages that asked for a connection too early; undefined as soon as they may connect. */
  let early: { readonly socket: Duplex; readonly connect: () => void }[] | undefined = [];

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = options.refuse(request);
    if (refusal !== undefined) return endWith(socket, refusal);
    const connect = () =>
      sockets.handleUpgrade(request, socket, head, connected => {
        count += 1;
        const link = new WsLink(connected, `page-${count}`, options);
        for (const listener of listeners) listener(link);
      });
    if (early === undefined) return connect();
    // A page that goes away while it waits is no error.
    socket.on('error', () => undefined);
    early.push({ socket, connect });
  };
  options.server.on('upgrade', onUpgrade);

  return {
    onConnection(listener): Handle {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    accept() {
      const waited = early ?? [];
      early = undefined;
      for (const { connect } of waited) connect();
    },
    close() {
      options.server.off('upgrade', onUpgrade);
      for (const { socket } of early ?? []) socket.destroy();
      for (const socket of sockets.clients) {
        socket.close(1001, 'Atelier has stopped.');
        // A page that hangs must not delay the end of the program.
        setTimeout(() => socket.terminate(), 1000).unref();
      }
      sockets.close();
    },
  };
}

/** `ws` closes on a too large message without a reason; this sends the page one. */
class ReasonedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, code === 1009 ? `A message may have ${largestMegabytes} MB at most.` : reason);
  }
}

class WsLink implements Link {
  readonly id: string;
  readonly #socket: WebSocket;
  readonly #log: HostLog;
  readonly #pace: Pace;
  readonly #messageListeners = new Set<(message: unknown) => void>();
  readonly #closeListeners = new Set<() => void>();
  #resume: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, id: string, options: WsLinksOptions) {
    this.id = id;
    this.#socket = socket;
    this.#log = options.log;
    this.#pace = new Pace(options.framesPerSecond, () => performance.now());
    const heartbeat = this.#startHeartbeat(options.heartbeatMs);
    socket.on('message', (data, isBinary) => this.#read(data, isBinary));
    socket.on('error', error => this.#complain(error));
    socket.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(this.#resume);
      for (const listener of this.#closeListeners) listener();
    });
  }

  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  send(frames: readonly object[]): void {
    if (this.#socket.readyState !== WebSocket.OPEN || frames.length === 0) return;
    this.#socket.send(encodeFrames(frames, this.id, error => this.#log('error', error.message, error.details)));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messageListeners.add(listener);
  }

  onClose(listener: () => void): void {
    if (this.#socket.readyState === WebSocket.CLOSED) listener();
    else this.#closeListeners.add(listener);
  }

  close(why?: string): void {
    this.#socket.close(1000, closeReason(why ?? ''));
  }

  #read(data: WebSocket.RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : parsed(String(data));
    if (message === undefined) {
      const error = hostErrors['link/not-json']({ link: this.id });
      this.#log('warn', error.message, error.details);
      this.#socket.close(isBinary ? 1003 : 1007, closeReason(error.message));
      return;
    }
    const pause = this.#pace.take(Array.isArray(message) ? message.length : 1);
    if (pause > 0 && this.#resume === undefined) this.#stopReading(pause);
    for (const listener of this.#messageListeners) listener(message);
  }

  #stopReading(milliseconds: number): void {
    this.#socket.pause();
    this.#log('warn', `${this.id} sends faster than it may; it is read more slowly.`, { link: this.id, milliseconds });
    this.#resume = setTimeout(() => {
      this.#resume = undefined;
      this.#socket.resume();
    }, milliseconds);
  }

  #startHeartbeat(milliseconds: number): NodeJS.Timeout {
    let heard = true;
    this.#socket.on('pong', () => {
      heard = true;
    });
    return setInterval(() => {
      // While the socket is not read, its pong cannot arrive either.
      if (!heard && this.#resume === undefined) return this.#socket.terminate();
      heard = false;
      this.#socket.ping();
    }, milliseconds).unref();
  }

  #complain(error: Error & { code?: string }): void {
    const tooLarge = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    const known = tooLarge ? hostErrors['link/too-large']({ link: this.id, limit: largestMegabytes }) : undefined;
    this.#log('warn', known?.message ?? `${this.id} is closed: ${error.message}`, { link: this.id, code: error.code });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The reason in a close frame may have 123 bytes. */
function closeReason(why: string): string {
  let reason = why;
  while (Buffer.byteLength(reason) > 123) reason = reason.slice(0, -1);
  return reason;
}

function endWith(socket: Duplex, { status, why }: { status: number; why: string }): void {
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(why)}\r\n\r\n${why}`,
  );
}
