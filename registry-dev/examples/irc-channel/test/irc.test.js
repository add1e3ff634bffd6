import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Irc, targetOf } from '../irc.js';
import { parse, pieces } from '../lines.js';

/** A server of a few lines: `answer` says what it does with each. */
async function serverThat(answer) {
  const lines = [];
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', text => {
      for (const line of text.split('\r\n').filter(part => part !== '')) {
        lines.push(line);
        const said = line.startsWith('PING ') ? `PONG irc.test ${line.slice(5)}` : answer(line, socket);
        if (typeof said === 'string') socket.write(`${said}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { lines, port: server.address().port, close: () => server.close() };
}

/** A connection as `ctx.connect` gives it. */
async function connectTo(port) {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const parts = socket[Symbol.asyncIterator]();
  return {
    read: async () => (await parts.next()).value,
    write: text => new Promise(resolve => socket.write(text, resolve)),
    close: async () => void socket.destroy(),
  };
}

const settings = { nick: 'helper', account: '', password: '', channels: [] };

function client(port, more = {}) {
  const received = [];
  const states = [];
  const waiting = [];
  const irc = new Irc(
    { ...settings, ...more },
    {
      connect: () => connectTo(port),
      received: async message => void received.push(message),
      report: async status => {
        states.push(status);
        for (const tell of waiting.splice(0)) tell();
      },
    },
  );
  const until = async (state, account) => {
    const fits = one => one.state === state && (account === undefined || one.account === account);
    while (!states.some(fits)) await new Promise(resolve => waiting.push(resolve));
    return states.find(fits);
  };
  return { irc, received, states, until };
}

const welcomes = line => (line.startsWith('USER') ? ':irc.test 001 helper :Welcome' : undefined);

test('lines are read with their tags, and a text becomes lines that IRC carries', () => {
  expect(parse('@account=ada;msgid=1 :ada!a@b PRIVMSG helper :hi: there')).toEqual({
    ...{ tags: { account: 'ada', msgid: '1' }, from: 'ada!a@b', nick: 'ada', command: 'PRIVMSG', params: ['helper', 'hi: there'] },
  });
  expect(pieces(`one\r\n\n${'é'.repeat(300)}`).map(line => line.length)).toEqual([3, 200, 100]);
});

test('one that is closed while it connects opens nothing, and says nothing more', async () => {
  const connecting = Promise.withResolvers();
  const closed = Promise.withResolvers();
  const said = [];
  const irc = new Irc(settings, {
    connect: () => connecting.promise,
    received: async () => undefined,
    report: async status => void said.push(status),
  });
  await irc.close();
  connecting.resolve({
    read: async () => undefined,
    write: async text => void said.push(text),
    close: async () => closed.resolve(),
  });
  await closed.promise;
  expect(said).toEqual([]);
});

test('a nickname that somebody has is asked for again, and taken once it is free', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const server = await serverThat(line => {
    if (line === 'NICK helper') return server.lines.includes('PING alive') ? ':helper_!h@b NICK helper' : ':irc.test 433 * helper :in use';
    return line === 'NICK helper_' ? ':irc.test 001 helper_ :Welcome' : undefined;
  });
  const { irc, states, until } = client(server.port);
  await until('connected');
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await until('connected', 'helper');
  expect(states.map(({ account }) => account)).toEqual(['helper_', 'helper']);
  await irc.close();
  server.close();
});

test('an account signs in before it is connected, and a refused password is a state, not a loop', async () => {
  const server = await serverThat(line => {
    if (line === 'CAP LS 302') return ':irc.test CAP * LS :sasl=PLAIN account-tag';
    if (line.startsWith('CAP REQ')) return `:irc.test CAP * ACK :${line.slice(9)}`;
    if (line === 'AUTHENTICATE PLAIN') return 'AUTHENTICATE +';
    if (line.startsWith('AUTHENTICATE ')) {
      const isRight = Buffer.from(line.slice(13), 'base64').toString() === 'ada\0ada\0sesame';
      return isRight ? ':irc.test 903 helper :done' : ':irc.test 904 helper :failed';
    }
    return line === 'CAP END' ? ':irc.test 001 helper :Welcome' : undefined;
  });
  const good = client(server.port, { account: 'ada', password: 'sesame' });
  expect(await good.until('connected')).toEqual({ state: 'connected', account: 'helper' });
  const bad = client(server.port, { account: 'ada', password: 'wrong' });
  expect((await bad.until('offline')).problem).toContain('refused the account');
  await Promise.all([good.irc.close(), bad.irc.close()]);
  server.close();
});

test('a message is sent once the server answers after it, refused where it says so, and unknown if it ends first', async () => {
  const server = await serverThat((line, socket) => {
    if (line.startsWith('PRIVMSG gone')) return ':irc.test 401 helper gone :No such nick';
    if (line.startsWith('PRIVMSG end')) return void socket.destroy();
    return welcomes(line);
  });
  const { irc, until } = client(server.port);
  await until('connected');
  expect([await irc.send('ada', 'one\ntwo'), await irc.send('gone', 'x'), await irc.send('a b', 'x')]).toEqual([
    { outcome: 'sent' },
    { outcome: 'refused', problem: 'No such nick' },
    { outcome: 'refused', problem: 'no such nickname or channel' },
  ]);
  await expect(irc.send('end', 'x')).rejects.toThrow();
  expect(server.lines.filter(line => line.startsWith('PRIVMSG ada'))).toEqual(['PRIVMSG ada :one', 'PRIVMSG ada :two']);
  await irc.close();
  server.close();
});

test('what is for one person is not sent to another who has the nickname by now', async () => {
  const holders = {
    ada: [':irc.test 311 helper ada a b * :Ada', ':irc.test 330 helper ada ada.account :is logged in as'],
    bob: [':irc.test 311 helper bob other elsewhere * :Bob'],
  };
  const server = await serverThat(line => {
    const [command, nick] = line.split(' ');
    if (command !== 'WHOIS') return welcomes(line);
    return (holders[nick] ?? [`:irc.test 401 helper ${nick} :No such nick`]).join('\r\n');
  });
  const { irc, until } = client(server.port);
  await until('connected');
  const to = [
    ['ada', 'Ada!a@b'],
    ['ada', 'account:ada.account'],
    ['ada', 'account:eve'],
    ['bob', 'bob!b@b'],
    ['gone', 'gone!g@g'],
    ['#garden', 'bob!b@b'],
  ];
  const outcomes = [];
  for (const [target, user] of to) outcomes.push((await irc.send(target, 'x', user)).problem ?? 'sent');
  const other = 'somebody else has this nickname now';
  expect(outcomes).toEqual(['sent', 'sent', other, other, 'No such nick', 'sent']);
  expect(server.lines.filter(line => line.startsWith('PRIVMSG'))).toEqual(['PRIVMSG ada :x', 'PRIVMSG ada :x', 'PRIVMSG #garden :x']);
  await irc.close();
  server.close();
});

test('it hears what is said to it alone, and in a channel what begins with its name; notices and programs are not answered', async () => {
  const said = [
    ':ada!a@b PRIVMSG helper :hello',
    '@account=ada :ada!a@b PRIVMSG #garden :Helper: when does it rain?',
    ':ada!a@b PRIVMSG #garden :helpers are great',
    ':ada!a@b PRIVMSG #garden :it rains',
    ':ada!a@b NOTICE helper :I am a program',
    ':ada!a@b PRIVMSG helper :\u0001VERSION\u0001',
    ':helper!h@b PRIVMSG helper :myself',
    ':irc.test PRIVMSG helper :the server',
    ':bob!b@b PRIVMSG helper :bye',
    // Somebody else who has taken the nickname.
    ':bob!m@m PRIVMSG helper :what did I say?',
  ].join('\r\n');
  const server = await serverThat(line => (line.startsWith('USER') ? `:irc.test 001 helper :Welcome\r\n${said}` : undefined));
  const { irc, received, until } = client(server.port);
  await until('connected');
  await irc.send('ada', 'x');
  expect([...new Set(received.map(({ thread }) => targetOf(thread)))]).toEqual(['ada', '#garden', 'bob']);
  expect(received.map(({ channelUser, thread, text }) => [channelUser, thread, text])).toEqual([
    ['ada!a@b', 'ada ada!a@b', 'hello'],
    ['account:ada', '#garden', 'when does it rain?'],
    ['bob!b@b', 'bob bob!b@b', 'bye'],
    ['bob!m@m', 'bob bob!m@m', 'what did I say?'],
  ]);
  await irc.close();
  server.close();
});

/** A client of a server in memory, which has said `first` and answers each PING. */
async function inMemory(first, more = {}) {
  const lines = [];
  const said = [':irc.test 001 helper :Welcome', ...first];
  const connected = Promise.withResolvers();
  let isClosed = false;
  let wake = () => undefined;
  const say = line => {
    said.push(line);
    wake();
  };
  const irc = new Irc(settings, {
    connect: async () => ({
      async read() {
        while (said.length === 0 && !isClosed)
          await new Promise(resolve => {
            wake = resolve;
          });
        if (isClosed) return undefined;
        return Buffer.from(
          said
            .splice(0)
            .map(line => `${line}\r\n`)
            .join(''),
        );
      },
      async write(text) {
        lines.push(text.trim());
        if (text.startsWith('PING ')) say(`PONG irc.test ${text.slice(5).trim()}`);
      },
      async close() {
        isClosed = true;
        wake();
      },
    }),
    received: async () => undefined,
    report: async ({ state }) => state === 'connected' && connected.resolve(),
    ...more,
  });
  onTestFinished(() => irc.close());
  await connected.promise;
  return { irc, lines };
}

test('a long answer is cut to what goes in time, and one that would wait too long behind it is certainly not sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { irc, lines } = await inMemory([]);
  const text = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
  const sends = [irc.send('ada', text), irc.send('#garden', text), irc.send('#garden', 'short')];
  await vi.advanceTimersByTimeAsync(20_000);
  const late = new Promise(resolve => queueMicrotask(() => setImmediate(() => resolve('late'))));
  const outcomes = await Promise.all(sends.map(async sent => await Promise.race([sent.then(({ outcome }) => outcome), late])));
  const written = lines.filter(line => line.startsWith('PRIVMSG'));
  expect({ outcomes, count: written.length, last: written.slice(-2) }).toEqual({
    ...{ outcomes: ['sent', 'not-sent', 'sent'], count: 26 },
    last: ['PRIVMSG ada :[cut: 36 more lines]', 'PRIVMSG #garden :short'],
  });
});

test('a thread that there is no room for holds up no other thread, and the server is answered meanwhile', async () => {
  const kept = [];
  const dropped = [];
  const full = Array.from({ length: 600 }, (_, index) => `:ada!a@b PRIVMSG helper :${index}`);
  const { irc, lines } = await inMemory([...full, ':bob!b@b PRIVMSG helper :hello', 'PING :here'], {
    received: async ({ name, text }) => (name === 'ada' ? await new Promise(() => undefined) : void kept.push(text)),
    dropped: thread => void dropped.push(thread),
  });
  // Heard after all of that.
  const sent = irc.send('bob', 'x');
  await new Promise(resolve => setImmediate(resolve));
  expect([kept, dropped.length, lines.includes('PONG :here')]).toEqual([['hello'], 550, true]);
  expect((await sent).outcome).toBe('sent');
});
