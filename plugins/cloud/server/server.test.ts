import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { problems, type Sentence } from '../protocol/problems.ts';
import { allTexts } from '../web/texts.ts';
import { password, testCloud } from './cloud.fixture.ts';
import { readSettings } from './settings.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-cloud-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('what a request may be is strict: nothing is turned into another type, dropped or guessed', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const login = { email: 'a@example.org', password: 'x' };
  const answers = [
    await person.post('/v1/web/login', { ...login, evil: 2 }),
    await person.post('/v1/web/login', { ...login, password: 12 }),
    await person.post('/v1/web/login', { email: 'a@example.org' }),
    await person.post('/v1/web/login', [login]),
    await person.form('/v1/web/verify-email', { token: 'x', extra: 'y' }),
    await person.send('POST', '/v1/web/login', 'email=a@b.c&email=b@b.c&password=x', {
      'content-type': 'application/x-www-form-urlencoded',
      origin: cloud.url,
    }),
    await person.send('POST', '/v1/web/login', '{', { 'content-type': 'application/json' }),
    await person.get('/cloud/login?return_to=%2Fcloud%2Faccount&also=1'),
    await person.send('POST', '/v1/web/login', '<a/>', { 'content-type': 'application/xml' }),
    await person.post('/v1/web/login', { ...login, password: 'x'.repeat(300_000) }),
    await person.get('/v1/nothing'),
    await person.get(`/v1/projects/${'9'.repeat(5_000)}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 415, 413, 404, 404]);
});

test('a refusal has one form in the language of the client, with a request number that the log has too, and no part of what was sent', async () => {
  await using cloud = await testCloud();
  const [english, french] = await Promise.all(
    ['de, en-GB;q=0.8, fr;q=0.2', 'fr-CA'].map(language =>
      cloud.browser().post('/v1/web/login', { email: 'a@example.org', password: 'wrong-canary-word' }, { 'accept-language': language }),
    ),
  );
  const body = english?.json() ?? {};
  const wrong = await cloud.browser().post('/v1/web/login', { email: 'canary-address', password: 'canary-secret' });
  expect({
    keys: Object.keys(body),
    error: body.error,
    english: body.message,
    french: french?.json().message,
    header: english?.headers.get('x-request-id') === body.requestId,
    logged: cloud.log().includes(String(body.requestId)),
    leaked: /canary/.test(cloud.log() + wrong.text),
    where: wrong.json().details,
  }).toEqual({
    ...{ keys: ['error', 'message', 'requestId'], error: 'invalid_credentials', english: problems.invalid_credentials.en },
    ...{ french: problems.invalid_credentials.fr, header: true, logged: true, leaked: false },
    where: [{ at: 'body/email', keyword: 'pattern' }],
  });
});

test('every text and every refusal is there in both languages, and they differ', () => {
  const all: Readonly<Record<string, Sentence>> = { ...problems, ...allTexts };
  const same = Object.entries(all).filter(([name, { en, fr }]) => !en || !fr || (en === fr && !['product', 'email'].includes(name)));
  expect(same).toEqual([]);
});

test('every answer says how a browser must treat it, and another origin reads none but the public keys and addresses', async () => {
  await using cloud = await testCloud();
  const paths = ['/healthz', '/cloud/login', '/v1/nothing', '/oidc/jwks', '/.well-known/openid-configuration', '/oidc/authorize'];
  for (const path of paths) {
    const { headers } = await cloud.browser().get(path, { origin: 'https://evil.example' });
    expect([
      path,
      /frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? ''),
      headers.get('x-content-type-options'),
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-credentials'),
    ]).toEqual([path, true, 'nosniff', /jwks|openid/.test(path) ? '*' : null, null]);
  }
});

test('the server says that it lives and is ready, and describes its routes from the schemas that check them', async () => {
  await using cloud = await testCloud();
  const { paths } = (await cloud.browser().get('/openapi.json')).json<{
    paths: Record<string, Record<string, { requestBody?: object }>>;
  }>();
  const body = JSON.stringify(paths['/v1/web/login']?.post?.requestBody);
  expect({
    health: [(await cloud.browser().get('/healthz')).json(), (await cloud.browser().get('/readyz')).json()],
    strict: /"additionalProperties":false/.test(body) && /"password"/.test(body),
  }).toEqual({ health: [{ ok: true }, { ok: true }], strict: true });
});

test('addresses are made of the public address, whatever the client says its host is', async () => {
  await using cloud = await testCloud({ env: { ATELIER_CLOUD_PUBLIC_URL: 'https://cloud.example.org' } });
  const lying = request(`${cloud.url}/.well-known/openid-configuration`, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  });
  const [response] = await once(lying.end(), 'response');
  let text = '';
  for await (const piece of response) text += piece;
  const { issuer, token_endpoint } = JSON.parse(text);
  expect([issuer, token_endpoint, response.headers['strict-transport-security'], text.includes('evil')]).toEqual([
    ...['https://cloud.example.org', 'https://cloud.example.org/oidc/token', 'max-age=31536000', false],
  ]);
});

test.each<[string, object, NodeJS.ProcessEnv, string]>([
  ['plain http beyond this machine', {}, { ATELIER_CLOUD_PUBLIC_URL: 'http://cloud.example.org' }, 'cloud/public-http'],
  ['an address with a path', {}, { ATELIER_CLOUD_PUBLIC_URL: 'https://cloud.example.org/x' }, 'cloud/public-url'],
  ['no address at all', {}, { ATELIER_CLOUD_PUBLIC_URL: 'cloud' }, 'cloud/public-url'],
  ['no public address while it listens everywhere', { host: '0.0.0.0' }, {}, 'cloud/no-public-url'],
  ['a word as the key', {}, { ATELIER_CLOUD_KEY: 'change-me' }, 'cloud/weak-key'],
  [
    'a readable sentence as the key',
    {},
    { ATELIER_CLOUD_KEY: Buffer.from('this-is-32-characters-of-a-key!!').toString('base64url') },
    'cloud/weak-key',
  ],
  ['one repeated byte as the key', {}, { ATELIER_CLOUD_KEY: Buffer.alloc(32, 200).toString('base64url') }, 'cloud/weak-key'],
])('it does not start with %s', (_, start, env, code) => {
  expect(() => readSettings({ data: folder(), ...start }, env)).toThrow(expect.objectContaining({ code }));
});

test('the key is made once, for this user alone, and refused if others can read it', () => {
  const data = folder();
  const first = readSettings({ data }, {});
  const file = join(data, 'master.key');
  const mode = statSync(file).mode & 0o777;
  const again = readSettings({ data }, {});
  chmodSync(file, 0o644);
  expect({ length: first.key.length, mode, same: first.key.equals(again.key) }).toEqual({ length: 32, mode: 0o600, same: true });
  expect(() => readSettings({ data }, {})).toThrow(expect.objectContaining({ code: 'cloud/key-readable' }));
  writeFileSync(file, 'secret', { mode: 0o600 });
});

test('the program prints its address once it answers, works with its key again, and ends what it began when it is told to end', async () => {
  const data = folder();
  const runs: { readonly kid: string; readonly secret: unknown; readonly answered: number; readonly code: unknown }[] = [];
  for (let run = 0; run < 2; run += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), `--data=${data}`, '--port=0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { url } = JSON.parse(line);
    const { keys } = await (await fetch(`${url}/oidc/jwks`)).json();
    // A sign-in takes a while to check; it is answered although the server is told to end.
    const pending = fetch(`${url}/v1/web/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ email: 'a@example.org', password }),
    });
    await fetch(`${url}/healthz`);
    child.kill('SIGTERM');
    const answered = await pending.then(({ status }) => status);
    runs.push({ kid: keys[0].kid, secret: keys[0].d, answered, code: (await ended)[0] });
  }
  expect(runs).toEqual([0, 1].map(() => ({ kid: runs[0]?.kid, secret: undefined, answered: 401, code: 0 })));
});

