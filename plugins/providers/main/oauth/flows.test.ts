import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OauthStep } from '../../contract/index.ts';
import { type Flows, openFlows } from './flows.ts';
import { openIdentityProvider } from './identity-provider.fixture.ts';
import { openTokenServer } from './token-server.fixture.ts';

type Kept = [provider: string, credential: Readonly<Record<string, unknown>>][];

function begin(stub: string, limitMs?: number): { flows: Flows; kept: Kept } {
  const kept: Kept = [];
  const program = join(import.meta.dirname, '../../engine/oauth-process.ts');
  const flows = openFlows({
    program: () => ['--import', join(import.meta.dirname, 'stub-fetch.fixture.ts'), program, `--stub=${stub}`],
    keep: async (provider, credential) => void kept.push([provider, credential]),
    ...(limitMs !== undefined && { limitMs }),
  });
  onTestFinished(() => flows.cancelAll());
  return { flows, kept };
}

/** Steps until one of this kind has come, or the flow has ended. */
async function until(flows: Flows, flow: string, kind: OauthStep['kind']): Promise<OauthStep[]> {
  const steps: OauthStep[] = [];
  for (;;) {
    const more = await flows.after(flow, steps.length);
    steps.push(...more);
    if (more.length === 0 || steps.some(step => step.kind === kind)) return steps;
  }
}

const kinds = (steps: readonly OauthStep[]): string[] => steps.map(({ kind }) => kind);
const last = (steps: readonly OauthStep[], kind: OauthStep['kind']): OauthStep => {
  const found = steps.findLast(step => step.kind === kind);
  if (!found) throw new Error(`There is no step ${kind}, only ${JSON.stringify(steps)}.`);
  return found;
};

const stateOf = (steps: readonly OauthStep[]) => new URL(last(steps, 'auth').url ?? '').searchParams.get('state') ?? '';

