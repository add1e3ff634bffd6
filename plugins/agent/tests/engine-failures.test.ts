import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openModelServer, type Reply, type Turn } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';

const key = 'sk-test-0123456789abcdef';

/** A server that speaks no HTTP, or not to the end. */
async function rude(answer: (socket: Socket) => void): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const message = `Wrong key ${key}, or Bearer abcdefghijkl.`;
const failures: readonly (readonly [string, Turn, string])[] = [
  ['400', { status: 400, message }, 'agent/request-refused'],
  ['401', { status: 401, message }, 'agent/unauthorised'],
  ['403', { status: 403, message }, 'agent/unauthorised'],
  ['404', { status: 404, message }, 'agent/model-missing'],
  ['429', { status: 429, message }, 'agent/rate-limited'],
  ['429 for want of money', { status: 429, message: 'insufficient_quota' }, 'agent/quota-used'],
  ['500', { status: 500, message }, 'agent/provider-failed'],
  ['503', { status: 503, message }, 'agent/provider-failed'],
  ['529', { status: 529, message }, 'agent/provider-failed'],
  ['a page', { trouble: 'html' }, 'agent/bad-answer'],
  ['garbage', { trouble: 'garbage' }, 'agent/bad-answer'],
  ['half a stream', { trouble: 'cut', deltaMs: 10, text: 'some words that are never all said' }, 'agent/stream-cut'],
  ['nothing', { trouble: 'nothing' }, 'agent/connection-failed'],
];

test.each([
  ['openai-completions', ''],
  ['anthropic-messages', '/v1'],
])(
  'K2: every failure of a provider that speaks %s has a name, says no part of a key, and leaves the conversation usable',
  async (api, cut) => {
    await using server = await openModelServer();
    await using engine = await startEngine({
      settings: { retry: { enabled: false }, httpIdleTimeoutMs: 700 },
      providers: { local: { baseUrl: server.url.slice(0, server.url.length - cut.length), api, apiKey: key } },
    });
    const { sessionFile = '' } = await engine.open('c1', { model: 'local/m2' });
    const met: (readonly [string, string | undefined])[] = [];
    for (const [name, turn] of failures) {
      server.script(turn);
      const { ended, problem } = await engine.turn('c1', name);
      met.push([name, ended === 'failed' ? problem?.code : ended]);
    }
    server.script({ text: 'Back again.' });
    const after = await engine.turn('c1', 'and now?');
    const { entries } = await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 100 });

    expect(met).toEqual(failures.map(([name, , code]) => [name, code]));
    expect({
      after: after.ended,
      said: entries.flatMap(({ kind, parts }) => (kind === 'user' ? [parts?.[0]?.text] : [])),
      // The other dialect's connection breaks before its first word.
      kept: cut !== '' || entries.some(({ parts }) => parts?.some(({ text }) => text?.startsWith('some '))),
    }).toEqual({ after: 'done', said: [...failures.map(([name]) => name), 'and now?'], kept: true });
    const everything = JSON.stringify([engine.events, entries]) + readFileSync(sessionFile, 'utf8');
    expect(['0123456789abcdef', 'abcdefghijkl'].filter(secret => everything.includes(secret))).toEqual([]);
  },
);

/** As Google words its refusals, whatever their status. */
const ofGoogle: readonly (readonly [string, Turn, string])[] = [
  ['a wrong key', { status: 400, message: 'API key not valid. Please pass a valid API key.' }, 'agent/unauthorised'],
  ['a forbidden key', { status: 403, message: 'The caller does not have permission' }, 'agent/unauthorised'],
  ['an unknown model', { status: 404, message: 'models/m2 is not found for API version v1beta' }, 'agent/model-missing'],
  ['too many requests', { status: 429, message: 'Resource has been exhausted (e.g. check quota).' }, 'agent/rate-limited'],
  ['a bad request', { status: 400, message: 'Invalid value at contents' }, 'agent/request-refused'],
  ['an error', { status: 500, message: 'An internal error has occurred.' }, 'agent/provider-failed'],
  ['overload', { status: 503, message: 'The model is overloaded.' }, 'agent/provider-failed'],
  ['a page', { trouble: 'html' }, 'agent/bad-answer'],
  ['garbage', { trouble: 'garbage' }, 'agent/bad-answer'],
];

test('each failure of Google’s API has the name of its reason', async () => {
  await using server = await openModelServer();
  await using engine = await startEngine({
    settings: { retry: { enabled: false }, httpIdleTimeoutMs: 700 },
    providers: { local: { baseUrl: server.url, api: 'google-generative-ai', apiKey: key } },
  });
  await engine.open('c1', { model: 'local/m2' });
  const met: (readonly [string, string | undefined])[] = [];
  for (const [name, turn] of ofGoogle) {
    server.script(turn);
    const { ended, problem } = await engine.turn('c1', name);
    met.push([name, ended === 'failed' ? problem?.code : `${ended} ${problem?.message}`]);
  }
  expect(met).toEqual(ofGoogle.map(([name, , code]) => [name, code]));
});

