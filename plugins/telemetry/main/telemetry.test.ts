import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Inspection } from '@atelier/kernel';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { TelemetryChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { maxReports } from './reports/store.ts';
import { openTelemetry, type Telemetry } from './telemetry.ts';

interface Received {
  readonly path: string;
  readonly auth: string;
  readonly event: { readonly event_id: string; readonly exception: { readonly values: readonly { readonly value: string }[] } };
  readonly text: string;
}

/** A server with Sentry's envelope protocol, whose answer can be set. */
async function service() {
  const received: Received[] = [];
  let answer: { status: number; headers?: Record<string, string> } | 'silence' = { status: 200 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    const [header = '', item = '', ...rest] = text.split('\n');
    const { length, type } = JSON.parse(item) as { length: number; type: string };
    const payload = Buffer.from(rest.join('\n')).subarray(0, length).toString();
    const event = JSON.parse(payload) as Received['event'];
    const fits = request.headers['content-type'] === 'application/x-sentry-envelope' && type === 'event';
    if (answer === 'silence') return;
    if (fits && (JSON.parse(header) as { event_id: string }).event_id === event.event_id && answer.status === 200)
      received.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), event, text });
    response.writeHead(fits ? answer.status : 400, answer.headers).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    received,
    close,
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    host: `127.0.0.1:${port}`,
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}

/** Telemetry with the log and database of a real kernel, by default not in development. */
async function started({ development = false } = {}) {
  let telemetry: Telemetry | undefined;
  let changes = new EventTarget();
  const clock = { now: Date.now() };
  const kernel = await testKernel({
    extensions: [
      extension(
        '@test/telemetry',
        given => {
          telemetry = openTelemetry({
            db: given.database(migrations),
            inspection: given.get(Inspection),
            source: { release: 'atelier@1.2.3', host: 'memory', isBundled: id => id.startsWith('@test/') },
            development,
            own: '@test/telemetry',
            log: given.log,
            now: () => clock.now,
          });
          given.defer('telemetry', () => telemetry?.close());
          telemetry.start(() => changes.dispatchEvent(new Event('changed')));
        },
        { activation: 'startup' },
      ),
      extension(
        '@test/other',
        given => {
          given.handle('other.fail', async args => {
            given.log.error((args as { text: string }).text);
            return null;
          });
        },
        {
          activation: 'startup',
          contributes: { commands: [{ id: 'other.fail', title: 'Fail', args: { type: 'object' } }] },
        },
      ),
    ],
  });
  const on = () => telemetry!.handlers;
  const signal = new AbortController().signal;
  const pending = () => on().pending({}, signal);
  return {
    kernel,
    clock,
    pending,
    consent: (consent: 'yes' | 'no') => on().decide({ consent }, signal),
    address: (dsn: string) => on().setAddress({ dsn }, signal),
    read: () => on().read({}, signal),
    send: (ids?: string[]) => on().send(ids === undefined ? {} : { ids }, signal),
    preview: (id?: string) => on().preview(id === undefined ? {} : { id }, signal),
    discard: (ids?: string[]) => on().discard(ids === undefined ? {} : { ids }, signal),
    fail: (text: string) => kernel.run('other.fail', { text }),
    /** Waits for this many pending reports. */
    async waiting(count: number) {
      for (;;) {
        changes = new EventTarget();
        const next = new Promise(resolve => changes.addEventListener('changed', resolve, { once: true }));
        const now = await pending();
        if (now.length >= count) return now;
        await next;
      }
    },
    [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose](),
  };
}

