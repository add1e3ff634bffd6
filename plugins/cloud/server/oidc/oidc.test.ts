import * as oidc from 'openid-client';
import { expect, test } from 'vitest';
import { hiddenField, testCloud } from '../cloud.fixture.ts';
import { answer, connect, desktop, email, outcome, redeem, redirect, refresh } from './desktop.fixture.ts';

test('a desktop signs in: without a session to the sign-in with the exact request, with one a consent in its place, then back with a code', async () => {
  await using cloud = await testCloud();
  const app = await desktop(cloud);
  const away = await cloud.browser().get(app.url.href);
  const person = await cloud.account(email);
  const login = await person.form('/v1/web/login', {
    ...{ email, password: 'correct horse battery staple' },
    return_to: new URL(away.location, cloud.url).searchParams.get('return_to') ?? '',
  });
  const consent = await person.get(login.location);
  const back = await answer(person, app.url, 'approve');
  const tokens = await redeem(app, back);
  const claims = tokens.claims();
  const [, payload = ''] = tokens.access_token.split('.');
  const access = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  expect({
    away: [
      away.status,
      new URL(away.location, cloud.url).pathname,
      new URL(away.location, cloud.url).searchParams.get('return_to') === app.url.href,
    ],
    login: login.location === app.url.href,
    consent: [consent.status, consent.text.includes(email), /value="approve"/.test(consent.text), /value="deny"/.test(consent.text)],
    typed: consent.text.match(/<input(?![^>]*type="hidden")/g),
    leadsOn: consent.headers.get('content-security-policy')?.includes("form-action 'self' atelier:;"),
    back: [`${back.protocol}//${back.host}${back.pathname}`, back.searchParams.get('state') === app.state, back.searchParams.get('iss')],
    claims: [claims?.name, claims?.email, claims?.email_verified, Number(claims?.exp) - Number(claims?.iat)],
    access: [access.aud, access.iss, Number(access.exp) - Number(access.iat), access.sub === claims?.sub],
    expires: tokens.expires_in,
  }).toEqual({
    ...{ away: [303, '/cloud/login', true], login: true, consent: [200, true, true, true], typed: null, leadsOn: true },
    ...{ back: [redirect, true, cloud.url], claims: ['Marta Kervella', email, true, 3_600] },
    ...{ access: [`${cloud.url}/v1`, cloud.url, 900, true], expires: 900 },
  });
});

test('denied is told to the desktop; a consent without its secret, from another page or of another account is refused', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const other = await cloud.account('other@nordlys.example', 'Other');
  const app = await desktop(cloud);
  const page = await person.get(app.url.href);
  const target = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const csrf = hiddenField(page.text, 'csrf');
  const otherCsrf = hiddenField((await other.get('/cloud/account')).text, 'csrf');
  const statuses = [
    await person.form(target, { csrf: 'x'.repeat(43), action: 'approve' }),
    await person.form(target, { csrf, action: 'approve' }, { origin: 'https://evil.example' }),
    await person.form(target, { csrf, action: 'approve', email: 'a@b.c' }),
    await other.form(target, { csrf: otherCsrf, action: 'approve' }),
    await cloud.browser().form(target, { csrf, action: 'approve' }),
  ].map(({ status }) => status);
  const denied = await answer(person, app.url, 'deny');
  expect({
    statuses,
    denied: [denied.searchParams.get('error'), denied.searchParams.get('state') === app.state, denied.searchParams.get('code')],
  }).toEqual({
    ...{ statuses: [403, 403, 400, 400, 401], denied: ['access_denied', true, null] },
  });
});

test.each<[string, Readonly<Record<string, string | undefined>>, number]>([
  ['another address to go back to', { redirect_uri: 'https://evil.example/cloud/auth/callback' }, 400],
  ['the own address with more behind it', { redirect_uri: `${redirect}/../evil` }, 400],
  ['a loopback address with another path', { redirect_uri: 'http://127.0.0.1:4000/evil' }, 400],
  ['another client', { client_id: 'chatons-desktop' }, 400],
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 303],
  ['a plain challenge', { code_challenge_method: 'plain' }, 303],
  ['a token at once', { response_type: 'token' }, 303],
])('a request with %s is refused, and leads nowhere foreign', async (_, changed, status) => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const { url } = await desktop(cloud);
  for (const [name, value] of Object.entries(changed))
    value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, value);
  const refused = await person.get(url.href);
  expect([
    refused.status,
    /[?&#]error=/.test(refused.location),
    refused.location.includes('code='),
    refused.location.includes('evil'),
  ]).toEqual([...[status, status === 303, false, false]]);
});

test('the browser host comes back to its own loopback address, whatever its port is', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const app = await desktop(cloud, { redirect_uri: 'http://127.0.0.1:43117/cloud/auth/callback' });
  const back = await answer(person, app.url, 'approve');
  expect([back.origin, back.pathname, (await redeem(app, back)).expires_in]).toEqual([
    'http://127.0.0.1:43117',
    '/cloud/auth/callback',
    900,
  ]);
});

