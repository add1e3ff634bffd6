import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, openTestBrowserHost } from './browser-host.fixture.ts';
import { localeOf } from './refusal-page.ts';

const french = { 'sec-fetch-dest': 'document', 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' };
const english = { ...french, 'accept-language': 'en-GB,en;q=0.9,fr;q=0.8' };

async function open() {
  const opened = await openTestBrowserHost();
  onTestFinished(opened.close);
  return opened.host;
}

test.each([
  ['a used ticket', '/__host/enter?t=used', {}, 403, 'refused/ticket', 'Cette adresse d’Atelier a déjà servi', 'was used before'],
  ['no cookie', '/', {}, 403, 'refused/not-signed-in', 'Atelier ne reconnaît pas cette fenêtre', 'does not recognise this window'],
  ['another name', '/', { host: 'evil.example' }, 421, 'refused/other-name', 'Atelier ne répond pas sous ce nom', 'under this name'],
  ['another site', '/', { 'sec-fetch-site': 'cross-site' }, 403, 'refused/other-site', 'Un autre site a voulu', 'Another site tried'],
] as const)('C4: %s shows a page in the person’s language, with what to do', async (_name, path, headers, status, code, fr, en) => {
  const { origin } = await open();
  const [shown, translated] = [await ask(origin, path, { ...french, ...headers }), await ask(origin, path, { ...english, ...headers })];
  const title = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '';
  expect({
    status: [shown.status, translated.status],
    type: shown.headers['content-type'],
    languages: [shown.headers['content-language'], translated.headers['content-language']],
    fr: title(shown.body).includes(fr),
    en: title(translated.body).includes(en),
    remedy: [shown.body.includes('que le terminal affiche'), translated.body.includes('the terminal printed')],
    code: shown.body.includes(code),
    inert: !/<script|javascript:|https?:\/\/(?!127)/.test(shown.body),
  }).toEqual({
    status: [status, status],
    type: 'text/html; charset=utf-8',
    languages: ['fr', 'en'],
    fr: true,
    en: true,
    remedy: [true, true],
    code: true,
    inert: true,
  });
});

test('the refusal page may run and load nothing, and may not be framed', async () => {
  const { origin } = await open();
  const { headers } = await ask(origin, '/', french);
  expect(String(headers['content-security-policy']).replace(/sha256-[\w+/=]+/, 'sha256-…')).toBe(
    "default-src 'none'; style-src 'sha256-…'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('a program gets the same refusal as one short text, and the answer repeats nothing of the request', async () => {
  const { origin } = await open();
  const marks = '<img src=x onerror=alert(1)>';
  const answers = [
    await ask(origin, '/', { accept: '*/*' }),
    await ask(origin, `/${encodeURIComponent(marks)}?x=${marks.replaceAll(' ', '+')}`, { ...french, cookie: marks }),
  ];
  expect(answers.map(({ headers, body }) => [headers['content-type'], body.includes('onerror'), body.includes('<h1>')])).toEqual([
    ['text/plain; charset=utf-8', false, false],
    ['text/html; charset=utf-8', false, true],
  ]);
});

test('a file of the page that was deleted is answered with 404, and the next request is answered', async () => {
  const opened = await openTestBrowserHost();
  onTestFinished(opened.close);
  const { host, root, logged } = opened;
  const entered = await ask(host.origin, host.enterUrl().slice(host.origin.length));
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  rmSync(join(root, 'page', 'assets', 'main.js'));
  const gone = await ask(host.origin, '/assets/main.js', { ...english, cookie });
  const next = await ask(host.origin, '/', { ...english, cookie });
  expect([gone.status, gone.body.includes('Atelier could not answer'), next.status, logged.length]).toEqual([500, true, 200, 1]);
});

test('a page can ask whether its cookie is still valid', async () => {
  const host = await open();
  const entered = await ask(host.origin, host.enterUrl().slice(host.origin.length));
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  const alive = (headers: Record<string, string>) => ask(host.origin, '/__host/alive', headers).then(({ status }) => status);
  expect([
    await alive({ cookie, 'sec-fetch-site': 'same-origin' }),
    await alive({}),
    await alive({ cookie, 'sec-fetch-site': 'cross-site' }),
  ]).toEqual([204, 403, 403]);
});

test('the language is the first supported one that is preferred, and French if there is none', () => {
  const wanted = ['en', 'fr', 'de,en;q=0.5', 'en;q=0.2,fr;q=0.9', 'de', '', undefined, 'en;q=0,fr', ';;,,q=', `${'x,'.repeat(9999)}en`];
  expect(wanted.map(localeOf)).toEqual(['en', 'fr', 'en', 'fr', 'fr', 'fr', 'fr', 'fr', 'fr', 'fr']);
});
