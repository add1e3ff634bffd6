import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, lackOf, localCertificate, reachable } from './local-servers.ts';

const places = ['/usr/sbin/ngircd', '/usr/local/sbin/ngircd', '/opt/homebrew/sbin/ngircd'];

/** Why there is no IRC server on this machine; undefined if there is one, and somebody can come to it. */
export async function ircLack(): Promise<string | undefined> {
  if (!places.some(existsSync)) return 'ngIRCd is not on this machine: install the package ngircd.';
  return await lackOf('ngIRCd', async folder => {
    await using server = await openIrcServer(folder);
    using _ = await openIrcClient(server.port, 'probe');
  });
}

function keptCertificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  return existsSync(cert) ? { key, cert, pem: readFileSync(cert, 'utf8') } : undefined;
}

/** A real IRC server on this machine, with its files in `folder`; with TLS if there is a certificate. */
export async function openIrcServer(folder: string, ports?: { readonly port: number; readonly tls: number }) {
  chmodSync(folder, 0o755);
  const program = places.find(existsSync) ?? 'ngircd';
  const [plain, tls] = [ports?.port ?? (await freePort()), ports?.tls ?? (await freePort())];
  // One that comes back has the certificate of before.
  const certificate = ports === undefined ? localCertificate(folder) : keptCertificate(folder);
  const file = join(folder, 'ngircd.conf');
  const ssl = certificate === undefined ? '' : `[SSL]\nCertFile = ${certificate.cert}\nKeyFile = ${certificate.key}\nPorts = ${tls}\n`;
  writeFileSync(
    file,
    `[Global]\nName = irc.test\nInfo = Test\nListen = 127.0.0.1\nPorts = ${plain}\nMotdPhrase = Hello\n[Limits]\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n` +
      `[Options]\nDNS = no\nIdent = no\nPAM = no\nCloakHostModeX = \n${ssl}`,
  );
  const child = spawn(program, ['-n', '-f', file], { stdio: 'ignore' });
  child.on('error', () => undefined);
  const ended = once(child, 'exit');
  await reachable(plain, child);
  if (certificate !== undefined) await reachable(tls, child);
  return {
    port: plain,
    tls,
    certificate: certificate?.pem,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await this.stop();
    },
  };
}

/** A machine under load takes its time; the limit only ends what hangs. */
const heardMs = 100_000;

/** Somebody on IRC, who hears every line. */
export async function openIrcClient(port: number, nick: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines: string[] = [];
  const waiting: { readonly fits: (line: string) => boolean; readonly resolve: (line: string) => void }[] = [];
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (line.startsWith('PING')) socket.write(`PONG${line.slice(4)}\r\n`);
      lines.push(line);
      for (const one of waiting.filter(({ fits }) => fits(line))) {
        waiting.splice(waiting.indexOf(one), 1);
        one.resolve(line);
      }
    }
  });
  const say = (line: string) => void socket.write(`${line}\r\n`);
  /** The first line that fits, also one of before; a wait that ends says what was heard instead. */
  const heard = (fits: (line: string) => boolean): Promise<string> => {
    const there = lines.find(fits);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      const missing = () => new Error(`${nick} did not hear ${fits} in ${heardMs / 1000} s, but:\n${lines.slice(-20).join('\n')}`);
      const late = setTimeout(() => reject(missing()), heardMs);
      waiting.push({
        fits,
        resolve: line => {
          clearTimeout(late);
          resolve(line);
        },
      });
    });
  };
  say(`NICK ${nick}`);
  say(`USER ${nick} 0 * :${nick}`);
  await heard(line => line.includes(' 001 '));
  return {
    lines,
    say,
    heard,
    /** What was said to this one, or where it is, by somebody. */
    saidBy: (who: string) =>
      lines.filter(line => line.startsWith(`:${who}!`) && line.includes(' PRIVMSG ')).map(line => line.slice(line.indexOf(' :') + 2)),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
