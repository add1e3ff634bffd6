import { connect, createServer, type Server, type Socket } from 'node:net';

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
