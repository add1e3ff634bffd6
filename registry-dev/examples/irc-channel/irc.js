import { linesOf, parse, pieces } from './lines.js';

const wanted = ['sasl', 'message-tags', 'account-tag', 'server-time'];
const pingMs = 60_000;
const silentMs = 150_000;
const pongMs = 30_000;
/** How many lines go at once, and the pause after each more: servers end connections that flood. */
const burst = 5;
const pauseMs = 700;
/** Lines of one text, and of all that wait to be sent: Atelier waits half a minute for the answer of a bridge. */
const mostLines = 25;
const mostQueued = 30;
/** Messages that wait to be kept, of one thread and of all. */
const mostWaiting = { thread: 50, all: 500 };
const longestWaitMs = 60_000;
/** The server does not know whom a line is for, or does not pass it on. */
const notTaken = new Set(['401', '402', '403', '404', '411', '412', '477', '531']);

/** A client of IRC that connects again by itself, until it is closed. */
export class Irc {
  status = { state: 'connecting' };
  #settings;
  #connect;
  #received;
  #report;
  #connection;
  #nick = '';
  #lastHeard = 0;
  #isClosed = false;
  #wakeUp = () => undefined;
  #pongs = new Map();
  #refused = new Map();
  /** Who has a nickname, as the server said when it was asked last. */
  #holders = new Map();
  #lastPing = 0;
  #caps = new Set();
  #dropped;
  #sending = Promise.resolve();
  #queued = 0;
  /** By thread, what waits to be kept. */
  #keeping = new Map();
  #waiting = 0;

  /**
   * `connect` opens the connection, `received` takes a message and resolves once it is kept, `report` is told of each state, and
   * `dropped` of a message that there is no room for.
   */
  constructor(settings, { connect, received, report, dropped = () => undefined }) {
    this.#dropped = dropped;
    this.#settings = settings;
    this.#connect = connect;
    this.#received = received;
    this.#report = report;
    void this.#run();
  }

  async close() {
    this.#isClosed = true;
    this.#wakeUp();
    await this.#connection?.close().catch(() => undefined);
  }

