import { connect, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A connection to a socket of this machine. Its errors are heard here; its end is its event `close`. */
export function connectTo(address: string): Socket {
  return connect(address).on('error', () => undefined);
}

/** A server for connections on this machine. The errors of the connections are heard here; those of the server are told. */
export function socketServer(connected: (socket: Socket) => void, failed: (error: Error) => void): Server {
  return createServer(socket => {
    socket.on('error', () => undefined);
    connected(socket);
  }).on('error', failed);
}

/** Where a connection leads; `lookup` decides which addresses a name may stand for. */
export interface Remote {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
}

/** A connection to another machine, once it is there. Its later errors are heard here; its end is its event `close`. */
export function connectToRemote(remote: Remote, signal: AbortSignal): Promise<Socket> {
  return once(connect({ ...remote, noDelay: true, keepAlive: true }), 'connect', signal);
}

/** The same connection with TLS over it, once the other side has proved that it is `name`; `ca` are the authorities to believe. */
export function secureSocket(socket: Socket, name: string | undefined, ca: string | undefined, signal: AbortSignal): Promise<TLSSocket> {
  const names = name === undefined ? {} : { servername: name };
  return once(connectTls({ socket, ...names, ...(ca !== undefined && { ca }) }), 'secureConnect', signal);
}

function once<T extends Socket>(socket: T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      resolve(socket);
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
