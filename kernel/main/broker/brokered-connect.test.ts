import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { type ConnectOptions, isAppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { brokeredConnect, type ConnectLimits, defaultConnectLimits } from './brokered-connect.ts';
import { Connections } from './connections.ts';

async function listening(server: Server, host = '127.0.0.1') {
  const sockets = new Set<Socket>();
  server.on('connection', socket => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const echo = () => createServer(socket => void socket.pipe(socket));

function connectTo(
  options: Partial<ConnectOptions> & { readonly port: number },
  more: { hosts?: readonly string[]; limits?: Partial<ConnectLimits> } = {},
) {
  const state = { hosts: more.hosts ?? [`127.0.0.1:${options.port}`], moved: 0, stop: new AbortController() };
  const made = brokeredConnect(
    { host: '127.0.0.1', ...options },
    {
      ...{ id: '@acme/irc', limits: { ...defaultConnectLimits, ...more.limits }, signal: state.stop.signal },
      allowedHosts: () => state.hosts,
      moved: bytes => (state.moved += bytes),
    },
  );
  return Object.assign(made, { state });
}

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return 'done';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

test('X3: a connection to a granted host carries bytes both ways, counts them, and says its end', async () => {
  using server = await listening(echo());
  const made = connectTo({ port: server.port });
  const connection = await made;
  await connection.write('hello');
  expect(textOf(await connection.read())).toBe('hello');
  for (const socket of server.sockets) socket.end('bye');
  expect([textOf(await connection.read()), await connection.read(), await connection.read()]).toEqual(['bye', undefined, undefined]);
  expect([made.state.moved, await codeOf(connection.write('more'))]).toEqual([13, 'connect/closed']);
});

test('X3: a host, a port or an address that was not granted is not connected to', async () => {
  using server = await listening(echo());
  const { port } = server;
  const asked: [Partial<ConnectOptions>, readonly string[]][] = [
    [{}, []],
    [{}, ['127.0.0.1']],
    [{}, [`localhost:${port}`]],
    [{ host: 'localhost' }, [`*.localhost:${port}`]],
    [{ host: 'irc.test/x' }, [`irc.test:${port}`]],
    [{ host: 'me@irc.test' }, [`irc.test:${port}`]],
    [{ port: 0 }, ['127.0.0.1:0']],
    [{ port: 1.5 }, ['127.0.0.1']],
  ];
  expect(await Promise.all(asked.map(([options, hosts]) => codeOf(connectTo({ port, ...options }, { hosts }))))).toEqual([
    ...Array(4).fill('fetch/host-not-granted'),
    ...Array(4).fill('fetch/bad-request'),
  ]);
  expect(server.sockets.size).toBe(0);
});

test('X3: a connection ends when its right is withdrawn and when its extension stops, also while it is read', async () => {
  using server = await listening(echo());
  const connections = new Connections();
  const first = connectTo({ port: server.port });
  const kept = await connections.hold('@acme/irc', () => first);
  const reading = codeOf(kept.read());
  connections.review('@acme/irc');
  await kept.write('still there');
  expect(await reading).toBe('done');
  const cut = codeOf(kept.read());
  first.state.hosts = [];
  connections.review('@acme/irc');
  await kept.closed;
  const second = connectTo({ port: server.port });
  const stopped = await second;
  const waiting = codeOf(stopped.read());
  second.state.stop.abort();
  expect([await cut, await codeOf(kept.read()), await waiting, connections.count('@acme/irc')]).toEqual([
    ...['connect/closed', 'connect/closed', 'connect/closed', 0],
  ]);
});

test('what an extension does not read waits at the other side, and what the other side does not read waits at the extension', async () => {
  const chunk = Buffer.alloc(65_536);
  let sent = 0;
  using flood = await listening(
    createServer(socket => {
      const more = (): void => {
        while (socket.writable && sent < 1e9) {
          sent += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', more);
        }
      };
      more();
    }),
  );
  const connection = await connectTo({ port: flood.port });
  const before = await (async () => {
    for (let last = -1; last !== sent; await new Promise(resolve => setImmediate(resolve))) last = sent;
    return sent;
  })();
  expect(before).toBeLessThan(1e8);
  const read = await connection.read();
  expect(read?.length).toBeLessThanOrEqual(65_536);
  await connection.close();
  using deaf = await listening(createServer(socket => void socket.pause()));
  const writing = await connectTo({ port: deaf.port }, { limits: { writeBytes: 1000 } });
  expect(await codeOf(writing.write('x'.repeat(1001)))).toBe('connect/misused');
});

test('a connection is read once at a time, and a host that is not there is said to be', async () => {
  using server = await listening(echo());
  const connection = await connectTo({ port: server.port });
  const first = connection.read();
  expect(await codeOf(connection.read())).toBe('connect/misused');
  await connection.write('x');
  expect(textOf(await first)).toBe('x');
  using gone = await listening(echo());
  gone[Symbol.dispose]();
  expect(await codeOf(connectTo({ port: gone.port }))).toBe('fetch/failed');
});

test('TLS is checked against the authorities that are given, from the first byte or later, and never begins over bytes that nobody has read', async context => {
  using folder = tempFolder();
  const [key, cert] = [folder.file('key.pem'), folder.file('cert.pem')];
  try {
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
    execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    context.skip(true, 'There is no openssl to make a certificate with.');
  }
  const [pem, ca] = [readFileSync(key, 'utf8'), readFileSync(cert, 'utf8')];
  using secure = await listening(
    createTlsServer({ key: pem, cert: ca }, socket => void socket.on('error', () => undefined).pipe(socket)),
    'localhost',
  );
  const hosts = [`localhost:${secure.port}`];
  const at = { host: 'localhost', port: secure.port, tls: true };
  expect(await codeOf(connectTo(at, { hosts }))).toBe('fetch/failed');
  const connection = await connectTo({ ...at, ca }, { hosts });
  await connection.write('secret');
  expect(textOf(await connection.read())).toBe('secret');
  const upgrading = (early: string) =>
    createServer(socket => {
      socket.write('220 ready\n');
      socket.once('data', () => {
        socket.write(`220 go\n${early}`, () => {
          const upgraded = new TLSSocket(socket, { isServer: true, key: pem, cert: ca });
          upgraded.on('error', () => undefined).pipe(upgraded);
        });
      });
    });
  using good = await listening(upgrading(''), 'localhost');
  const later = await connectTo({ host: 'localhost', port: good.port, ca }, { hosts: [`localhost:${good.port}`] });
  const heard = [textOf(await later.read())];
  await later.write('STARTTLS\n');
  heard.push(textOf(await later.read()));
  await later.startTls();
  await later.write('secret');
  expect([...heard, textOf(await later.read()), await codeOf(later.startTls())]).toEqual([
    '220 ready\n',
    '220 go\n',
    'secret',
    'connect/misused',
  ]);
});

test('the end of a TLS handshake that never comes is a failure, not a wait', async () => {
  using server = await listening(createServer(socket => void socket.once('data', () => socket.destroy())));
  expect(await codeOf(connectTo({ port: server.port, tls: true }))).toBe('fetch/failed');
  using silent = await listening(createServer(() => undefined));
  expect(await codeOf(connectTo({ port: silent.port, tls: true }, { limits: { ms: 50 } }))).toBe('fetch/timeout');
});
