import { openConnection } from './lines.js';

const mostLiteral = 4_000_000;
const silentMs = 60_000;

/** As much of IMAP as it takes to read what is new in a mailbox. */
export class Imap {
  #connection;
  #reader;
  #tag = 0;

  static async open(connect, settings) {
    const imap = new Imap();
    const opened = await openConnection(connect, { ...settings, silentMs }, async (reader, connection, startsTls) => {
      const hello = await reader.line();
      if (!hello?.startsWith('* OK')) throw new Error(`The mailbox does not answer: ${hello ?? 'it ended the connection'}`);
      if (!startsTls) return;
      await connection.write('a0 STARTTLS\r\n');
      for (let line = await reader.line(); !line?.startsWith('a0 OK'); line = await reader.line())
        if (line === undefined || line.startsWith('a0 ')) throw new Error('The mailbox has no STARTTLS.');
    });
    imap.#connection = opened.connection;
    imap.#reader = opened.reader;
    const { user, password } = settings;
    try {
      await imap.#command(`AUTHENTICATE PLAIN`, Buffer.from(`\0${user}\0${password}`).toString('base64'));
    } catch (error) {
      await imap.close().catch(() => undefined);
      throw error;
    }
    return imap;
  }

  /** Opens the inbox; returns what its numbers hold for, and the next one. */
  async select() {
    const lines = (await this.#command('SELECT INBOX')).map(({ text }) => text);
    const number = name =>
      Number(lines.map(line => new RegExp(`\\[${name} (\\d+)\\]`).exec(line)?.[1]).find(found => found !== undefined) ?? 0);
    return { validity: number('UIDVALIDITY'), next: number('UIDNEXT') };
  }

  /** The numbers after this one, with their sizes, in order. */
  async after(uid) {
    const found = await this.#command(`UID FETCH ${uid + 1}:* (UID RFC822.SIZE)`);
    return found
      .map(({ text }) => ({ uid: Number(/\bUID (\d+)/.exec(text)?.[1] ?? 0), size: Number(/\bRFC822\.SIZE (\d+)/.exec(text)?.[1] ?? 0) }))
      .filter(one => one.uid > uid)
      .sort((a, b) => a.uid - b.uid);
  }

  /** The beginning of a mail, unread as it was. */
  async fetch(uid, most) {
    const found = await this.#command(`UID FETCH ${uid} (BODY.PEEK[]<0.${most}>)`);
    return found.find(({ literal }) => literal !== undefined)?.literal;
  }

  async close() {
    await this.#connection.close();
  }

  /** The untagged lines of a command, with the last literal of each. `then` goes after the server has asked for more. */
  async #command(text, then) {
    const tag = `a${++this.#tag}`;
    await this.#connection.write(`${tag} ${text}\r\n`);
    const untagged = [];
    for (;;) {
      let line = await this.#reader.line();
      if (line === undefined) throw new Error('The mailbox ended the connection.');
      if (line.startsWith('+') && then !== undefined) {
        await this.#connection.write(`${then}\r\n`);
        continue;
      }
      let literal;
      for (let count = /\{(\d+)\}$/.exec(line); count !== null; count = /\{(\d+)\}$/.exec(line)) {
        if (Number(count[1]) > mostLiteral) throw new Error('The mailbox sends more than it was asked for.');
        literal = await this.#reader.bytes(Number(count[1]));
        line = `${line.slice(0, count.index)} ${(await this.#reader.line()) ?? ''}`;
      }
      if (line.startsWith(`${tag} `)) {
        if (line.startsWith(`${tag} OK`)) return untagged;
        throw new Error(`The mailbox refused ${text.split(' ')[0]}: ${line.slice(tag.length + 1)}`);
      }
      if (line.startsWith('* BYE')) throw new Error(`The mailbox ended the connection: ${line.slice(6)}`);
      untagged.push({ text: line, literal });
    }
  }
}
