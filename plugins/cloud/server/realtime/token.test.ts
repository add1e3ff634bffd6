import * as oidc from 'openid-client';
import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { connect } from '../oidc/desktop.fixture.ts';
import { type Listener, open } from './client.fixture.ts';

test('an access token with its proof opens a connection without a ticket, each proof one, and not with the token alone', async () => {
  await using cloud = await testCloud({ sweepMs: 20 });
  const { config, tokens, dpop } = await connect(cloud, await cloud.account('marta@nordlys.example'));
  let headers: Record<string, string> = {};
  config[oidc.customFetch] = async (_, options) => {
    headers = Object.fromEntries(new Headers(options.headers as Record<string, string>));
    return new Response('{}');
  };
  await oidc.fetchProtectedResource(config, tokens.access_token, new URL('/v1/realtime', cloud.url), 'GET', undefined, undefined, {
    DPoP: dpop,
  });
  const ask = (sent: Record<string, string>) =>
    open({ ticket: '', websocketUrl: `${cloud.url.replace('http', 'ws')}/v1/realtime` }, { headers: sent });
  const { authorization = '', dpop: proof = '' } = headers;
  await using opened = (await ask({ authorization, dpop: proof })) as Listener;
  const welcome = await opened.until(({ op }) => op === 'welcome');
  const refused = [await ask({ authorization, dpop: proof }), await ask({ authorization }), await ask({ authorization: 'DPoP x' })];
  cloud.later(15 * 60_000);
  expect([welcome.op, refused, await opened.closed]).toEqual(['welcome', [401, 401, 401], 4401]);
});