  /**
   * Sends one text. It is sent once the server has answered what was asked after it; IRC says nothing by itself. What is for `user` is
   * not sent to somebody else who has the nickname by now.
   */
  async send(target, text, user) {
    const lines = shortened(pieces(text));
    if (this.#queued + lines.length > mostQueued) return { outcome: 'not-sent', problem: 'too many lines wait to be sent' };
    this.#queued += lines.length;
    const sent = this.#sending
      .then(() => this.#send(target, lines, user))
      .finally(() => {
        this.#queued -= lines.length;
      });
    this.#sending = sent.catch(() => undefined);
    return await sent;
  }

  async #send(target, lines, user) {
    if (this.status.state !== 'connected') return { outcome: 'not-sent', problem: 'not connected' };
    if (/[\s,\0]/.test(target) || target === '') return { outcome: 'refused', problem: 'no such nickname or channel' };
    const key = target.toLowerCase();
    this.#refused.delete(key);
    if (user !== undefined && !isChannel(target) && !(await this.#has(target, user)))
      return { outcome: 'refused', problem: this.#refused.get(key) ?? 'somebody else has this nickname now' };
    for (const [index, line] of lines.entries()) {
      if (index >= burst) await this.#sleep(pauseMs);
      await this.#write(`PRIVMSG ${target} :${line}`);
    }
    await this.#pong();
    const problem = this.#refused.get(key);
    return problem === undefined ? { outcome: 'sent' } : { outcome: 'refused', problem };
  }

  /** Whether a nickname is still that of a user, as messages name one: an account, or the whole mask. */
  async #has(nick, user) {
    const key = nick.toLowerCase();
    this.#holders.delete(key);
    await this.#write(`WHOIS ${nick}`);
    await this.#pong();
    const { mask, account } = this.#holders.get(key) ?? {};
    return user.startsWith('account:') ? user === `account:${account}` : user.toLowerCase() === mask?.toLowerCase();
  }

  /** Resolves when the server has handled everything before. Rejects if the connection ends first. */
  async #pong() {
    const token = `a${++this.#lastPing}`;
    const { promise, resolve, reject } = Promise.withResolvers();
    const late = setTimeout(() => reject(new Error('The server did not answer.')), pongMs);
    this.#pongs.set(token, { resolve, reject });
    try {
      await this.#write(`PING ${token}`);
      await promise;
    } finally {
      clearTimeout(late);
      this.#pongs.delete(token);
    }
  }

  #tell(status) {
    // Another may be open in its place.
    if (this.#isClosed) return;
    this.status = status;
    void this.#report(status);
  }

  async #run() {
    for (let tries = 0; !this.#isClosed; tries += 1) {
      let problem = 'The server ended the connection.';
      try {
        await this.#session(() => (tries = 0));
      } catch (error) {
        problem = error.message;
      }
      for (const { reject } of this.#pongs.values()) reject(new Error(problem));
      await this.#connection?.close().catch(() => undefined);
      this.#connection = undefined;
      if (this.#isClosed) return;
      this.#tell({ state: 'offline', problem });
      await this.#sleep(Math.min(longestWaitMs, 1000 * 2 ** tries));
    }
  }

  async #session(welcomed) {
    this.#nick = this.#settings.nick;
    this.#caps = new Set();
    const connection = await this.#connect();
    // Closed meanwhile: a connection that stayed open would hold the nickname.
    if (this.#isClosed) return void (await connection.close());
    this.#connection = connection;
    this.#lastHeard = Date.now();
    const watch = setInterval(() => this.#watch(), pingMs);
    try {
      await this.#write('CAP LS 302');
      await this.#write(`NICK ${this.#nick}`);
      await this.#write(`USER ${this.#settings.nick} 0 * :${this.#settings.nick}`);
      for await (const line of linesOf(this.#connection)) {
        this.#lastHeard = Date.now();
        await this.#hear(parse(line), welcomed);
      }
    } finally {
      clearInterval(watch);
    }
  }

  #watch() {
    if (Date.now() - this.#lastHeard > silentMs) void this.#connection?.close().catch(() => undefined);
    else void this.#write('PING alive').catch(() => undefined);
    // Somebody had the nickname, perhaps this program itself before a restart.
    if (this.#nick !== this.#settings.nick) void this.#write(`NICK ${this.#settings.nick}`).catch(() => undefined);
  }

  async #hear(message, welcomed) {
    const { command, params } = message;
    if (command === 'PING') await this.#write(`PONG :${params.at(-1) ?? ''}`);
    else if (command === 'PONG') this.#pongs.get(params.at(-1))?.resolve();
    else if (command === 'CAP') await this.#capability(params);
    else if (command === 'AUTHENTICATE') await this.#authenticate(params[0]);
    else if (command === '903' || command === '907') await this.#write('CAP END');
    else if (['902', '904', '905', '906', '908'].includes(command)) throw new Error('The server refused the account or its password.');
    else if (command === '433' || command === '436') {
      if (this.status.state === 'connected') return;
      this.#nick = `${this.#nick.slice(0, 24)}_`;
      await this.#write(`NICK ${this.#nick}`);
    } else if (command === '001') {
      this.#nick = params[0] ?? this.#nick;
      welcomed();
      for (const channel of this.#settings.channels) await this.#write(`JOIN ${channel}`);
      this.#tell({ state: 'connected', account: this.#nick });
    } else if (command === 'NICK' && message.nick === this.#nick) {
      this.#nick = params[0] ?? this.#nick;
      this.#tell({ state: 'connected', account: this.#nick });
    } else if (command === 'ERROR') throw new Error(`The server said: ${params.at(-1) ?? ''}`);
    else if (command === '311') this.#holders.set((params[1] ?? '').toLowerCase(), { mask: `${params[1]}!${params[2]}@${params[3]}` });
    else if (command === '330') Object.assign(this.#holders.get((params[1] ?? '').toLowerCase()) ?? {}, { account: params[2] });
    else if (notTaken.has(command)) this.#refused.set((params[1] ?? '').toLowerCase(), params.at(-1) ?? command);
    else if (command === 'PRIVMSG') this.#message(message);
  }

  async #capability([, what = '', ...more]) {
    const names = (more.at(-1) ?? '').split(' ').map(name => name.split('=')[0]);
    if (what === 'LS') {
      for (const name of names) this.#caps.add(name);
      // More of them come.
      if (more[0] === '*') return;
      const asked = wanted.filter(name => this.#caps.has(name) && (name !== 'sasl' || this.#settings.account !== ''));
      if (this.#settings.account !== '' && !asked.includes('sasl')) throw new Error('The server has no accounts, but one is set.');
      await this.#write(asked.length === 0 ? 'CAP END' : `CAP REQ :${asked.join(' ')}`);
    } else if (what === 'ACK') await this.#write(names.includes('sasl') ? 'AUTHENTICATE PLAIN' : 'CAP END');
    else if (what === 'NAK') await this.#write('CAP END');
  }

  async #authenticate(what) {
    if (what !== '+') return;
    const { account, password } = this.#settings;
    const bytes = new TextEncoder().encode(`${account}\0${account}\0${password}`);
    const text = Buffer.from(bytes).toString('base64');
    for (let at = 0; at <= text.length; at += 400) await this.#write(`AUTHENTICATE ${text.slice(at, at + 400) || '+'}`);
  }

  #message({ tags, from, nick, params: [target = '', text = ''] }) {
    const own = this.#nick.toLowerCase();
    if (nick.toLowerCase() === own || !from.includes('!')) return;
    const isPrivate = target.toLowerCase() === own;
    const named = text.toLowerCase().startsWith(own) && !/^[\w\-[\]\\`^{}|]/.test(text.slice(own.length));
    if (!isPrivate && !named) return;
    const said = isPrivate ? text : text.slice(own.length).replace(/^[\s:,]+/, '');
    // CTCP: requests of programs, and what somebody says that they do.
    if (said.startsWith('\u0001') && !said.startsWith('\u0001ACTION ')) return;
    // Only an account is somebody's own; else the whole mask, as a nickname is anybody's.
    const channelUser = tags.account ? `account:${tags.account}` : from;
    this.#keep({
      channelUser,
      name: nick,
      thread: isPrivate ? `${nick} ${channelUser}` : target,
      text: said.replaceAll('\u0001', '').replace(/^ACTION /, `${nick} `),
      idempotencyKey: tags.msgid || crypto.randomUUID(),
    });
  }

  /** In each thread one after the other. Nothing waits for it, so that the server is answered meanwhile. */
  #keep(message) {
    const { thread } = message;
    const lane = this.#keeping.get(thread) ?? { count: 0, last: Promise.resolve() };
    if (lane.count >= mostWaiting.thread || this.#waiting >= mostWaiting.all) return void this.#dropped(thread);
    this.#keeping.set(thread, lane);
    lane.count += 1;
    this.#waiting += 1;
    lane.last = lane.last
      .then(() => this.#received(message))
      .catch(() => undefined)
      .finally(() => {
        lane.count -= 1;
        this.#waiting -= 1;
        if (lane.count === 0) this.#keeping.delete(thread);
      });
  }

  async #write(line) {
    const connection = this.#connection;
    if (connection === undefined) throw new Error('not connected');
    await connection.write(`${line.replaceAll(/[\r\n\0]/g, ' ')}\r\n`);
  }

  #sleep(ms) {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isChannel(target) {
  return /^[#&+!]/.test(target);
}

/** Where a thread's messages go: a private one is called by the nickname and by whom it is with. */
export function targetOf(thread) {
  return thread.split(' ')[0];
}

function shortened(lines) {
  if (lines.length <= mostLines) return lines;
  const shown = lines.slice(0, mostLines - 1);
  return [...shown, `[cut: ${lines.length - shown.length} more lines]`];
}
