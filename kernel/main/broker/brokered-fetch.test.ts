import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchInit } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokeredFetch, defaultFetchLimits, type FetchLimits } from './brokered-fetch.ts';

const seen: { url: string; method: string; headers: Record<string, unknown>; body: string }[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, what = '', rest = ''] = /^\/([^/?]*)(.*)$/.exec(request.url ?? '') ?? [];
  if (what === 'redirect') response.writeHead(302, { location: decodeURIComponent(rest.slice(1)) }).end();
  else if (what === 'moved') response.writeHead(307, { location: decodeURIComponent(rest.slice(1)) }).end();
  else if (what === 'kept') response.writeHead(307, { location: '/echo' }).end();
  else if (what === 'large') response.writeHead(200).end('x'.repeat(5000));
  else if (what === 'endless') {
    response.writeHead(200);
    response.write('x');
  } else response.writeHead(200, { 'set-cookie': 'a=b', 'x-kind': 'echo' }).end('{"ok":true}');
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', part => (body += part));
  request.on('end', () => {
    seen.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
    answer(request, response);
  });
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.closeAllConnections());

const ask = (
  url: string,
  allowedHosts: readonly string[],
  init: FetchInit = {},
  limits: Partial<FetchLimits> = {},
  signal = new AbortController().signal,
) => brokeredFetch(url, init, { id: '@acme/notes', allowedHosts, limits: { ...defaultFetchLimits, ...limits }, signal });

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return 'answered';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

test('X3: a granted host is requested without credentials or headers of the app, and its cookies are removed from the answer', async () => {
  seen.length = 0;
  const found = await ask(`http://127.0.0.1:${port}/echo`, [`127.0.0.1:${port}`], {
    method: 'post',
    headers: { 'X-Mine': '1' },
    body: 'hello',
  });
  expect({ status: found.status, json: found.json(), kind: found.headers['x-kind'], cookie: found.headers['set-cookie'] }).toEqual({
    ...{ status: 200, json: { ok: true }, kind: 'echo', cookie: undefined },
  });
  expect(seen).toEqual([
    {
      ...{ url: '/echo', method: 'POST', body: 'hello' },
      headers: {
        ...{ 'user-agent': 'Atelier', accept: '*/*', 'accept-encoding': 'identity', 'x-mine': '1', host: `127.0.0.1:${port}` },
        ...{ connection: 'close', 'content-length': '5' },
      },
    },
  ]);
});

test('X3: a host that was not granted is not requested, and the error names the right and the line to add', async () => {
  seen.length = 0;
  const refusal = await ask(`http://127.0.0.1:${port}/echo`, ['api.acme.test', '127.0.0.1']).catch(error => error);
  expect({ code: refusal.code, names: [refusal.message.includes('"net"'), refusal.message.includes(`"127.0.0.1:${port}"`)], seen }).toEqual(
    {
      ...{ code: 'fetch/host-not-granted', names: [true, true], seen: [] },
    },
  );
});

test('X3: each hop of a redirect is checked again, and only a limited number is followed', async () => {
  const here = `http://127.0.0.1:${port}`;
  const granted = [`127.0.0.1:${port}`];
  const to = (target: string) => `${here}/redirect/${encodeURIComponent(target)}`;
  const deep = Array.from({ length: 6 }).reduce<string>(target => to(target), `${here}/echo`);
  expect([
    await codeOf(ask(to(`${here}/echo`), granted)),
    await codeOf(ask(to('/echo'), granted)),
    await codeOf(ask(to(`http://localhost:${port}/echo`), granted)),
    await codeOf(ask(to('file:///etc/passwd'), granted)),
    await codeOf(ask(deep, granted)),
  ]).toEqual(['answered', 'answered', 'fetch/host-not-granted', 'fetch/host-not-granted', 'fetch/failed']);
});