test('nothing is collected or sent before consent, and the text that is sent is the one that was shown', async () => {
  const sentry = await service();
  await using one = await started();
  await one.address(sentry.dsn);
  await one.fail('before anybody was asked');
  const unasked = [await one.read(), await problemOf(one.send())];
  await one.consent('yes');
  await one.fail('The index could not be opened: SQLITE_CORRUPT: /people/marie/index');
  await one.fail('The index could not be opened: SQLITE_CORRUPT: /people/pierre/index');
  // One report, because the messages differ only in redacted parts.
  await expect.poll(async () => (await one.pending()).map(({ count }) => count)).toEqual([2]);
  const [report] = await one.pending();
  const { text } = await one.preview(report!.id);
  const before = sentry.received.length;
  const sent = await one.send([report!.id]);
  expect({
    unasked,
    before,
    sent,
    path: sentry.received[0]?.path,
    auth: sentry.received[0]?.auth,
    isExact: sentry.received[0]?.text === text,
    value: sentry.received[0]?.event.exception.values[0]?.value,
    left: await one.pending(),
    after: await one.read(),
  }).toEqual({
    unasked: [
      { consent: 'unasked', available: true, development: false, waiting: 0, dsn: sentry.host },
      ['telemetry/not-allowed', expect.any(String)],
    ],
    before: 0,
    sent: { sent: 1 },
    path: '/api/7/envelope/',
    auth: 'Sentry sentry_version=7, sentry_client=atelier/1.2.3, sentry_key=publickey',
    isExact: true,
    value: 'The index could not be opened: SQLITE_CORRUPT',
    left: [],
    after: expect.objectContaining({ consent: 'yes', waiting: 0 }),
  });
});

test('withdrawing consent deletes the pending reports and aborts a request that is being sent', async () => {
  const sentry = await service();
  await using one = await started();
  await one.address(sentry.dsn);
  await one.consent('yes');
  await one.fail('it broke');
  await one.waiting(1);
  sentry.answers('silence');
  const sending = problemOf(one.send());
  await one.consent('no');
  const cut = await sending;
  await one.fail('it broke again');
  expect([cut, await one.pending(), (await one.read()).consent, await problemOf(one.send())]).toEqual([
    ['telemetry/unreachable', expect.any(String)],
    [],
    'no',
    ['telemetry/not-allowed', expect.any(String)],
  ]);
});

test('a rate limit of the service is respected, and reports stay pending meanwhile', async () => {
  const sentry = await service();
  await using one = await started();
  await one.address(sentry.dsn);
  await one.consent('yes');
  await one.fail('it broke here');
  await one.fail('and there');
  await one.waiting(2);
  sentry.answers({ status: 429, headers: { 'retry-after': '120' } });
  const first = await problemOf(one.send());
  sentry.answers({ status: 200, headers: { 'x-sentry-rate-limits': '300:error:organization, 9000:attachment' } });
  const second = await problemOf(one.send());
  one.clock.now += 121_000;
  const third = await problemOf(one.send());
  const between = {
    left: (await one.pending()).length,
    received: sentry.received.length,
    rests: (await one.read()).notBefore! - one.clock.now,
  };
  one.clock.now += 301_000;
  sentry.answers({ status: 200 });
  const fourth = await one.send();
  expect({ first, second, third, between, fourth }).toEqual({
    first: ['telemetry/later', expect.stringContaining('2 min')],
    second: ['telemetry/later', expect.any(String)],
    third: ['telemetry/later', expect.stringContaining('5 min')],
    between: { left: 1, received: 1, rests: 300_000 },
    fourth: { sent: 1 },
  });
});

test('K8: a report is not sent to a host that the service redirects to, and the error names both', async () => {
  const [sentry, other] = [await service(), await service()];
  await using one = await started();
  await one.address(sentry.dsn);
  await one.consent('yes');
  await one.fail('it broke here');
  await one.waiting(1);
  sentry.answers({ status: 307, headers: { location: `http://${other.host}/api/7/envelope/` } });
  const problem = await problemOf(one.send());
  expect({ problem, other: other.received, left: (await one.pending()).length }).toEqual({
    problem: [
      'telemetry/redirected',
      `${sentry.host} redirects reports to ${other.host}. Nothing was sent there, and the reports are kept. If that is where the service is now, enter its DSN.`,
    ],
    other: [],
    left: 1,
  });
});

