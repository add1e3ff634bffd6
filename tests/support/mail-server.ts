import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { freePort, lackOf, localCertificate, reachable } from './local-servers.ts';

const dovecots = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'];
const senders = ['/usr/bin/aiosmtpd', '/usr/local/bin/aiosmtpd'];

/** Why there are no mail servers on this machine; undefined if there are, and somebody can open the mailbox. */
export async function mailLack(): Promise<string | undefined> {
  if (!dovecots.some(existsSync)) return 'Dovecot is not on this machine: install the package dovecot-imapd.';
  if (!senders.some(existsSync)) return 'There is no server for SMTP on this machine: install the package python3-aiosmtpd.';
  return await lackOf('Dovecot', async folder => {
    await using servers = await openMailServers(folder);
    if (servers === undefined) throw new Error('there is no openssl to make a certificate with');
    const said = await sayTo(servers.imap, 'a LOGIN helper sesame', 'b SELECT INBOX', 'c LOGOUT');
    if (!said.includes('\nb OK')) throw new Error(said.split('\r\n').find(line => / (?:NO|BAD) /.test(line)) ?? 'it opens no mailbox');
  });
}

/** What an IMAP server answers to these lines. */
async function sayTo(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  let said = '';
  socket.setEncoding('utf8').on('data', text => {
    said += text;
  });
  for (const line of lines) socket.write(`${line}\r\n`);
  await once(socket, 'close');
  return said;
}

/** A mailbox over IMAP by Dovecot, and a server that takes mail by SMTP, both with TLS; undefined without a certificate. */
export async function openMailServers(folder: string) {
  chmodSync(folder, 0o755);
  const certificate = localCertificate(folder);
  if (certificate === undefined) return undefined;
  const { uid, gid, username } = userInfo();
  // Dovecot gives the mailbox of root to nobody.
  const [owner, group] = uid === 0 ? [65_534, 65_534] : [uid, gid];
  const own = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    chownSync(join(folder, name), owner, group);
  };
  for (const name of ['home', 'maildir', 'maildir/new', 'maildir/cur', 'maildir/tmp']) own(name);
  const [imap, smtp] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'users'), 'helper:{PLAIN}sesame\n');
  const users = uid === 0 ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  const config = join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `${users}base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificate.cert}
ssl_key = <${certificate.key}
mail_location = maildir:${folder}/maildir
first_valid_uid = 1
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${imap}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner} gid=${group} home=${folder}/home
}
`,
  );
  const sent = join(folder, 'sent');
  const tls = ['--smtpscert', certificate.cert, '--smtpskey', certificate.key];
  const imapServer = spawn(dovecots.find(existsSync) ?? 'dovecot', ['-F', '-c', config], { stdio: 'ignore' });
  const smtpArgs = ['-n', '-l', `127.0.0.1:${smtp}`, ...tls, '-c', 'aiosmtpd.handlers.Mailbox', sent];
  const smtpServer = spawn(senders.find(existsSync) ?? 'aiosmtpd', smtpArgs, { stdio: 'ignore' });
  const children: ChildProcess[] = [imapServer, smtpServer];
  for (const child of children) child.on('error', () => undefined);
  await Promise.all([reachable(imap, imapServer), reachable(smtp, smtpServer)]);
  let count = 0;
  return {
    ...{ imap, smtp, certificate: certificate.pem },
    /** Puts a mail into the mailbox, as the server that received it would. */
    deliver(...lines: readonly string[]): void {
      const file = join(folder, 'maildir', 'new', `${Date.now()}.${++count}.test`);
      writeFileSync(file, lines.join('\r\n'));
      chownSync(file, owner, group);
    },
    /** What was sent, whole. */
    sent: (): string[] => {
      const fresh = join(sent, 'new');
      return existsSync(fresh)
        ? readdirSync(fresh)
            .sort()
            .map(name => readFileSync(join(fresh, name), 'utf8'))
        : [];
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
    },
  };
}
