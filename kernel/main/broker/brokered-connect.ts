import { isIP, type Socket } from 'node:net';
import { type Connection, type ConnectOptions, isAppError } from '@atelier/kernel';
import { connectToRemote, secureSocket } from '../../children/sockets.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import { grantedLookup } from './granted-lookup.ts';
import { hostGrant } from './net-rights.ts';

/** Limits of the connections of one extension. */
export interface ConnectLimits {
  readonly atOnce: number;
  readonly ms: number;
  /** Of one read. */
  readonly readBytes: number;
  /** Of what may wait to leave. */
  readonly writeBytes: number;
}

export const defaultConnectLimits: ConnectLimits = { atOnce: 8, ms: 20_000, readBytes: 65_536, writeBytes: 1_048_576 };

/** Which extension a connection is for, and what it may reach. */
export interface ConnectGrant {
  readonly id: string;
  /** The entries of `rights.net` that are granted at this moment. */
  allowedHosts(): readonly string[];
  readonly limits: ConnectLimits;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Bytes came or left. */
  moved(bytes: number): void;
}

/** A connection that is ended as soon as the right to it is. */
export interface BrokeredConnection extends Connection {
  /** Ends it if the host is no longer granted. */
  review(): void;
  readonly closed: Promise<void>;
}

/**
 * Connects to a granted host on behalf of an extension. Nothing is read from the network that the extension has not asked for, and a
 * write resolves when the system has it, so neither side can fill this process.
 */
export async function brokeredConnect(options: ConnectOptions, grant: ConnectGrant): Promise<BrokeredConnection> {
  const { id } = grant;
  const { host, port, name, ca } = checked(options, id);
  const at = `${host}:${port}`;
  const granted = hostGrant(host, String(port), grant.allowedHosts());
  if (!granted) throw isolateErrors['fetch/host-not-granted']({ id, host: at, right: 'net' });
  const lookup = grantedLookup(name, granted, address => isolateErrors['fetch/address-refused']({ id, host: at, address }));
  const signals = [grant.signal, ...(options.signal ? [options.signal] : [])];
  const secured = (socket: Socket) => timed(at, grant, signals, signal => secureSocket(socket, isIP(name) ? undefined : name, ca, signal));
  let socket: Socket = await timed(at, grant, signals, signal => connectToRemote({ host: name, port, lookup }, signal));
  if (options.tls === true) socket = await secured(socket);
  return opened(socket, at, grant, {
    isGranted: () => hostGrant(host, String(port), grant.allowedHosts()) !== undefined,
    isSecure: options.tls === true,
    secured,
  });
}

interface Opened {
  isGranted(): boolean;
  isSecure: boolean;
  secured(socket: Socket): Promise<Socket>;
}