test('while the service is down only the newest reports up to the limit are stored, and they survive a restart of telemetry', async () => {
  const sentry = await service();
  await using one = await started();
  await one.address(sentry.dsn);
  await one.consent('yes');
  await sentry.close();
  // Different letters, so that the fingerprints differ.
  for (let at = 0; at < maxReports + 5; at += 1) await one.fail(`fault ${String.fromCharCode(97 + at)}`);
  const isLast = (reports: readonly { message: string }[]) => reports[0]?.message === `fault ${String.fromCharCode(97 + maxReports + 4)}`;
  await expect.poll(async () => isLast(await one.pending())).toBe(true);
  const problem = await problemOf(one.send());
  const kept = await one.pending();
  await one.kernel.disable('@test/telemetry');
  await one.kernel.enable('@test/telemetry');
  await one.kernel.wake('@test/telemetry');
  const outlived = await one.pending();
  expect({ problem, kept: kept.length, oldest: kept.at(-1)?.message, outlived: outlived.map(({ id }) => id) }).toEqual({
    problem: ['telemetry/unreachable', expect.stringContaining('ECONNREFUSED')],
    kept: maxReports,
    oldest: 'fault f',
    outlived: kept.map(({ id }) => id),
  });
});

test('in development nothing is collected or sent, regardless of consent, also in the real plugin', async () => {
  const sentry = await service();
  await using one = await started({ development: true });
  await one.address(sentry.dsn);
  await one.consent('yes');
  await one.fail('it broke');
  const told = [await one.read(), await problemOf(one.send()), await one.pending()];
  await using kernel = await testKernel({ plugins: ['@atelier/telemetry'] });
  const real = await kernel.client(TelemetryChannel).call('read', {});
  expect([...told, real]).toEqual([
    { consent: 'yes', available: false, development: true, waiting: 0, dsn: sentry.host },
    ['telemetry/development', expect.any(String)],
    [],
    { consent: 'unasked', available: false, development: true, waiting: 0 },
  ]);
});

test('an invalid address is refused, none is built in, and its key is never returned', async () => {
  await using one = await started();
  await one.consent('yes');
  const none = [await one.read(), await problemOf(one.send())];
  const bad = [
    'nonsense',
    'http://key@example.org/1',
    'https://example.org/1',
    'https://key@example.org/',
    'ftp://key@example.org/1',
    'https://key@example.org/1?x=1',
  ];
  const refused = await Promise.all(bad.map(async dsn => ((await problemOf(one.address(dsn))) as string[])[0]));
  await one.address('  https://secretkey@errors.example.org/sub/42 ');
  const told = await one.read();
  await one.address('');
  expect({ none, refused: new Set(refused), told, key: JSON.stringify(told).includes('secretkey'), gone: (await one.read()).dsn }).toEqual({
    none: [{ consent: 'yes', available: false, development: false, waiting: 0 }, ['telemetry/no-address', expect.any(String)]],
    refused: new Set(['telemetry/address']),
    told: { consent: 'yes', available: true, development: false, waiting: 0, dsn: 'errors.example.org' },
    key: false,
    gone: undefined,
  });
});

test('K2: a report of what a careless line says holds no key, path, address or name', async () => {
  await using one = await started();
  await one.consent('yes');
  await one.fail('sk-canary1234567890abcdef failed for marie@example.org in /people/marie/notes: Dear Pierre, token=abcdef123456');
  const [report] = await one.waiting(1);
  const { text } = await one.preview(report!.id);
  const { text: example } = await one.preview();
  const planted = ['canary', 'marie', 'Pierre', 'abcdef', 'notes'];
  await one.discard([report!.id]);
  expect([planted.filter(word => text.includes(word)), planted.filter(word => example.includes(word)), await one.pending()]).toEqual([
    [],
    [],
    [],
  ]);
});