test('a redirect keeps method and body only if its status says so', async () => {
  seen.length = 0;
  const granted = [`127.0.0.1:${port}`];
  const init = { method: 'POST', body: 'x', headers: { authorization: 'Bearer s', 'x-mine': '1' } };
  await ask(`http://127.0.0.1:${port}/kept`, granted, init);
  await ask(`http://127.0.0.1:${port}/redirect/${encodeURIComponent(`http://127.0.0.1:${port}/echo`)}`, granted, init);
  expect(seen.map(({ url, method, body, headers }) => [url.slice(0, 6), method, body, headers.authorization, headers['x-mine']])).toEqual([
    ['/kept', 'POST', 'x', 'Bearer s', '1'],
    ['/echo', 'POST', 'x', 'Bearer s', '1'],
    ['/redir', 'POST', 'x', 'Bearer s', '1'],
    ['/echo', 'GET', '', 'Bearer s', '1'],
  ]);
});

test('K8: a redirect to another origin gets no header of an extension that may hold a secret, whatever it is called, and no body', async () => {
  const both = [`127.0.0.1:${port}`, `localhost:${port}`];
  const elsewhere = encodeURIComponent(`http://localhost:${port}/echo`);
  const headers = { authorization: 's', 'x-api-key': 's', 'x-goog-api-key': 's', 'ocp-apim-subscription-key': 's', Accept: 'text/plain' };
  seen.length = 0;
  await ask(`http://127.0.0.1:${port}/redirect/${elsewhere}`, both, { method: 'POST', body: 'x', headers });
  expect([seen[1]?.method, seen[1]?.body, seen[1]?.headers]).toEqual([
    'GET',
    '',
    { 'user-agent': 'Atelier', accept: 'text/plain', 'accept-encoding': 'identity', host: `localhost:${port}`, connection: 'close' },
  ]);

  seen.length = 0;
  const refusal = await ask(`http://127.0.0.1:${port}/moved/${elsewhere}`, both, { method: 'POST', body: 'x' }).catch(error => error);
  expect({ code: refusal.code, message: refusal.message, asked: seen.map(({ headers: { host } }) => host) }).toEqual({
    code: 'fetch/redirected',
    message: `127.0.0.1:${port} redirects what @acme/notes sent to another host, localhost:${port}. Nothing was sent there. If it belongs there, let the extension ask that host itself.`,
    asked: [`127.0.0.1:${port}`],
  });
});

test('X3: a name or an address of the private network is refused unless that exact name was granted', async () => {
  const codes = [
    ask(`http://127.0.0.1:${port}/`, [`*.0.0.1:${port}`]),
    ask(`http://evil.localhost:${port}/`, [`*.localhost:${port}`]),
    ask(`http://localhost:${port}/`, [`localhost:${port}`]),
    ask(`http://2130706433:${port}/`, [`127.0.0.1:${port}`]),
    ask(`http://[::ffff:127.0.0.1]:${port}/`, [`127.0.0.1:${port}`]),
  ].map(codeOf);
  const [wildIp, wildName, local, number, mapped] = await Promise.all(codes);
  expect({ wildIp, local, number, mapped }).toEqual({
    ...{ wildIp: 'fetch/host-not-granted', local: 'answered', number: 'answered', mapped: 'fetch/host-not-granted' },
  });
  // Some systems resolve every name under localhost, others none; in neither case may the request reach it.
  expect(['fetch/address-refused', 'fetch/failed']).toContain(wildName);
});

test('an answer that is too large or too late is aborted, and so is one whose caller has cancelled', async () => {
  const granted = [`127.0.0.1:${port}`];
  const gone = new AbortController();
  const cancelled = codeOf(ask(`http://127.0.0.1:${port}/endless`, granted, {}, {}, gone.signal));
  gone.abort();
  expect([
    await codeOf(ask(`http://127.0.0.1:${port}/large`, granted, {}, { bytes: 4999 })),
    await codeOf(ask(`http://127.0.0.1:${port}/endless`, granted, {}, { ms: 50 })),
    await cancelled,
    await codeOf(ask('http://127.0.0.1:1/', ['127.0.0.1:1'])),
  ]).toEqual(['fetch/too-large', 'fetch/timeout', 'fetch/failed', 'fetch/failed']);
});

test('the reason of a failure is the innermost one', async () => {
  const failure = await ask('http://127.0.0.1:1/', ['127.0.0.1:1']).catch(error => error);
  expect(failure.message).toContain('connect ECONNREFUSED 127.0.0.1:1');
});

test('refused in a request: headers of the app, unusual methods, credentials in addresses, other schemes', async () => {
  const here = `http://127.0.0.1:${port}/`;
  const granted = [`127.0.0.1:${port}`];
  const headers = ['Host', 'cookie', 'Origin', 'Connection', 'Transfer-Encoding', 'Proxy-Authorization', 'Sec-Fetch-Site'];
  const codes = await Promise.all([
    ...headers.map(name => codeOf(ask(here, granted, { headers: { [name]: 'x' } }))),
    codeOf(ask(here, granted, { method: 'CONNECT' })),
    codeOf(ask(here.replace('//', '//user:word@'), granted)),
    codeOf(ask('no address', granted)),
  ]);
  expect(new Set(codes)).toEqual(new Set(['fetch/bad-request']));
  expect(await codeOf(ask(here, granted, { headers: { 'x-a': 'b\r\nhost: c' } }))).toBe('fetch/failed');
  expect(await codeOf(ask('file:///etc/passwd', ['*']))).toBe('fetch/host-not-granted');
});
