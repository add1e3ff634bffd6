import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenField, password, testCloud } from './cloud.fixture.ts';
import { mailSink } from './mail-sink.fixture.ts';
import { isWeak } from './passwords.ts';
import { safeReturnTo } from './sessions.ts';

const marta = { email: 'marta@nordlys.example', displayName: 'Marta Kervella', password };
const tokenOf = (link: string) => URL.parse(link)?.searchParams.get('token') ?? '';

test('an account is made, verified by the link of a mail once, signed in and out', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const signUp = await person.post('/v1/web/signup', { ...marta, email: 'Marta@Nordlys.example' });
  const tooEarly = await person.post('/v1/web/login', { email: marta.email, password });
  const first = await cloud.mail.to(marta.email);
  const second = await cloud.mail.to(marta.email);
  const verify = (link: string) => person.post('/v1/web/verify-email', { token: tokenOf(link) }).then(({ status }) => status);
  // The sign-in sent a newer link, and only the newest works, once.
  const links = [first, second].map(mail => mail.link('/cloud/verify-email'));
  const verified = [await verify(links[0] ?? ''), await verify(links[1] ?? ''), await verify(links[1] ?? '')];
  const wrong = await person.post('/v1/web/login', { email: marta.email, password: `${password}!` });
  const login = await person.post('/v1/web/login', { email: marta.email, password });
  const cookie = login.headers.getSetCookie()[0];
  const { csrf } = login.json<{ csrf: string }>();
  const account = await person.get('/cloud/account');
  const out = [
    await person.post('/v1/web/logout', { csrf: 'x'.repeat(43) }),
    await person.post('/v1/web/logout', { csrf }, { origin: 'https://evil.example' }),
    await person.post('/v1/web/logout', { csrf }),
    await person.get('/cloud/account'),
  ];
  expect({
    signUp: [signUp.status, signUp.json(), signUp.headers.getSetCookie()],
    tooEarly: tooEarly.json().error,
    subject: first.subject,
    verified,
    wrong: wrong.json().error,
    cookie: cookie?.replace(/=[\w-]{43}/, '=…'),
    shown: account.text.includes('Marta Kervella'),
    out: out.map(({ status }) => status),
  }).toEqual({
    ...{
      signUp: [201, { ok: true, requiresEmailVerification: true }, []],
      tooEarly: 'email_unverified',
      subject: 'Verify your e-mail address',
    },
    ...{ verified: [400, 200, 400], wrong: 'invalid_credentials', cookie: 'cloud_session=…; Path=/; HttpOnly; SameSite=Lax', shown: true },
    out: [403, 403, 204, 303],
  });
});

test('with https the cookie is of this host alone and never sent in the clear', async () => {
  await using cloud = await testCloud({ env: { ATELIER_CLOUD_PUBLIC_URL: 'https://cloud.example.org' } });
  const person = await cloud.account(marta.email);
  const login = await person.post('/v1/web/login', { email: marta.email, password, stay: true });
  expect(login.headers.getSetCookie()[0]?.replace(/=[\w-]{43}/, '=…')).toBe(
    '__Host-cloud_session=…; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure',
  );
});

test('whether an address has an account shows in no answer; its owner is told by mail', async () => {
  await using cloud = await testCloud();
  await cloud.account(marta.email);
  const probe = cloud.browser();
  const bare = (answer: { status: number; text: string; headers: Headers }) => [
    answer.status,
    answer.text.replace(/"requestId":"[^"]+"/, ''),
    answer.headers.getSetCookie(),
  ];
  const asked = async (email: string) => [
    bare(await probe.post('/v1/web/signup', { ...marta, email, displayName: 'Eve' })),
    bare(await probe.post('/v1/web/forgot-password', { email })),
    bare(await probe.post('/v1/web/resend', { email })),
    bare(await probe.post('/v1/web/login', { email, password: 'not the password' })),
  ];
  const [there, nobody] = [await asked(marta.email), await asked('nobody@nordlys.example')];
  const mails = [await cloud.mail.to(marta.email), await cloud.mail.to(marta.email)].map(({ subject }) => subject).toSorted();
  const users = await cloud.server.cloud.store.selectFrom('users').select('display_name').where('email', '=', marta.email).execute();
  expect(there).toEqual(nobody);
  expect({ mails, users }).toEqual({
    mails: ['Reset your password', 'You already have an account'],
    users: [{ display_name: 'Marta Kervella' }],
  });
});

