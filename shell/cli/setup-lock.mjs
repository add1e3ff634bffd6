import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';

const greeting = 'atelier setup\n';

/**
 * Runs `work` under a lock of the folder. The lock is a listening address, because the system releases it however its holder ends;
 * a second process stays connected until the connection is closed.
 * @template T @param {string} root @param {() => void} onWait @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(root, onWait, work) {
  const address = addressOf(root);
  let waited = false;
  for (;;) {
    const release = await listen(address);
    if (release !== undefined) return work().finally(release);
    if (!waited) onWait();
    waited = true;
    // Another program on our port may never close the connection, so it is not waited for.
    if (!(await holderIsGone(address))) return work();
  }
}

/** An abstract socket or a pipe, which leave no stale file; otherwise a loopback port. @param {string} root */
function addressOf(root) {
  const hash = createHash('sha256').update(root).digest();
  const name = `atelier-setup-${hash.toString('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return { path: `\0${name}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}` };
  return { host: '127.0.0.1', port: 49_152 + (hash.readUInt16BE(0) % 16_384) };
}

/** @param {import('node:net').ListenOptions} address @returns {Promise<(() => void) | undefined>} */
function listen(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer(socket => {
      waiting.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => waiting.delete(socket));
      socket.write(greeting);
    });
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      });
    });
  });
}

/** Waits until the holder is gone; false if the holder is another program. @param {import('node:net').NetConnectOpts} address @returns {Promise<boolean>} */
function holderIsGone(address) {
  return new Promise(resolve => {
    const socket = connect(address);
    const timeout = setTimeout(() => settle(false), 3_000);
    /** @param {boolean} gone */
    const settle = gone => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(gone);
    };
    socket.once('data', data => {
      if (!data.toString().startsWith(greeting)) settle(false);
      clearTimeout(timeout);
    });
    socket.once('error', () => settle(true));
    socket.once('close', () => settle(true));
  });
}
