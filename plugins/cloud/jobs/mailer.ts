import { createTransport } from 'nodemailer';
import type { MailText } from './mails.ts';

export interface Mailer {
  /** Throws if the mail server does not take it. */
  send(to: string, mail: MailText): Promise<void>;
  close(): void;
}

/** One address and nothing else: nodemailer itself would follow a line break into another header. */
const oneAddress = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*$/;

export function createMailer(smtp: string | undefined, from: string): Mailer {
  if (smtp === undefined) {
    return {
      send: () => Promise.reject(Object.assign(new Error('No mail server is configured.'), { code: 'no-mail-server' })),
      close() {},
    };
  }
  const transport = createTransport(smtp, { disableFileAccess: true, disableUrlAccess: true });
  return {
    async send(to, { subject, text }) {
      if (!oneAddress.test(to)) throw new Error('This is not one address.');
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
}
