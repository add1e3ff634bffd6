import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { hostErrors } from './errors.ts';

/**
 * Takes a lock that the operating system releases when this process ends for any reason; undefined if another process holds it.
 * A lock file or a bound socket is not enough: of 20 simultaneous starts, two became owner.
 */
export type AcquireLock = (file: string) => { release(): void } | undefined;

export interface HandOver {
  readonly argv: readonly string[];
  readonly cwd: string;
}

export interface InstanceOptions {
  readonly userData: string;
  readonly argv: readonly string[];
  readonly acquireLock: AcquireLock;
  /** Called with the arguments of another start. They are untrusted input. */
  readonly onHandOver: (handOver: HandOver) => void;
}

/** The process that owns a profile. */
export interface Instance {
  release(): Promise<void>;
}

const maxHandOverLength = 64 * 1024;
const attempts = 50;
const pauseMs = 100;

/** Becomes the instance of this profile, or hands the arguments to the running instance and returns undefined. */
export async function becomeInstance(options: InstanceOptions): Promise<Instance | undefined> {
  const address = socketAddress(options.userData);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const lock = options.acquireLock(pathIn(options.userData, 'instanceLock'));
    if (lock !== undefined) {
      const server = await receive(address, options.onHandOver).catch(error => {
        lock.release();
        throw error;
      });
      return {
        async release() {
          const closed = once(server, 'close');
          server.close();
          await closed;
          lock.release();
        },
      };
    }
    if (await handOver(address, { argv: options.argv, cwd: process.cwd() })) return undefined;
    // The other instance has its lock but not yet its socket, or is shutting down.
    await wait(pauseMs);
  }
  throw hostErrors['host/instance-silent']({ userData: options.userData });
}

/** In the profile, which only this user may enter, unless its path is longer than the 104 bytes allowed for a socket. */
function socketAddress(userData: string): string {
  const name = `atelier-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const own = pathIn(userData, 'instanceSocket');
  return Buffer.byteLength(own) <= 104 ? own : join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `${name}.sock`);
}

async function receive(address: string, onHandOver: (handOver: HandOver) => void): Promise<Server> {
  const server = createServer(socket => read(socket, onHandOver));
  // The holder of the lock may remove the socket that a killed owner left behind.
  if (process.platform !== 'win32') rmSync(address, { force: true });
  const mask = process.umask(0o177);
  try {
    server.listen(address);
    await once(server, 'listening');
  } finally {
    process.umask(mask);
  }
  return server;
}

function read(socket: Socket, onHandOver: (handOver: HandOver) => void): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.setTimeout(5000, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > maxHandOverLength) return socket.destroy();
    if (!text.endsWith('\n')) return;
    const handedOver = parsed(text);
    if (handedOver === undefined) return socket.destroy();
    socket.end('ok\n');
    onHandOver(handedOver);
  });
}

function parsed(text: string): HandOver | undefined {
  try {
    const { argv, cwd } = JSON.parse(text) as { argv?: unknown; cwd?: unknown };
    const words = Array.isArray(argv) && argv.every(word => typeof word === 'string');
    return words && typeof cwd === 'string' ? { argv, cwd } : undefined;
  } catch {
    return undefined;
  }
}

async function handOver(address: string, what: HandOver): Promise<boolean> {
  const socket = connect(address);
  socket.setTimeout(2000, () => socket.destroy());
  socket.setEncoding('utf8');
  return new Promise(resolve => {
    let answer = '';
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(answer === 'ok\n'));
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('connect', () => socket.write(`${JSON.stringify(what)}\n`));
  });
}
