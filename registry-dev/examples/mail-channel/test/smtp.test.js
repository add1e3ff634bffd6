import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendMail } from '../smtp.js';

const silence = undefined;

/** A server that answers each line by its first word. */
function server(answers) {
  const said = ['220 hello'];
  return async () => ({
    read: async () => (said.length === 0 ? await new Promise(() => undefined) : Buffer.from(`${said.splice(0).join('\r\n')}\r\n`)),
    write: async text => {
      const [word] = text.split(/[\s:]/, 1);
      const answer = Object.hasOwn(answers, word) ? answers[word] : '250 fine';
      if (answer !== silence) said.push(answer);
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

test('a server that takes too long is left: what it may have is not known and not sent again by itself, what it has not is not lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const left = async at => {
    const closed = [];
    const connect = server({ EHLO: '250 AUTH PLAIN', AUTH: '235 in', DATA: '354 go', [at]: silence });
    const silent = async () => ({ ...(await connect()), close: async () => void closed.push(at) });
    const sent = sendMail(silent, settings, mail).then(
      ({ outcome }) => outcome,
      () => 'unknown',
    );
    await vi.advanceTimersByTimeAsync(25_000);
    return [await sent, closed.length > 0];
  };
  expect([await left('RCPT'), await left('Subject')]).toEqual([
    ['not-sent', true],
    ['unknown', true],
  ]);
  const { atelier } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(atelier.contributes['@atelier/channels:bridges@1'].map(({ repeats }) => repeats)).toEqual([undefined]);
});