const answered = (status: number, error: object) => ({ status, json: { error: { code: status, ...error } } });
const streamed = (chunk: object) => ({
  headers: { 'Content-Type': 'text/event-stream' },
  html: `data: ${JSON.stringify({ ...chunk, usageMetadata: { promptTokenCount: 12, totalTokenCount: 12 } })}\n\n`,
});
const stopped = (finishReason: string, ...parts: readonly object[]) =>
  streamed({ candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }] });
const quotaWords = 'You exceeded your current quota, please check your plan and billing details.';
const failureOf = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests', quotaId, quotaValue: '20' }],
});
const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

/** Whole answers as Google sends them, with the code of the failure and words of it. */
const whole: readonly (readonly [string, Reply, string, RegExp])[] = [
  [
    'a bad key',
    answered(400, {
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
    }),
    'agent/unauthorised',
    /^local refused the credentials \(.*API key not valid.*\)\. Enter a valid key/,
  ],
  [
    'too many in this minute',
    answered(429, {
      message: `${quotaWords} Please retry in 37.4s.`,
      status: 'RESOURCE_EXHAUSTED',
      details: [failureOf('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), retryInfo('37s')],
    }),
    'agent/rate-limited-for',
    /^local accepts no more requests for 37 s \(.*\)\. Send again after that/,
  ],
  [
    'too many today',
    answered(429, {
      message: `${quotaWords} Please retry in 37.4s.`,
      status: 'RESOURCE_EXHAUSTED',
      details: [failureOf('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryInfo('37s')],
    }),
    'agent/quota-used',
    /^The account at local has used up its credit or its quota \(.*\)\. Check its plan and its billing there/,
  ],
  [
    'the quota of a project',
    answered(403, {
      message: 'Quota exceeded for quota metric ‘Requests’ and limit ‘Requests per day’ of service.',
      status: 'PERMISSION_DENIED',
    }),
    'agent/quota-used',
    /^The account at local has used up its credit or its quota/,
  ],
  [
    'a service that is off',
    answered(403, {
      message: 'Generative Language API has not been used in project 12 before or it is disabled.',
      status: 'PERMISSION_DENIED',
    }),
    'agent/unauthorised',
    /it is disabled/,
  ],
  [
    'a stop for safety',
    stopped('SAFETY'),
    'agent/withheld',
    /^local withheld the answer, or the rest of it.*\(SAFETY\)\. Change what is sent/,
  ],
  ['a stop after words', stopped('SAFETY', { text: 'Some' }), 'agent/withheld', /\(SAFETY\)/],
  ['a quoted text', stopped('RECITATION'), 'agent/withheld', /\(RECITATION\)/],
  ['a blocked question', streamed({ promptFeedback: { blockReason: 'SAFETY' } }), 'agent/withheld', /\(SAFETY\)\. Change what is sent/],
  ['a blocked word', streamed({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }), 'agent/withheld', /\(PROHIBITED_CONTENT\)/],
  ['a call that is none', stopped('MALFORMED_FUNCTION_CALL'), 'agent/ended-oddly', /\(MALFORMED_FUNCTION_CALL\)\. Send again/],
];

test('what Google answers in full is told by its reason, with what to do, and the conversation goes on', async () => {
  await using server = await openModelServer();
  await using engine = await startEngine({
    language: 'en',
    settings: { retry: { enabled: false }, httpIdleTimeoutMs: 700 },
    providers: { local: { baseUrl: server.url, api: 'google-generative-ai', apiKey: key } },
  });
  await engine.open('c1', { model: 'local/m2' });
  const met: (readonly [string, string | undefined, string | boolean])[] = [];
  for (const [name, reply, , words] of whole) {
    // Google names the model in the address and not in the request.
    server.behave({ empty: reply });
    const { problem } = await engine.turn('c1', name);
    met.push([name, problem?.code, words.test(problem?.message ?? '') || (problem?.message ?? '')]);
  }
  server.behave({});
  server.script({ text: 'Back again.' });
  const after = await engine.turn('c1', 'and now?');
  expect(met).toEqual(whole.map(([name, , code]) => [name, code, true]));
  expect(after.ended).toBe('done');
});

test('a page in place of an answer is told by its title, and not by its source', async () => {
  await using server = await openModelServer();
  await using engine = await startEngine({ language: 'en', settings: { retry: { enabled: false } }, providers: { local: server.url } });
  await engine.open('c1');
  server.behave({
    turn: { status: 502, html: '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>' },
  });
  const { problem } = await engine.turn('c1', 'hello');
  expect([problem?.code, problem?.message.includes('<'), problem?.message.includes('Bad Gateway')]).toEqual([
    'agent/provider-failed',
    false,
    true,
  ]);
});

test('a model that says nothing is told of, an empty answer is a failure, and Retry-After decides when it is asked again', async () => {
  await using server = await openModelServer();
  await using engine = await startEngine({
    settings: { retry: { enabled: true, maxRetries: 1, baseDelayMs: 50 }, httpIdleTimeoutMs: 400 },
    providers: { local: server.url },
  });
  await engine.open('c1');
  server.behave({ turn: { trouble: 'stalls' } });
  const turn = engine.turn('c1', 'hello');
  const silent = await engine.next(({ kind }) => kind === 'silent');
  await engine.call('stop', { conversation: 'c1' });
  const stopped = await turn;
  server.behave({});
  server.script({ text: [] });
  const empty = await engine.turn('c1', 'and?');
  server.script({ status: 429, retryAfter: 2 }, { text: 'Here.' });
  const waited = await engine.turn('c1', 'again');
  const retry = engine.events.findLast(({ kind }) => kind === 'retry');
  server.script({ status: 429, retryAfter: 900 });
  const refused = await engine.turn('c1', 'once more');
  expect({
    silent: silent.kind === 'silent' && silent.seconds >= 0,
    ends: [stopped.ended, empty.problem?.code, waited.ended, refused.problem?.code],
    wait: retry?.kind === 'retry' && retry.delayMs,
    says: refused.problem?.message.includes('900 s'),
    left: server.left,
  }).toEqual({ silent: true, ends: ['stopped', 'agent/empty-answer', 'done', 'agent/rate-limited-for'], wait: 2000, says: true, left: 0 });
});

test('the network’s own words reach the person, in their language, with the provider’s name', async () => {
  await using noise = await rude(socket => socket.write('no HTTP\r\n\r\n'));
  await using closing = await rude(socket => socket.destroy());
  await using gone = await rude(() => undefined);
  const { port } = gone;
  await gone[Symbol.asyncDispose]();
  await using engine = await startEngine({
    language: 'fr',
    settings: { retry: { enabled: false } },
    providers: {
      refused: { baseUrl: `http://127.0.0.1:${port}/v1`, name: 'Serveur du labo' },
      demo: { baseUrl: `http://127.0.0.1:${port}/v1`, name: 'Demo (no AI)' },
      dns: 'http://no-such-host.invalid/v1',
      tls: `https://127.0.0.1:${noise.port}/v1`,
      noise: `http://127.0.0.1:${noise.port}/v1`,
      closing: `http://127.0.0.1:${closing.port}/v1`,
    },
  });
  const met: Record<string, string | undefined> = {};
  for (const provider of ['refused', 'demo', 'dns', 'tls', 'noise', 'closing']) {
    await engine.open(provider, { model: `${provider}/m2` });
    const { problem } = await engine.turn(provider, 'hello');
    met[provider] = `${problem?.code}: ${problem?.message.split('. ')[0]}`;
  }
  expect(met).toEqual({
    refused: expect.stringMatching(
      /^agent\/connection-failed: Serveur du labo est injoignable : rien ne répond à son adresse \(.*ECONNREFUSED/,
    ),
    // The demo’s name is another in each language.
    demo: expect.stringContaining('agent/connection-failed: demo est injoignable'),
    dns: expect.stringMatching(
      /^agent\/connection-failed: dns est injoignable : son nom est introuvable \(.*(ENOTFOUND|EAI_AGAIN) no-such-host\.invalid/,
    ),
    tls: expect.stringMatching(/^agent\/connection-failed: tls est injoignable : son certificat n’est pas accepté \(.*SSL/),
    noise: expect.stringMatching(/^agent\/bad-answer: .*HTTP/),
    closing: expect.stringMatching(/^agent\/connection-failed: closing est injoignable : il a coupé la connexion/),
  });
});

test('an attempt that is repeated is told of, and is not in the transcript', async () => {
  await using server = await openModelServer({ status: 503, message: 'Busy.' }, { text: 'Here.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const { sessionFile = '' } = await engine.open('c1');
  const settled = await engine.turn('c1', 'hello');
  const { entries } = await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 10 });
  const retry = engine.events.find(({ kind }) => kind === 'retry');
  expect({ ended: settled.ended, retry, entries: entries.map(({ kind, stopped }) => `${kind} ${stopped}`) }).toEqual({
    ended: 'done',
    retry: expect.objectContaining({
      attempt: 1,
      of: 1,
      problem: expect.objectContaining({ message: expect.stringContaining('503: Busy') }),
    }),
    entries: ['user undefined', 'assistant done'],
  });
});

test('what cannot begin is refused with a name: no model, no key, a model that is gone, a session file that is none', async () => {
  await using server = await openModelServer();
  await using engine = await startEngine({ providers: { local: server.url } });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }) => code,
    );
  expect([
    await refusal(engine.open('a', { model: 'local/gone' })),
    await refusal(
      engine
        .open('b', { model: 'anthropic/claude-opus-4-5' })
        .then(() => engine.call('prompt', { conversation: 'b', text: 'x', images: [] })),
    ),
    await refusal(engine.open('c', { sessionFile: `${engine.directory}/models.json` })),
    await refusal(engine.call('prompt', { conversation: 'nobody', text: 'x', images: [] })),
    await refusal(
      engine.call('transcript', { conversation: 'a', sessionFile: `${engine.directory}/none.jsonl`, before: undefined, limit: 1 }),
    ),
  ]).toEqual(['agent/model-unknown', 'agent/no-key', 'agent/session-unreadable', 'agent/not-open', 'agent/session-missing']);
});