function opened(first: Socket, host: string, { id, limits, signal, moved }: ConnectGrant, state: Opened): BrokeredConnection {
  let socket = first;
  let reason = 'it has ended';
  let isReading = false;
  let isOver = false;
  let waiting = 0;
  const ended = Promise.withResolvers<void>();
  const closed = () => isolateErrors['connect/closed']({ id, host, reason });
  const misused = (what: string) => isolateErrors['connect/misused']({ id, host, what });
  const end = (why: string): void => {
    if (isOver) return;
    isOver = true;
    reason = why;
    signal.removeEventListener('abort', stop);
    socket.destroy();
    ended.resolve();
  };
  const stop = (): void => end('the extension was stopped');
  const review = (): void => {
    if (!state.isGranted()) end('the right to it was withdrawn');
  };
  const hear = (): void => {
    const heard = socket;
    heard.on('error', error => end(bareReasonOf(error)));
    // What came before the end is still there to be read.
    heard.on('close', () => heard === socket && heard.readableLength === 0 && end(theirs));
  };
  hear();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  const next = (): Promise<void> => {
    const heard = socket;
    return new Promise(resolve => {
      const tell = () => {
        for (const event of events) heard.off(event, tell);
        resolve();
      };
      for (const event of events) heard.once(event, tell);
      void ended.promise.then(tell);
    });
  };

  return {
    closed: ended.promise,
    review,
    async read() {
      if (isReading) throw misused('it is read twice at a time');
      isReading = true;
      try {
        for (;;) {
          review();
          if (isOver && socket.readableLength === 0) {
            if (socket.readableEnded) return undefined;
            throw closed();
          }
          if (isOver) throw closed();
          const { readableLength } = socket;
          const bytes = readableLength > 0 ? (socket.read(Math.min(readableLength, limits.readBytes)) as Buffer | null) : null;
          if (bytes !== null) {
            moved(bytes.length);
            return new Uint8Array(bytes);
          }
          if (socket.readableEnded) return undefined;
          // Asks the system for more.
          socket.read(0);
          await next();
        }
      } finally {
        isReading = false;
      }
    },
    async write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      review();
      if (!socket.writable) end(theirs);
      if (isOver) throw closed();
      if (waiting + bytes.length > limits.writeBytes) throw misused(`more than ${limits.writeBytes} bytes wait to leave`);
      waiting += bytes.length;
      moved(bytes.length);
      const left = Promise.withResolvers<void>();
      socket.write(bytes, error => (error ? left.reject(error) : left.resolve()));
      try {
        await Promise.race([left.promise, ended.promise.then(() => Promise.reject(new Error(reason)))]);
      } catch (error) {
        end(bareReasonOf(error));
        throw closed();
      } finally {
        left.promise.catch(() => undefined);
        waiting -= bytes.length;
      }
    },
    async startTls() {
      review();
      if (isOver) throw closed();
      // What came in the clear after it was agreed to talk in secret was put in by somebody on the way.
      if (state.isSecure || isReading || waiting > 0 || socket.readableLength > 0)
        throw misused('TLS begins once, when nothing is read, written or left to be read');
      state.isSecure = true;
      const bare = socket;
      try {
        bare.removeAllListeners('close');
        socket = await state.secured(bare);
        hear();
      } catch (error) {
        end(bareReasonOf(error));
        bare.destroy();
        throw error;
      }
    },
    async close() {
      if (isOver) return;
      const going = socket;
      await new Promise<void>(resolve => {
        const late = setTimeout(resolve, closeMs);
        going.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        going.end();
        going.resume();
      });
      end('the extension has closed it');
    },
  };
}

const theirs = 'the other side has ended it';
const events = ['readable', 'end', 'close', 'error'] as const;
/** How long the other side may take to take what was written last. */
const closeMs = 2000;

interface Checked {
  readonly host: string;
  readonly port: number;
  /** The host without the brackets of an address. */
  readonly name: string;
  readonly ca: string | undefined;
}

const mostCa = 100_000;

function checked({ host, port, ca }: ConnectOptions, id: string): Checked {
  const wrong = (reason: string) => isolateErrors['fetch/bad-request']({ id, reason });
  if (
    typeof host !== 'string' ||
    host === '' ||
    host.length > 255 ||
    !URL.canParse(`https://${host}/`) ||
    hostIn(host) !== host.toLowerCase()
  )
    throw wrong(`"${String(host).slice(0, 200)}" is no host`);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrong(`"${String(port).slice(0, 20)}" is no port`);
  if (ca !== undefined && (typeof ca !== 'string' || ca.length > mostCa)) throw wrong('ca is no certificate');
  return { host, port, ca, name: host.replace(/^\[|\]$/g, '') };
}

const hostIn = (host: string): string => new URL(`https://${host}/`).hostname;

async function timed<T>(
  host: string,
  { id, limits }: ConnectGrant,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(limits.ms);
  try {
    return await work(AbortSignal.any([timeout, ...signals]));
  } catch (error) {
    if (isAppError(error)) throw error;
    if (timeout.aborted) throw isolateErrors['fetch/timeout']({ id, host, seconds: limits.ms / 1000 });
    throw isolateErrors['fetch/failed']({ id, host, reason: bareReasonOf(error) }, error);
  }
}
