import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider was asked for a token, and what it answered. */
export interface Exchange {
  readonly code: string;
  readonly answered: number;
  readonly verifier: string;
  readonly state: string | undefined;
}

export interface IdentityProvider extends AsyncDisposable {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  /** Signs in as a browser would: asks at the address of the company, and answers the address that it sends the browser back to. */
  signIn(address: string): Promise<string>;
}

interface Issued {
  readonly challenge: string;
  readonly redirect: string;
  readonly state: string;
  used: boolean;
}

/** An identity provider that holds to the standard: a code is for one challenge (S256), one address and one use. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const codes = new Map<string, Issued>();
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname.endsWith('/authorize')) {
      const [challenge = '', method, redirect = '', state = ''] = ['code_challenge', 'code_challenge_method', 'redirect_uri', 'state'].map(
        name => searchParams.get(name) ?? '',
      );
      if (method !== 'S256') return void response.writeHead(400).end();
      const code = randomUUID();
      codes.set(code, { challenge, redirect, state, used: false });
      return void response.writeHead(302, { Location: `${redirect}?${new URLSearchParams({ code, state })}` }).end();
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const isJson = request.headers['content-type']?.startsWith('application/json');
    const fields = isJson ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body));
    const { code = '', code_verifier: verifier = '', redirect_uri: redirect, state } = fields;
    const issued = codes.get(code);
    const isRight =
      issued !== undefined &&
      !issued.used &&
      issued.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      issued.redirect === redirect &&
      (state === undefined || state === issued.state);
    if (issued) issued.used = true;
    exchanges.push({ code, answered: isRight ? 200 : 400, verifier, state });
    const claims = Buffer.from(JSON.stringify({ 'https://api.openai.com/auth': { chatgpt_account_id: 'account-1' } })).toString(
      'base64url',
    );
    const token = { access_token: `e30.${claims}.x`, refresh_token: 'refresh-1', expires_in: 3600 };
    response
      .writeHead(isRight ? 200 : 400, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(isRight ? token : { error: 'invalid_grant' }));
  }

  return {
    url,
    exchanges,
    async signIn(address) {
      const { host, pathname, search } = new URL(address);
      const response = await fetch(`${url}/${host}${pathname}${search}`, { redirect: 'manual' });
      return response.headers.get('location') ?? '';
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
