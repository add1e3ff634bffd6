import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';

/** Systems give ports from above to whoever asks for any, also to each connection that goes out. */
const [lowestPort, ports] = [15_000, 15_000];

/** A port of this machine that nobody listens on now, and that nobody is given who asks for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + randomInt(ports);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A key and a certificate for `localhost` in a folder; undefined without openssl. */
export function localCertificate(folder: string): { readonly key: string; readonly cert: string; readonly pem: string } | undefined {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
  ];
  try {
    execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  chmodSync(key, 0o644);
  return { key, cert, pem: readFileSync(cert, 'utf8') };
}

const startLimitMs = 120_000;

/** Resolves once a server listens there; rejects if it ends before. */
export async function reachable(port: number, server: ChildProcess): Promise<void> {
  const end = performance.now() + startLimitMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`${server.spawnfile} ended when it was started.`);
    if (performance.now() > end) throw new Error(`${server.spawnfile} does not listen on its port.`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Why a server cannot be used on this machine, which is tried; undefined if it can. */
export async function lackOf(name: string, use: (folder: string) => Promise<void>): Promise<string | undefined> {
  using folder = tempFolder();
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('it does not answer')), startLimitMs);
  try {
    await Promise.race([use(folder.path), limit.promise]);
    return undefined;
  } catch (error) {
    return `${name} does not work on this machine: ${(error as Error).message}`;
  } finally {
    clearTimeout(timer);
  }
}
