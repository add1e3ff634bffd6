import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the test server received. */
export interface Asked {
  readonly path: string;
  readonly body: string;
}

export interface TokenServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Serves the token endpoints of the three companies, by host and path; with `status` all of them refuse. */
export async function openTokenServer({ status, pending = 0 }: { status?: number; pending?: number } = {}): Promise<TokenServer> {
  const asked: Asked[] = [];
  let left = pending;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? '').slice(1);
    asked.push({ path, body });
    const [code, answer] =
      status !== undefined ? [status, { error: 'invalid_grant', secret: 'refresh-canary-77' }] : answerTo(path, () => left-- > 0);
    response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(path: string, isPending: () => boolean): [number, object] {
  if (path === 'auth.openai.com/oauth/token') {
    const claims = Buffer.from(JSON.stringify({ 'https://api.openai.com/auth': { chatgpt_account_id: 'account-1' } })).toString(
      'base64url',
    );
    return [200, { access_token: `e30.${claims}.x`, refresh_token: 'codex-refresh', expires_in: 3600 }];
  }
  if (path === 'platform.claude.com/v1/oauth/token')
    return [200, { access_token: 'claude-access', refresh_token: 'claude-refresh', expires_in: 28_800 }];
  if (path === 'github.com/login/device/code')
    return [
      200,
      {
        device_code: 'device-1',
        user_code: 'ABCD-1234',
        verification_uri: 'https://github.com/login/device',
        interval: 1,
        expires_in: 900,
      },
    ];
  if (path === 'github.com/login/oauth/access_token')
    return isPending() ? [200, { error: 'authorization_pending' }] : [200, { access_token: 'gho_refresh' }];
  if (path === 'api.github.com/copilot_internal/v2/token')
    return [200, { token: 'tid=1;proxy-ep=proxy.example.com;', expires_at: 4_000_000_000 }];
  if (path.endsWith('/models'))
    return [
      200,
      {
        data: [
          { id: 'claude-sonnet-4.6', model_picker_enabled: true, capabilities: {} },
          { id: 'gpt-4o', model_picker_enabled: false },
        ],
      },
    ];
  return [404, { error: 'not_found' }];
}