test('a code is of its desktop: another verifier, another key, no key and a second use are refused', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const tries = [];
  for (const change of ['verifier', 'no key'] as const) {
    const app = await desktop(cloud);
    const back = await answer(person, app.url, 'approve');
    const checks = {
      pkceCodeVerifier: change === 'verifier' ? oidc.randomPKCECodeVerifier() : app.verifier,
      expectedState: app.state,
      expectedNonce: app.nonce,
    };
    tries.push(
      await outcome(oidc.authorizationCodeGrant(app.config, back, checks, undefined, change === 'no key' ? undefined : { DPoP: app.dpop })),
    );
  }
  const app = await connect(cloud, person);
  tries.push(await outcome(redeem(app, app.back)));
  // A code that comes twice was stolen: what it gave ends too.
  tries.push(await outcome(refresh(app, app.tokens.refresh_token ?? '')));
  expect(tries).toEqual(['invalid_grant', 'invalid_grant', 'invalid_grant', 'invalid_grant']);
});

test('of eight refreshes of one token at once exactly one is answered, without the grace; none fails in another way', async () => {
  await using cloud = await testCloud({ grace: false });
  const app = await connect(cloud, await cloud.account(email));
  const all = await Promise.all(Array.from({ length: 8 }, () => outcome(refresh(app, app.tokens.refresh_token ?? ''))));
  expect([all.filter(one => one === 'ok').length, new Set(all)]).toEqual([1, new Set(['ok', 'invalid_grant'])]);
});

test('an answer that was lost does not sign out: the token works again until its successor is used, and then ends the family', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const first = app.tokens.refresh_token ?? '';
  const lost = (await refresh(app, first)).refresh_token ?? '';
  const second = (await refresh(app, first)).refresh_token ?? '';
  const lostIsDead = await outcome(refresh(app, lost));
  const third = (await refresh(app, second)).refresh_token ?? '';
  const used = (await refresh(app, third)).refresh_token ?? '';
  const reuse = await outcome(refresh(app, first));
  expect({
    different: new Set([first, lost, second, third, used]).size,
    lostIsDead,
    reuse,
    family: await outcome(refresh(app, used)),
  }).toEqual({
    ...{ different: 5, lostIsDead: 'invalid_grant', reuse: 'invalid_grant', family: 'invalid_grant' },
  });
});

test('a refresh token that was stolen is worth nothing without its key, and its owner goes on', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const token = app.tokens.refresh_token ?? '';
  const thief = await desktop(cloud);
  const tries = [
    await outcome(refresh(thief, token, thief.dpop)),
    await outcome(oidc.refreshTokenGrant(app.config, token)),
    await outcome(refresh(app, token)),
  ];
  expect(tries).toEqual(['invalid_grant', 'invalid_grant', 'ok']);
});

test('a refresh works long after the access token ended, and no more after 30 days without one', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const rows = () =>
    cloud.server.cloud.store.selectFrom('oidc_payloads').select('expires_at').where('model', '=', 'RefreshToken').executeTakeFirst();
  const days = Math.round((Number((await rows())?.expires_at) - Date.now()) / 86_400_000);
  cloud.later(86_400_000);
  const token = (await refresh(app, app.tokens.refresh_token ?? '')).refresh_token ?? '';
  cloud.later(31 * 86_400_000);
  expect([days, await outcome(refresh(app, token))]).toEqual([30, 'invalid_grant']);
});

test('a new password ends every desktop, signing out everywhere too; one desktop that is revoked leaves the others', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const [one, two] = [await connect(cloud, person), await connect(cloud, person)];
  await oidc.tokenRevocation(one.config, one.tokens.refresh_token ?? '', { token_type_hint: 'refresh_token' });
  const revoked = await outcome(refresh(one, one.tokens.refresh_token ?? ''));
  const next = (await refresh(two, two.tokens.refresh_token ?? '')).refresh_token ?? '';
  await person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') });
  expect([revoked, await outcome(refresh(two, next))]).toEqual(['invalid_grant', 'invalid_grant']);
});

test('neither codes nor refresh tokens stand in the database', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const rows = JSON.stringify(await cloud.server.cloud.store.selectFrom('oidc_payloads').selectAll().execute());
  const secrets = [app.tokens.refresh_token ?? '', app.back.searchParams.get('code') ?? ''];
  expect(secrets.map(secret => secret.length > 20 && !rows.includes(secret))).toEqual([true, true]);
});

test('a callback that a program reads has its host and path where links of the app have them', () => {
  const { protocol, host, pathname } = new URL(`${redirect}?code=a`);
  expect({ protocol, host, pathname }).toEqual({ protocol: 'atelier:', host: 'cloud', pathname: '/auth/callback' });
});
