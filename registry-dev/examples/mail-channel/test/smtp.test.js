import { expect, test } from 'vitest';
import { sendMail } from '../smtp.js';

/** A server that answers each line by its first word. */
function server(answers) {
  const said = ['220 hello'];
  return async () => ({
    read: async () => Buffer.from(`${said.splice(0).join('\r\n')}\r\n`),
    write: async text => {
      const [word] = text.split(/[\s:]/, 1);
      said.push(answers[word] ?? '250 fine');
    },
    close: async () => undefined,
  });
}

const settings = { ...{ host: 'localhost', port: 25, security: 'tls', ca: '' }, ...{ user: 'me', password: 'old' } };
const mail = { from: 'me@a.org', to: 'm@b.org', raw: 'Subject: x\r\n\r\nx' };
const outcome = async answers =>
  (await sendMail(server({ EHLO: '250 AUTH PLAIN', AUTH: '235 in', DATA: '354 go', ...answers }), settings, mail)).outcome;

test('a mail whose address is refused is refused, and one that waits for a right password or a server is not lost', async () => {
  expect({
    fine: await outcome({}),
    address: await outcome({ RCPT: '550 nobody here' }),
    later: await outcome({ RCPT: '451 later' }),
    password: await outcome({ AUTH: '535 wrong password' }),
    text: await outcome({ Subject: '554 no' }),
  }).toEqual({ fine: 'sent', address: 'refused', later: 'not-sent', password: 'not-sent', text: 'refused' });
});
