import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokenServer, type TokenServer } from '../../plugins/providers/main/oauth/token-server.fixture.ts';

const hosts = ['auth.openai.com', 'platform.claude.com', 'github.com', 'api.github.com', '*.githubcopilot.com', '*.example.com'];

/** The servers of the companies, on this machine: a program with this environment meets them by their own names, and no others. */
export interface Companies extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: TokenServer['asked'];
  /** From now on a token of theirs is neither given nor renewed, or is again. */
  refuse(isRefusing: boolean): void;
}

/** Why they cannot be opened here, or undefined where they can. */
export function companiesLack(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'openssl, which makes their certificate, is not on this machine.';
  }
}

/** Opens them behind a proxy, as a person's own network may have one, under a certificate that is made for this one test. */
export async function openCompanies(): Promise<Companies> {
  await using cleanUp = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'atelier-companies-'));
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = hosts.map(host => `DNS:${host}`).join(',');
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certificate, '-days', '2', '-subj', '/CN=companies'];
  execFileSync('openssl', ['req', '-x509', ...made, '-addext', `subjectAltName=${names}`], { stdio: 'ignore' });

  const tokens = cleanUp.use(await openTokenServer({ pending: 1 }));
  let refusing = false;
  const secure = createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certificate) }, (incoming, response) => {
    const { host, 'content-type': type } = incoming.headers;
    if (refusing) {
      const why = { error: 'invalid_grant', error_description: 'Refresh token not found or invalid' };
      return void response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(why));
    }
    const url = `${tokens.url}/${host}${incoming.url}`;
    const asked = request(
      url,
      { method: incoming.method ?? 'GET', headers: type === undefined ? {} : { 'content-type': type } },
      answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(asked);
  });
  const proxy = createServer((_incoming, response) => void response.writeHead(403).end());
  proxy.on('connect', (_incoming, socket) => {
    const inside = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inside.pipe(socket).pipe(inside);
    });
    for (const end of [inside, socket]) end.on('error', () => end.destroy());
  });
  for (const server of [secure, proxy]) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanUp.defer(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
  }
  const all = cleanUp.move();
  return {
    asked: tokens.asked,
    refuse: isRefusing => {
      refusing = isRefusing;
    },
    environment: { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, NODE_EXTRA_CA_CERTS: certificate },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
