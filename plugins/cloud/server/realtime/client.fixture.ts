import { WebSocket } from 'ws';
import type { Client } from '../v1/client.fixture.ts';
import { protocolName } from './realtime.ts';

export interface Frame {
  readonly op: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly type?: string;
  readonly code?: string;
  readonly [field: string]: unknown;
}

/** A client that keeps all that it is told. */
export class Listener implements AsyncDisposable {
  readonly frames: Frame[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #heard = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise(resolve => socket.once('close', resolve));
    const awaken = () => {
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    };
    socket.on('message', content => {
      this.frames.push(JSON.parse(String(content)) as Frame);
      awaken();
    });
    socket.once('close', awaken);
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Reads nothing more until it goes on. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** The first frame that fits, once it has come. */
  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(fits);
      if (found !== undefined) return found;
      if (this.#socket.readyState >= WebSocket.CLOSING) throw new Error(`Closed before it came: ${JSON.stringify(this.frames)}`);
      await this.#heard.promise;
    }
  }

  async subscribe(stream: string, after?: number): Promise<Frame> {
    this.send({ op: 'sub', stream, ...(after !== undefined && { after }) });
    return await this.until(frame => frame.stream === stream && (frame.op === 'live' || frame.op === 'err'));
  }

  /** The numbers of the events of a stream, in the order in which they came. */
  events(stream: string): readonly (number | undefined)[] {
    return this.frames.filter(frame => frame.op === 'ev' && frame.stream === stream).map(({ seq }) => seq);
  }

  async [Symbol.asyncDispose]() {
    this.#socket.terminate();
    await this.closed;
  }
}

export interface Ticket {
  readonly ticket: string;
  readonly websocketUrl: string;
}

export async function ticketOf(client: Client): Promise<Ticket> {
  return JSON.parse((await client.send('POST', '/v1/realtime/ticket')).text) as Ticket;
}

/** Opens a connection; the number is the status with which it was refused. */
export async function open({ websocketUrl, ticket }: Ticket, options: object = {}, protocol = protocolName): Promise<Listener | number> {
  const socket = new WebSocket(`${websocketUrl}?ticket=${ticket}`, protocol, options);
  const listener = new Listener(socket);
  return await new Promise((resolve, reject) => {
    socket.once('open', () => resolve(listener));
    socket.once('unexpected-response', (_, { statusCode = 0 }) => {
      resolve(statusCode);
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

export async function listenAs(client: Client): Promise<Listener> {
  const opened = await open(await ticketOf(client));
  if (typeof opened === 'number') throw new Error(`Refused: ${opened}`);
  await opened.until(({ op }) => op === 'welcome');
  return opened;
}