test('a forgotten password is replaced by the newest link once, which ends every session', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(marta.email);
  const ask = async () => {
    await cloud.browser().post('/v1/web/forgot-password', { email: marta.email });
    return tokenOf((await cloud.mail.to(marta.email)).link('/cloud/reset-password'));
  };
  const [older, newer] = [await ask(), await ask()];
  const next = 'a quite different sentence';
  const reset = (token: string, secret = next) =>
    cloud
      .browser()
      .post('/v1/web/reset-password', { token, password: secret })
      .then(answer => (answer.status === 200 ? 200 : answer.json().error));
  const tries = [await reset(older), await reset(newer, 'marta'), await reset(newer), await reset(newer)];
  const late = await ask();
  cloud.later(3_600_001);
  const signIn = (secret: string) => cloud.browser().post('/v1/web/login', { email: marta.email, password: secret });
  expect({
    tries,
    expired: await reset(late),
    session: (await person.get('/cloud/account')).status,
    old: (await signIn(password)).status,
    new: (await signIn(next)).status,
  }).toEqual({ tries: ['invalid_link', 'weak_password', 200, 'invalid_link'], expired: 'invalid_link', session: 303, old: 401, new: 200 });
});

test('neither passwords, nor what is in cookies or links, stand in the database or in the log', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(marta.email);
  await person.post('/v1/web/forgot-password', { email: marta.email });
  const token = tokenOf((await cloud.mail.to(marta.email)).link('/cloud/reset-password'));
  await person.get(`/cloud/reset-password?token=${token}`);
  const files =
    ['cloud.sqlite', 'cloud.sqlite-wal'].map(name => readFileSync(join(cloud.data, name)).toString('latin1')).join('') + cloud.log();
  const secrets = [password, token, person.cookies.get('cloud_session') ?? 'none'];
  const { password_hash } = await cloud.server.cloud.store.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  expect({ found: secrets.filter(secret => files.includes(secret)), hash: password_hash.slice(0, 31) }).toEqual({
    found: [],
    hash: '$argon2id$v=19$m=19456,t=2,p=1$',
  });
});

test('a mail waits while the mail server is away, and is sent when it is back; its link is made at that moment', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await new Promise(resolve => taken.close(resolve));
  await using cloud = await testCloud({ env: { ATELIER_CLOUD_SMTP_URL: `smtp://127.0.0.1:${port}` } });
  await cloud.browser().post('/v1/web/signup', marta);
  const { store } = cloud.server.cloud;
  await expect
    .poll(() => store.selectFrom('jobs').select(['state', 'last_error', 'attempts']).executeTakeFirst())
    .toMatchObject({ state: 'queued', last_error: expect.stringMatching(/ECONN|ESOCKET/) });
  await using late = await mailSink(port);
  const mail = await late.to(marta.email);
  const verified = await cloud.browser().post('/v1/web/verify-email', { token: tokenOf(mail.link('/cloud/verify-email')) });
  await expect.poll(() => store.selectFrom('jobs').selectAll().execute()).toEqual([]);
  expect([verified.status, late.mails.length]).toEqual([200, 1]);
});

test('a job whose worker died is done by the next start', async () => {
  await using cloud = await testCloud();
  const { store, jobs } = cloud.server.cloud;
  await cloud.account(marta.email);
  const user = await store.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const row = {
    id: 'j',
    kind: 'mail-reset',
    body: JSON.stringify({ userId: user.id }),
    state: 'queued',
    attempts: 1,
    run_at: 0,
    last_error: null,
  };
  await store
    .insertInto('jobs')
    .values({ ...row, locked_until: Date.now() + 60_000, created_at: 0 })
    .execute();
  jobs.wake();
  expect(cloud.mail.mails.length).toBe(1);
  cloud.later(60_001);
  jobs.wake();
  expect((await cloud.mail.to(marta.email)).subject).toBe('Reset your password');
});

test.each([
  'a@b.example\r\nBcc: evil@x.example',
  'a@b.example, c@d.example',
  'A <a@b.example>',
  'a@b.example\u0000',
  'a b@c.example',
  'a@',
  '@b',
])('an address that is not one address is refused: %j', async email => {
  await using cloud = await testCloud();
  const { status } = await cloud.browser().post('/v1/web/signup', { ...marta, email });
  expect([status, cloud.mail.mails]).toEqual([400, []]);
});

test('a name cannot write headers of a mail, or hide text', async () => {
  await using cloud = await testCloud();
  const statuses = [];
  for (const displayName of ['A\r\nBcc: b@c.example', 'A\u202eB', ''])
    statuses.push((await cloud.browser().post('/v1/web/signup', { ...marta, displayName })).status);
  expect(statuses).toEqual([400, 400, 400]);
});