async function take(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function release(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

test('ChatGPT comes back by itself through port 1455, and a wrong state is turned away', async () => {
  await using server = await openTokenServer();
  const { flows, kept } = begin(server.url);
  const flow = flows.begin('openai-codex', 'en');
  const first = await until(flows, flow, 'prompt');
  const address = new URL(last(first, 'auth').url ?? '');
  const state = address.searchParams.get('state') ?? '';

  const wrong = await fetch('http://127.0.0.1:1455/auth/callback?code=stolen&state=other');
  const right = await fetch(`http://127.0.0.1:1455/auth/callback?code=good&state=${state}`);
  const steps = await until(flows, flow, 'success');
  const exchange = new URLSearchParams(server.asked[0]?.body);

  expect({
    steps: kinds(steps),
    statuses: [wrong.status, right.status],
    challenge: address.searchParams.get('code_challenge_method'),
    sent: { code: exchange.get('code'), verifier: (exchange.get('code_verifier') ?? '').length > 40 },
    kept: kept.map(([provider, { type, refresh, accountId }]) => ({ provider, type, refresh, accountId })),
    after: await flows.after(flow, steps.length),
  }).toEqual({
    steps: ['auth', 'prompt', 'success'],
    statuses: [400, 200],
    challenge: 'S256',
    sent: { code: 'good', verifier: true },
    kept: [{ provider: 'openai-codex', type: 'oauth', refresh: 'codex-refresh', accountId: 'account-1' }],
    after: [],
  });
});

test('P9: a sign-in that is cancelled frees port 1455 before it says so', async () => {
  const { flows } = begin('http://127.0.0.1:9');
  const flow = flows.begin('openai-codex');
  await until(flows, flow, 'prompt');

  void flows.cancel(flow);
  const steps = await until(flows, flow, 'error');
  await release(await take(1455));

  expect(last(steps, 'error').problem?.code).toBe('providers/sign-in-cancelled');
});

test.each([
  ['openai-codex', 1455],
  ['anthropic', 53692],
] as const)('P9: where another program has the port of %s, that is said and the code can be pasted', async (provider, port) => {
  await using server = await openTokenServer();
  const taken = await take(port);
  onTestFinished(() => release(taken));
  const { flows, kept } = begin(server.url);
  const flow = flows.begin(provider, 'en');
  const first = await until(flows, flow, 'prompt');

  flows.reply(flow, last(first, 'prompt').prompt ?? '', `http://localhost:${port}/callback?code=pasted&state=${stateOf(first)}`);
  const steps = await until(flows, flow, 'success');

  expect({ steps: kinds(steps.slice(0, 3)), end: steps.at(-1)?.kind, told: steps[0]?.text, kept: kept.length }).toEqual({
    steps: ['progress', 'auth', 'prompt'],
    end: 'success',
    told: `Another program uses port ${port}, so the browser cannot come back by itself: paste the address it ends on.`,
    kept: 1,
  });
});

test('a code for Claude is pasted, and two sign-ins at once do not cross', async () => {
  await using server = await openTokenServer({ pending: 1 });
  const { flows, kept } = begin(server.url);
  const [claude, github] = [flows.begin('anthropic'), flows.begin('github-copilot')];
  const first = await until(flows, claude, 'prompt');
  const state = new URL(last(first, 'auth').url ?? '').searchParams.get('state') ?? '';

  const device = last(await until(flows, github, 'auth'), 'auth');
  flows.reply(claude, last(first, 'prompt').prompt ?? '', `code-1#${state}`);
  const [ofClaude, ofGithub] = await Promise.all([until(flows, claude, 'success'), until(flows, github, 'success')]);

  expect({
    claude: kinds(ofClaude),
    github: kinds(ofGithub),
    own: [...ofClaude.map(({ flow }) => flow === claude), ...ofGithub.map(({ flow }) => flow === github)].every(Boolean),
    device: { url: device.url, code: device.userCode, expires: (device.expires ?? 0) > Date.now() },
    kept: Object.fromEntries(kept.map(([provider, { refresh, availableModelIds }]) => [provider, { refresh, availableModelIds }])),
  }).toEqual({
    claude: ['auth', 'prompt', 'progress', 'success'],
    github: ['auth', 'success'],
    own: true,
    device: { url: 'https://github.com/login/device', code: 'ABCD-1234', expires: true },
    kept: {
      anthropic: { refresh: 'claude-refresh', availableModelIds: undefined },
      'github-copilot': { refresh: 'gho_refresh', availableModelIds: ['claude-sonnet-4.6'] },
    },
  });
});

test('K2: a refused exchange says who and why, and nothing of what the server sent or was sent', async () => {
  await using server = await openTokenServer({ status: 400 });
  const { flows } = begin(server.url);
  const flow = flows.begin('anthropic', 'en');
  const first = await until(flows, flow, 'prompt');
  flows.reply(flow, last(first, 'prompt').prompt ?? '', `code-canary-4711#${stateOf(first)}`);
  const steps = await until(flows, flow, 'error');

  const text = JSON.stringify(steps);
  expect({
    problem: last(steps, 'error').problem,
    leaks: ['refresh-canary-77', 'code-canary-4711', 'invalid_grant'].filter(one => text.includes(one)),
  }).toEqual({
    problem: {
      code: 'providers/sign-in-failed',
      message: 'The sign-in to Anthropic failed: its server refused (HTTP 400). Start it again; nothing was changed.',
      details: expect.anything(),
    },
    leaks: [],
  });
});

test('K8: a code is not sent to another host that the company’s server redirects to, and the error names both', async () => {
  const stolen: string[] = [];
  const thief = createServer((request, response) => {
    stolen.push(request.url ?? '');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  onTestFinished(() => release(thief));
  const host = `127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const redirecting = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(307, { location: `http://${host}${request.url}` }).end());
  }).listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  onTestFinished(() => release(redirecting));
  const { flows } = begin(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`);
  const flow = flows.begin('anthropic', 'en');
  const first = await until(flows, flow, 'prompt');
  flows.reply(flow, last(first, 'prompt').prompt ?? '', `code-canary-4711#${stateOf(first)}`);
  const { problem } = last(await until(flows, flow, 'error'), 'error');
  expect({ problem: problem?.message, stolen }).toEqual({
    problem: `The sign-in to Anthropic failed: platform.claude.com redirects to another host, ${host}, where nothing was sent. Start it again; nothing was changed.`,
    stolen: [],
  });
});

test('cancelling the question, no answer in time, no server, an unknown flow: each has its own error', async () => {
  const { flows } = begin('http://127.0.0.1:9');
  const asked = flows.begin('anthropic');
  const first = await until(flows, asked, 'prompt');
  const prompt = last(first, 'prompt').prompt ?? '';
  flows.cancelPrompt(asked, prompt);
  const cancelled = last(await until(flows, asked, 'error'), 'error').problem?.code;
  const again = codeOf(() => flows.reply(asked, prompt, 'late'));

  const nobody = await take(0);
  const { port } = nobody.address() as AddressInfo;
  await release(nobody);
  const alone = begin(`http://127.0.0.1:${port}`).flows;
  const away = alone.begin('github-copilot', 'en');
  const unreachable = last(await until(alone, away, 'error'), 'error').problem?.message;

  const late = begin('http://127.0.0.1:9', 1_500).flows;
  const slow = late.begin('openai-codex');
  const timeout = last(await until(late, slow, 'error'), 'error').problem?.code;

  expect({
    cancelled,
    again,
    unreachable,
    timeout,
    unknown: codeOf(() => flows.reply('nothing', 'p', 't')),
    none: codeOf(() => flows.begin('groq')),
  }).toEqual({
    cancelled: 'providers/sign-in-cancelled',
    again: 'providers/prompt-gone',
    unreachable: 'The sign-in to GitHub failed: nothing listens there (connection refused). Start it again; nothing was changed.',
    timeout: 'providers/sign-in-timeout',
    unknown: 'providers/unknown-flow',
    none: 'providers/no-sign-in',
  });
});

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

/** Asks as any program on this machine could, with a host and a method of its choice. */
async function knock(address: string, { host, method = 'GET' }: { host?: string; method?: string } = {}): Promise<number | string> {
  const { hostname, port, pathname, search } = new URL(address);
  const asked = request({ hostname, port, method, path: `${pathname}${search}`, headers: host === undefined ? {} : { host } });
  return await new Promise(resolve => {
    asked.on('response', response => resolve(response.resume().statusCode ?? 0));
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    asked.end();
  });
}

test.each([
  ['openai-codex', 'ChatGPT'],
  ['anthropic', 'Claude'],
])(
  'P8, P9: the callback of %s is taken of a sign-in that waits, with its own state, on this machine’s name, once; its verifier never leaves',
  async provider => {
    await using company = await openIdentityProvider();
    const before = begin(company.url);
    const other = before.flows.begin(provider);
    const otherAddress = last(await until(before.flows, other, 'prompt'), 'auth').url ?? '';
    const othersCallback = await company.signIn(otherAddress);
    await before.flows.cancel(other);
    const nobody = await knock(othersCallback);

    const { flows, kept } = begin(company.url);
    const flow = flows.begin(provider);
    const first = await until(flows, flow, 'prompt');
    const address = new URL(last(first, 'auth').url ?? '');
    const callback = await company.signIn(address.href);
    const { port } = new URL(callback);
    const changed = (name: string, value: string) => {
      const copy = new URL(callback);
      copy.searchParams.set(name, value);
      return copy.href;
    };
    const refused = [
      await knock(othersCallback),
      await knock(changed('state', 'x')),
      await knock(callback.replace(/&state=.*/, '')),
      await knock(`${callback}&state=x`),
      await knock(callback, { host: `evil.example:${port}` }),
      await knock(callback, { host: 'localhost' }),
      await knock(callback, { method: 'POST' }),
    ];
    const keptBefore = kept.length;
    const taken = await knock(callback);
    const replayed = await knock(callback);
    const steps = await until(flows, flow, 'success');
    const afterwards = await knock(callback);
    const [exchange] = company.exchanges;
    const state = address.searchParams.get('state') ?? '';
    const seen = [address.href, callback, otherAddress].join();

    expect({
      nobody,
      refused,
      keptBefore,
      taken,
      replayed: ['ECONNREFUSED', 'ECONNRESET', 410].includes(replayed),
      afterwards,
      end: kinds(steps).at(-1),
      kept: kept.length,
      exchanges: company.exchanges.map(({ answered }) => answered),
      // 256 random bits, others for each sign-in, and not what proves who began it.
      state: [Buffer.from(state, 'base64url').length >= 16, state !== new URL(otherAddress).searchParams.get('state')],
      verifierSeen: seen.includes(exchange?.verifier ?? ''),
      challenge: address.searchParams.get('code_challenge_method'),
      local: new URL(callback).hostname,
    }).toEqual({
      nobody: 'ECONNREFUSED',
      refused: [400, 400, 400, 400, 421, 421, 405],
      keptBefore: 0,
      taken: 200,
      replayed: true,
      afterwards: 'ECONNREFUSED',
      end: 'success',
      kept: 1,
      exchanges: [200],
      state: [true, true],
      verifierSeen: false,
      challenge: 'S256',
      local: 'localhost',
    });
  },
);

test.each(['openai-codex', 'anthropic'])(
  'P8: what is pasted for %s counts only with the state of that sign-in, and nothing else is sent to the company',
  async provider => {
    await using company = await openIdentityProvider();
    const { flows, kept } = begin(company.url);
    const outcomes: unknown[] = [];
    for (const pasted of [
      (callback: URL) => callback.searchParams.get('code') ?? '',
      (callback: URL) => `${callback.searchParams.get('code')}#of-another`,
      (callback: URL) => callback.href.replace(/state=[^&]*/, 'state=of-another'),
      (callback: URL) => callback.href.replace(/&state=.*/, ''),
      (callback: URL) => callback.href,
      (callback: URL) => `${callback.searchParams.get('code')}#${callback.searchParams.get('state')}`,
    ]) {
      const flow = flows.begin(provider, 'en');
      const first = await until(flows, flow, 'prompt');
      const callback = new URL(await company.signIn(last(first, 'auth').url ?? ''));
      flows.reply(flow, last(first, 'prompt').prompt ?? '', pasted(callback));
      const end = (await until(flows, flow, 'success')).at(-1);
      outcomes.push(end?.problem?.message.replace(/^.*failed: |\. Start.*$/g, '') ?? end?.kind);
    }
    const incomplete = 'what was pasted is not the whole code or address, so nobody can tell to which sign-in it belongs';
    const foreign = 'what was pasted belongs to another sign-in';
    expect({ outcomes, kept: kept.length, exchanges: company.exchanges.map(({ answered }) => answered) }).toEqual({
      outcomes: [incomplete, foreign, foreign, incomplete, 'success', 'success'],
      kept: 2,
      exchanges: [200, 200],
    });
  },
);

test('P8: a sign-in that nobody finishes ends, and its callback with it', async () => {
  await using company = await openIdentityProvider();
  // On a busy machine the process may take longer to begin than it is given.
  for (let limitMs = 3_000; ; limitMs *= 2) {
    const { flows, kept } = begin(company.url, limitMs);
    const flow = flows.begin('openai-codex');
    const address = (await until(flows, flow, 'prompt')).find(({ kind }) => kind === 'auth')?.url;
    if (address === undefined) continue;
    const callback = await company.signIn(address);
    const { problem } = last(await until(flows, flow, 'error'), 'error');
    expect([problem?.code, await knock(callback), company.exchanges, kept]).toEqual(['providers/sign-in-timeout', 'ECONNREFUSED', [], []]);
    return;
  }
});
