import { request } from 'node:http';
import { connectTo } from '../../children/sockets.ts';

/** Whether a server responds: it accepts a connection, or, if a path is given, answers a request without a server error. */
export function probe(socket: string, path: string | undefined, ms: number): Promise<boolean> {
  return path === undefined ? takesConnection(socket, ms) : answersRequest(socket, path, ms);
}

function takesConnection(path: string, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connectTo(path);
    connection.setTimeout(ms);
    const end = (isWell: boolean) => () => {
      connection.destroy();
      resolve(isWell);
    };
    connection.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
  });
}

function answersRequest(socketPath: string, path: string, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const going = request({ socketPath, path, agent: false, timeout: ms, headers: { host: 'localhost', connection: 'close' } });
    going.on('response', answer => {
      answer.resume();
      resolve((answer.statusCode ?? 500) < 400);
    });
    going.on('error', () => resolve(false));
    going.on('timeout', () => going.destroy());
    going.end();
  });
}
