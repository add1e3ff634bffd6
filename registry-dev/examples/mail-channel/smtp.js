import { openConnection } from './lines.js';

/** Atelier waits half a minute for the answer of a bridge. */
const silentMs = 20_000;

/** Sends one mail; `raw` is whole. What has certainly not left is told from what may have. */
export async function sendMail(connect, settings, { from, to, raw }) {
  let opened;
  try {
    opened = await openConnection(connect, { ...settings, silentMs }, async (reader, connection, startsTls) => {
      await expectCode(reader, '220');
      if (!startsTls) return;
      await ask(connection, reader, 'EHLO localhost', '250');
      await ask(connection, reader, 'STARTTLS', '220');
    });
  } catch (error) {
    return { outcome: 'not-sent', problem: error.message };
  }
  const { connection, reader } = opened;
  try {
    try {
      const offers = await ask(connection, reader, 'EHLO localhost', '250');
      if (settings.password !== '' && offers.some(line => /\bAUTH\b/i.test(line)))
        await ask(
          connection,
          reader,
          `AUTH PLAIN ${Buffer.from(`\0${settings.user}\0${settings.password}`).toString('base64')}`,
          '235',
        ).catch(error => {
          // A password is mended in the settings: the mail waits for it.
          throw new Error(error.message);
        });
      await ask(connection, reader, `MAIL FROM:<${from}>`, '250');
      await ask(connection, reader, `RCPT TO:<${to}>`, '25');
      await ask(connection, reader, 'DATA', '354');
    } catch (error) {
      return { outcome: error.code?.startsWith('5') ? 'refused' : 'not-sent', problem: error.message };
    }
    // A line of a single dot would end it, so dots at the beginning of a line are doubled.
    const body = raw.replaceAll(/^\./gm, '..');
    try {
      // From here on the server may have it, whatever becomes of the connection: an error without a code goes on to the caller.
      await ask(connection, reader, `${body}\r\n.`, '250');
    } catch (error) {
      if (error.code === undefined) throw error;
      return { outcome: error.code.startsWith('5') ? 'refused' : 'not-sent', problem: error.message };
    }
    await connection.write('QUIT\r\n').catch(() => undefined);
    return { outcome: 'sent' };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

async function ask(connection, reader, line, code) {
  await connection.write(`${line}\r\n`);
  return await expectCode(reader, code);
}

async function expectCode(reader, code) {
  const lines = [];
  for (;;) {
    const line = await reader.line();
    if (line === undefined) throw new Error('The mail server ended the connection.');
    lines.push(line);
    if (lines.length > 100) throw new Error('The mail server says too much.');
    if (line[3] === '-') continue;
    if (line.startsWith(code)) return lines;
    throw Object.assign(new Error(`The mail server said: ${line.slice(0, 300)}`), { code: line.slice(0, 3) });
  }
}
