import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OauthStep } from '../../contract/index.ts';
import { type Flows, openFlows } from './flows.ts';
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
  if (!found) throw new Error(`There is no step ${kind}, only ${kinds(steps).join(', ')}.`);
  return found;
};

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

test('P9: where another program has port 1455, that is said and the code can be pasted', async () => {
  await using server = await openTokenServer();
  const taken = await take(1455);
  onTestFinished(() => release(taken));
  const { flows, kept } = begin(server.url);
  const flow = flows.begin('openai-codex', 'en');
  const first = await until(flows, flow, 'prompt');
  const state = new URL(last(first, 'auth').url ?? '').searchParams.get('state') ?? '';

  flows.reply(flow, last(first, 'prompt').prompt ?? '', `http://localhost:1455/auth/callback?code=pasted&state=${state}`);
  const steps = await until(flows, flow, 'success');

  expect({ steps: kinds(steps), told: steps[0]?.text, kept: kept.length }).toEqual({
    steps: ['progress', 'auth', 'prompt', 'success'],
    told: 'Another program uses port 1455, so the browser cannot come back by itself: paste the address it ends on.',
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
      'github-copilot': { refresh: 'gho_refresh', availableModelIds: ['claude-sonnet-4.5'] },
    },
  });
});

test('K2: a refused exchange says who and why, and nothing of what the server sent or was sent', async () => {
  await using server = await openTokenServer({ status: 400 });
  const { flows } = begin(server.url);
  const flow = flows.begin('anthropic', 'en');
  const first = await until(flows, flow, 'prompt');
  flows.reply(flow, last(first, 'prompt').prompt ?? '', 'code-canary-4711');
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