test('the language that is chosen on a page holds on all of them and in mails, and leads back to the page it was chosen on', async () => {
  await using cloud = await testCloud();
  const person = cloud.browser();
  const path = '/cloud/signup?return_to=%2Fcloud%2Faccount';
  const english = await person.get(path);
  const link = /href="([^"]*\/cloud\/language[^"]*)"/.exec(english.text)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const back = await person.get(link);
  const french = await person.get(back.location, { 'accept-language': 'en' });
  const refused = await person.form('/v1/web/signup', { email: 'x', displayName: '', password: 'y' });
  await person.post('/v1/web/signup', { email: 'marta@nordlys.example', displayName: 'Marta', password: 'correct horse battery staple' });
  const { language } = await cloud.server.cloud.store.selectFrom('users').select('language').executeTakeFirstOrThrow();
  const elsewhere = ['//evil.example', 'https://evil.example/', '/v1/account', '/\\evil.example', 'javascript:alert(1)'];
  const led = await Promise.all(
    elsewhere.map(async each => (await person.get(`/cloud/language?to=en&back=${encodeURIComponent(each)}`)).location),
  );
  const languages = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1];
  expect([languages(english.text), back.status, back.location, languages(french.text), languages(refused.text), language]).toEqual([
    'en',
    303,
    path,
    'fr',
    'fr',
    'fr',
  ]);
  expect(refused.text).not.toContain('/cloud/language');
  expect(led).toEqual(elsewhere.map(() => '/cloud/account'));
  expect((await person.get('/cloud/language?to=de')).status).toBe(400);
});

test('pages have the font of the app from this server alone', async () => {
  await using cloud = await testCloud();
  const { text } = await cloud.browser().get('/cloud/style.css');
  const files = [...text.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? '');
  const answers = await Promise.all(files.map(address => fetch(new URL(address, cloud.url))));
  expect([files.length, answers.map(({ status, headers }) => [status, headers.get('content-type')])]).toEqual([
    2,
    files.map(() => [200, 'font/woff2']),
  ]);
});
