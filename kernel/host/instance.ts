import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { connectTo, socketServer } from '../children/sockets.ts';
import { hostErrors } from './errors.ts';
import { isStopped, lockHolder } from './lock-holder.ts';

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
  /** Called once if the running instance takes longer than usual to answer; it may be busy. */
  readonly onWaiting?: () => void;
  readonly patience?: Patience;
}

/** For how long a silence is no answer yet. */
interface Patience {
  readonly answerMs: number;
  /** Of one that is stopped and could only answer if somebody let it go on. */
  readonly stoppedAnswerMs: number;
}

/** The process that owns a profile. */
export interface Instance {
  release(): Promise<void>;
}

const maxHandOverLength = 64 * 1024;
const attempts = 50;
const pauseMs = 100;
/** In front of one that is stopped the person is told within 3 s of their start. */
const usualPatience: Patience = { answerMs: 2000, stoppedAnswerMs: 1000 };
/** How often one that accepts connections may stay silent for that long. */
const silences = 5;

/** Becomes the instance of this profile, or hands the arguments to the running instance and returns undefined. */
export async function becomeInstance(options: InstanceOptions): Promise<Instance | undefined> {
  const address = socketAddress(options.userData);
  const lockFile = pathIn(options.userData, 'instanceLock');
  const { answerMs, stoppedAnswerMs } = options.patience ?? usualPatience;
  let silent = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const lock = options.acquireLock(lockFile);
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
    const holder = lockHolder(lockFile);
    const waitMs = holder !== undefined && isStopped(holder) ? stoppedAnswerMs : answerMs;
    const answer = await handOver(address, { argv: options.argv, cwd: process.cwd() }, waitMs);
    if (answer === 'taken') return undefined;
    if (answer === 'silent') {
      const pid = lockHolder(lockFile);
      silent += 1;
      if (pid !== undefined && (silent === silences || isStopped(pid))) {
        throw hostErrors['host/instance-frozen']({ userData: options.userData, pid });
      }
      if (silent === silences) break;
      if (silent === 1) options.onWaiting?.();
    }
    // The other instance has its lock but not yet its socket, or is shutting down.
    await wait(pauseMs);
  }
  throw hostErrors['host/instance-silent']({ userData: options.userData });
}

const longestSocket = 104;

/** In the profile, which only this user may enter, unless its path is longer than what is allowed for a socket. */
function socketAddress(userData: string): string {
  const name = `atelier-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const own = pathIn(userData, 'instanceSocket');
  if (Buffer.byteLength(own) <= longestSocket) return own;
  const short = join(process.env.XDG_RUNTIME_DIR ?? ownTempFolder(), `${name}.sock`);
  if (Buffer.byteLength(short) > longestSocket) throw hostErrors['host/path-too-long']({ path: short, limit: longestSocket });
  return short;
}

/** S14: a folder whose name all starts know, which only this user may enter. Another user who made it first gets no arguments. */
function ownTempFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `atelier-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) throw hostErrors['host/temp-of-another']({ folder });
  return folder;
}

async function receive(address: string, onHandOver: (handOver: HandOver) => void): Promise<Server> {
  // Without a handle left it misses another start, which tries again.
  const server = socketServer(
    socket => read(socket, onHandOver),
    () => undefined,
  );
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

/** `silent`: somebody has the socket and says nothing. */
async function handOver(address: string, what: HandOver, waitMs: number): Promise<'taken' | 'silent' | 'nobody'> {
  const socket = connectTo(address);
  let isConnected = false;
  socket.setTimeout(waitMs, () => socket.destroy());
  socket.setEncoding('utf8');
  return new Promise(resolve => {
    let answer = '';
    socket.on('close', () => resolve(answer === 'ok\n' ? 'taken' : isConnected ? 'silent' : 'nobody'));
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('connect', () => {
      isConnected = true;
      socket.write(`${JSON.stringify(what)}\n`);
    });
  });
}
