import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import extension from '../main.js';

const largest = 1_048_576;

/** The bridge as it is, on a mailbox in memory; `fails(message)` is the error with which Atelier refuses a message. */
export function openedMailbox(box, { login = 'OK in', silentAt = '', fails = () => undefined } = {}) {
  const handlers = {};
  const received = [];
  const tried = [];
  const states = [];
  const warned = [];
  const count = { opens: 0, closes: 0, silent: 0 };
  const waiting = [];
  const tell = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const db = new DatabaseSync(':memory:');
  const connect = async () => {
    count.opens += 1;
    const said = ['* OK hello'];
    let wake = () => undefined;
    let isClosed = false;
    return {
      async read() {
        while (said.length === 0 && !isClosed) await new Promise(resolve => (wake = resolve));
        return isClosed ? undefined : Buffer.from(`${said.splice(0).join('\r\n')}\r\n`, 'latin1');
      },
      async write(text) {
        const answer = answerTo(text.trim(), box, login);
        if (silentAt !== '' && text.includes(silentAt)) {
          count.silent += 1;
          return tell();
        }
        said.push(answer);
        wake();
      },
      async close() {
        if (!isClosed) count.closes += 1;
        isClosed = true;
        wake();
        tell();
      },
    };
  };
  const services = {
    '@atelier/channels:Channels@1': {
      async receive(_bridge, message) {
        tried.push(message.idempotencyKey);
        const isTooLarge = Buffer.byteLength(JSON.stringify(message)) > largest - 1000;
        const error = isTooLarge ? Object.assign(new Error('too large'), { code: 'extension/message-too-large' }) : fails(message);
        if (error === undefined) received.push(message);
        tell();
        if (error !== undefined) throw error;
        return { taken: 'queued' };
      },
      async report(_bridge, status) {
        states.push(status);
        tell();
      },
    },
    '@atelier/settings:Settings@1': {
      read: async () => ({
        ...{ address: 'me@me.org', imap: 'imap.me.org', smtp: 'smtp.me.org', security: 'tls' },
        ...{ certificate: '', user: '', authserv: 'mx.me.org' },
      }),
    },
  };
  extension.activate({
    ...{ id: '@acme/mail-channel', connect, signal: new AbortController().signal },
    log: { warn: text => void warned.push(text) },
    get: token => services[token.key],
    secret: async () => 'sesame',
    database: ([migration]) => {
      migration.up(db);
      return db;
    },
    handle: (name, run) => Object.assign(handlers, { [name]: run }),
    defer: () => undefined,
  });
  onTestFinished(() => handlers['mail-channel.stop']());
  return {
    ...{ received, tried, states, warned, count },
    place: () => db.prepare('SELECT uid FROM places').get()?.uid,
    start: () => handlers['mail-channel.start'](),
    /** Resolves once it holds, looked at whenever something happens. */
    async until(holds) {
      while (!holds()) await new Promise(resolve => waiting.push(resolve));
    },
  };
}

function answerTo(line, box, login) {
  const [tag, command, ...rest] = line.split(' ');
  if (command === undefined) return `a1 ${login}`;
  if (command === 'AUTHENTICATE') return '+ ';
  if (command === 'SELECT') return `* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 1]\r\n${tag} OK done`;
  const [, uid, ...what] = rest;
  if (uid.endsWith(':*')) {
    const sizes = box.map((mail, index) => `* ${index + 1} FETCH (UID ${index + 1} RFC822.SIZE ${mail.length})`);
    return [...sizes.slice(Number.parseInt(uid, 10) - 1), `${tag} OK done`].join('\r\n');
  }
  const mail = box[uid - 1];
  return what[0].startsWith('(BODY') ? `* ${uid} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n${mail})\r\n${tag} OK done` : `${tag} BAD`;
}
