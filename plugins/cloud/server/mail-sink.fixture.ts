import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: readonly string[];
  readonly raw: string;
  readonly subject: string;
  readonly body: string;
  /** The link in it, whose path begins so. */
  link(path: string): string;
}

export interface MailSink extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly mails: readonly Mail[];
  /** The next mail to an address that was not asked for yet. */
  to(address: string): Promise<Mail>;
}

/** A real mail server that keeps what it gets. */
export async function mailSink(port = 0): Promise<MailSink> {
  const mails: Mail[] = [];
  const given = new Set<Mail>();
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      void text(stream).then(raw => {
        mails.push(
          read(
            session.envelope.rcptTo.map(({ address }) => address),
            raw,
          ),
        );
        callback();
        arrivals.dispatchEvent(new Event('mail'));
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const taken = (server.server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    async to(address) {
      for (;;) {
        const found = mails.find(mail => mail.to.includes(address) && !given.has(mail));
        if (found !== undefined) {
          given.add(found);
          return found;
        }
        await once(arrivals, 'mail');
      }
    },
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(resolve)),
  };
}

function read(to: readonly string[], raw: string): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const written = rest.join('\n\n').replaceAll('\r\n', '\n');
  const body = /quoted-printable/i.test(head) ? fromQuotedPrintable(written) : written;
  return {
    ...{ to, raw, body, subject: /^Subject: (.+)$/m.exec(head)?.[1] ?? '' },
    link(path) {
      const found = body.split(/\s/).find(word => URL.parse(word)?.pathname.startsWith(path));
      if (found === undefined) throw new Error(`The mail has no link to ${path}:\n${body}`);
      return found;
    },
  };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
