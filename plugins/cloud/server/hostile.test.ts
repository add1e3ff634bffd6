import { createHash } from 'node:crypto';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { expect, test } from 'vitest';
import { password, type TestCloud, testCloud } from './cloud.fixture.ts';
import { answer, connect, desktop, email, redeem } from './oidc/desktop.fixture.ts';
import { clientOf } from './v1/client.fixture.ts';

const json = { 'content-type': 'application/json' };

/** A desktop whose key the test has, to write proofs that no library would. */
async function forger(cloud: TestCloud) {
  const app = await desktop(cloud);
  const pair = await oidc.randomDPoPKeyPair('EdDSA', { extractable: true });
  const own = { ...app, dpop: oidc.getDPoPHandle(app.config, pair) };
  const { access_token: token } = await redeem(own, await answer(await cloud.account(email), app.url, 'approve'));
  const { x } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x ?? '' };
  const claims = { htm: 'GET', htu: `${cloud.url}/v1/account`, ath: createHash('sha256').update(token).digest('base64url') };
  const proof = (header: object, ahead = 0, jti = 'once') =>
    new SignJWT({ ...claims, jti })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'EdDSA', jwk, ...header } as JWTHeaderParameters)
      .setIssuedAt(Math.floor(Date.now() / 1000) + ahead)
      .sign(pair.privateKey);
  const ask = async (dpop: string) =>
    (await fetch(`${cloud.url}/v1/account`, { headers: { authorization: `DPoP ${token}`, dpop } })).status;
  return { proof, ask };
}

test('a proof of a clock that is ahead counts once, for as long as it could count', async () => {
  await using cloud = await testCloud();
  const { proof, ask } = await forger(cloud);
  const early = await proof({}, 55);
  const first = await ask(early);
  cloud.later(150_000);
  expect([first, await ask(early), await ask(await proof({}, 150, 'another'))]).toEqual([200, 401, 200]);
});

test('a DPoP proof that carries no usable key is refused with 401', async () => {
  await using cloud = await testCloud();
  const { proof, ask } = await forger(cloud);
  const keys: readonly object[] = [
    { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'OKP', crv: 'Ed25519', x: 'AA' },
    { kty: 'OKP', crv: 'X25519', x: 'AA' },
    { kty: 'EC', crv: 'P-256', x: 5, y: 6 },
    {},
  ];
  const statuses: number[] = [];
  for (const jwk of keys) statuses.push(await ask(await proof({ jwk })));
  expect(statuses).toEqual(keys.map(() => 401));
});

test('an address that cannot be read is refused in the one form, with the headers of every answer, and tells nothing of itself', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  for (const path of ['/v1/%zz', `/v1/projects/${'canary'.repeat(60)}`]) {
    const { status, headers, text } = await person.send('DELETE', path, undefined, {});
    const { error, requestId } = JSON.parse(text) as { error: string; requestId?: string };
    expect([path.slice(0, 12), status, error, typeof requestId, headers.get('x-content-type-options'), text.includes('canary')]).toEqual([
      ...[path.slice(0, 12), 404, 'not_found', 'string', 'nosniff', false],
    ]);
  }
  const page = await person.get('/cloud/%zz');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('a form that a program fills with other things than text is refused, and a person reads what they can do', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const statuses: number[] = [];
  for (const token of [5, null, {}, ['x']])
    statuses.push((await person.post('/cloud/accept-invite', { token }, { origin: cloud.url })).status);
  const { text } = await person.get('/cloud/accept-invite');
  const filled = await person.form('/v1/web/signup', { email: 'no', displayName: '  ', password });
  expect({ statuses, texts: [text, filled.text].map(all => [/openapi/.test(all), all.includes('incomplete')]) }).toEqual({
    statuses: [400, 400, 400, 400],
    texts: [
      [false, true],
      [false, true],
    ],
  });
});

test('the link of a mail is whole, so that a sign-up that a desktop waits for ends there', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const { url } = await desktop(cloud);
  const returnTo = new URL((await person.get(url.href)).location, cloud.url).searchParams.get('return_to') ?? '';
  await person.form('/v1/web/signup', { email, displayName: 'Marta', password, return_to: returnTo });
  const link = new URL((await cloud.mail.to(email)).link('/cloud/verify-email'));
  expect([returnTo.length > 300, link.searchParams.get('return_to')]).toEqual([true, returnTo]);
});

test('behind a proxy, who asks is who the proxy saw, whatever they wrote themselves', async () => {
  await using cloud = await testCloud({ env: { ATELIER_CLOUD_TRUST_PROXY: '1' } });
  const headers = { ...json, 'x-forwarded-for': '198.51.100.66, 203.0.113.9' };
  await fetch(`${cloud.url}/v1/web/signup`, { method: 'POST', headers, body: JSON.stringify({ email, displayName: 'Marta', password }) });
  const { ip } = await cloud.server.cloud.store.selectFrom('audit').select('ip').executeTakeFirstOrThrow();
  expect(ip).toBe('203.0.113.9');
});

test('one account sends so many invitations and no more', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, email);
  const { json: org } = await marta.send('POST', '/v1/organizations', { name: 'Nordlys' });
  const told = new Map<string, number>();
  for (let at = 0; at < 55; at += 1) {
    const body = { organizationId: org.id, email: `person${at}@nordlys.example`, role: 'member' };
    const { status, json: said } = await marta.send('POST', '/v1/organization/invites', body);
    const word = status === 201 ? 'sent' : said.error;
    told.set(word, (told.get(word) ?? 0) + 1);
  }
  expect([...told]).toEqual([
    ['sent', 50],
    ['rate_limited', 5],
  ]);
});

test('what has ended leaves the database when the next of its kind comes', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const signIn = () => person.post('/v1/web/login', { email, password });
  const { store } = cloud.server.cloud;
  const tables = ['oidc_payloads', 'web_sessions', 'mail_tokens'] as const;
  const rows = async () =>
    Promise.all(
      tables.map(async table => (await store.selectFrom(table).select('expires_at').execute()).map(row => Number(row.expires_at))),
    );
  for (let at = 0; at < 3; at += 1) await fetch((await desktop(cloud)).url, { redirect: 'manual' });
  await connect(cloud, person);
  cloud.later(40 * 24 * 3_600_000);
  await signIn();
  await fetch((await desktop(cloud)).url, { redirect: 'manual' });
  await person.post('/v1/web/forgot-password', { email });
  await cloud.mail.to(email);
  const ended = (await rows()).map(all => all.filter(end => end <= cloud.server.cloud.now()).length);
  expect({ ended, isSome: (await rows()).every(all => all.length > 0) }).toEqual({ ended: [0, 0, 0], isSome: true });
});

test('a browser whose sign-in has ended, or that nothing began, shows a page', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const app = await desktop(cloud);
  const begun = await person.get(app.url.href);
  const uid = /action="[^"]*\/([^"/]+)"/.exec(begun.text)?.[1] ?? '';
  cloud.later(400_000);
  for (const path of [`/oidc/authorize/${uid}`, '/oidc/authorize?client_id=%3Cb%3E', `/oidc/authorize/consent/${uid}`]) {
    const { status, headers, text } = await person.get(path);
    expect([path, status < 500, headers.get('content-type'), text.includes('<h1>'), headers.get('content-security-policy')]).toEqual([
      ...[path, true, 'text/html; charset=utf-8', true, expect.stringContaining("style-src 'self'")],
    ]);
  }
});