test('guessing is stopped for an account and for an address, which is told how long to wait', async () => {
  await using cloud = await testCloud();
  const tries = [];
  for (let count = 0; count < 11; count += 1)
    tries.push(await cloud.browser().post('/v1/web/login', { email: marta.email, password: 'x' }));
  const last = tries.at(-1);
  const { error, retryAfterMs } = last?.json() ?? {};
  expect({
    statuses: tries.map(({ status }) => status),
    error,
    waits: Number(retryAfterMs) > 0 && Number(last?.headers.get('retry-after')) > 0,
  }).toEqual({
    ...{ statuses: [...Array(10).fill(401), 429], error: 'rate_limited', waits: true },
  });
});

test('another page cannot send the forms of this one', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const fields = { email: marta.email, password };
  const statuses = [
    await person.form('/v1/web/login', fields, { origin: 'https://evil.example' }),
    await person.form('/v1/web/login', fields, { origin: 'null' }),
    await person.form('/v1/web/login', fields, { 'sec-fetch-site': 'cross-site' }),
    await person.post('/v1/web/login', fields, { 'sec-fetch-site': 'same-site' }),
    await person.form('/v1/web/login', fields),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403, 403, 401]);
});

test('without a script: sign up, verify, sign in and sign out by forms, in French, and a mistake keeps what was typed', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const french = { 'accept-language': 'fr' };
  const fields = { displayName: 'Marta <b>', email: marta.email, password };
  const weak = await person.form('/v1/web/signup', { ...fields, password: 'court' }, french);
  const made = await person.form('/v1/web/signup', fields, french);
  const mail = await cloud.mail.to(marta.email);
  const verifyPage = await person.get(mail.link('/cloud/verify-email'), french);
  const verified = await person.form('/v1/web/verify-email', { token: hiddenField(verifyPage.text, 'token') }, french);
  const signedIn = await person.form('/v1/web/login', { email: marta.email, password, stay: 'on' }, french);
  const account = await person.get('/cloud/account', french);
  const out = await person.form('/v1/web/logout', { csrf: hiddenField(account.text, 'csrf') }, french);
  expect({
    weak: [
      weak.status,
      weak.text.includes('trop facile à deviner'),
      weak.text.includes('value="Marta &#60;b&#62;"'),
      weak.text.includes('court"'),
    ],
    made: [made.status, made.location],
    mail: mail.body.includes('Bonjour Marta <b>'),
    verified: verified.location,
    signedIn: [signedIn.location, person.cookies.size],
    account: account.text.includes('Se déconnecter partout'),
    scripts: [weak, verifyPage, account].filter(({ text }) => /<script|javascript:|\son\w+=/.test(text)).length,
    out: out.location,
  }).toEqual({
    ...{ weak: [400, true, true, false], made: [303, '/cloud/check-mail'], mail: true, verified: '/cloud/login?done=verified' },
    ...{ signedIn: ['/cloud/account', 0], account: true, scripts: 0, out: '/cloud/login' },
  });
});

test.each(['correcthorse1', 'a sentence of mine'])('%j is a password that holds', secret => {
  expect(isWeak(secret, { email: marta.email, name: marta.displayName })).toBe(false);
});

test.each([
  'short',
  'aaaaaaaaaaaaaaaa',
  'password1234567',
  'marta.kervella1',
  'MartaNordlys2026!',
  '123456789012345',
  'abababababababab',
  'azertyazerty1',
])('%j is a password that anybody would try', secret => {
  expect(isWeak(secret, { email: marta.email, name: marta.displayName })).toBe(true);
});

test.each([
  ...[
    '//evil.example',
    'https://evil.example/oidc/authorize',
    '/\\evil.example',
    '/oidc/authorize\\@evil',
    'javascript:alert(1)',
    'oidc/authorize',
  ],
  ...[
    '/v1/web/logout',
    '/oidc/token',
    '/cloud/../v1/account',
    'https://cloud.example@evil.example/oidc/authorize',
    '/cloud/login',
    '/%2f/evil.example',
  ],
  ...[
    'https://cloud.example.evil.example/oidc/authorize',
    '/oidc/authorize\nx',
    ' /oidc/authorize',
    '',
    `/oidc/authorize?${'x'.repeat(4_000)}`,
  ],
])('a sign-in leads to no place but this server’s own: %j', text => {
  expect(safeReturnTo('https://cloud.example', text)).toBeUndefined();
});

test.each(['/oidc/authorize?state=%2Fa+b&x=é', 'https://cloud.example/oidc/authorize?client_id=a', '/cloud/account'])(
  'a sign-in leads on to %j, byte by byte',
  text => {
    expect(safeReturnTo('https://cloud.example', text)).toBe(text);
  },
);
