import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, AgentChannel, type AgentService, beforeToolCall, engineEnded } from '@atelier/agent/contract';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import Driver from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { engines, held, signalEngines, startedIn } from './running-turn.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

/** The whole agent with a scripted model, the service as a plugin has it, and a listener that must hear nobody. */
async function opened(...turns: readonly Turn[]) {
  const server = await openModelServer(...turns);
  const reached: string[] = [];
  const listener = createServer(socket => {
    reached.push('reached');
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  const project = join(profile, 'project');
  mkdirSync(project);
  writeLocalModel(profile, server.url);
  const services: AgentService[] = [];
  const ends: string[] = [];
  const plugin = extension(
    '@test/plugin',
    ctx => {
      services.push(ctx.get(Agent));
      ctx.tap(engineEnded, async ({ how }) => void ends.push(how));
      // A policy that leaves it to the person.
      ctx.tap(beforeToolCall, async ({ conversation, args }) => {
        if (!String(args.command).includes('delicate')) return undefined;
        const allowed = await ctx.get(Agent).ask(conversation, { kind: 'confirm', title: 'May it?' }, 60_000);
        return allowed === undefined ? { deny: 'Nobody has allowed what is delicate.' } : undefined;
      });
    },
    {
      activation: 'startup',
      requires: { '@atelier/agent': '^0.1.0' },
      taps: ['@atelier/agent:beforeToolCall@1', '@atelier/agent:engineEnded@1'],
    },
  );
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [plugin], profile });
  onTestFinished(async () => {
    await kernel.close();
    await server[Symbol.asyncDispose]();
    listener.close();
  });
  const asked: unknown[] = [];
  kernel.client(AgentChannel).on('event', event => {
    if (event.kind !== 'asked' || event.request === undefined) return;
    asked.push(event.request.text ?? event.request.title);
    // Who is asked by mistake says yes.
    void kernel.client(AgentChannel).call('answer', { request: event.request.id, answer: { allow: true, scope: 'conversation' } });
  });
  const [agent] = services;
  if (agent === undefined) throw new Error('The plugin has not started.');
  return { server, agent, profile, project, reached, asked, ends, port: (listener.address() as AddressInfo).port };
}

/** What hidden runs have left in a profile: rows of the agent's database, and session files. */
function leftIn(profile: string): readonly unknown[] {
  const data = join(profile, 'user-data');
  const db = new Driver(join(data, 'data', 'atelier--agent.sqlite'), { readonly: true });
  const rows = ['hidden_runs', 'runtimes', 'outside_sources'].flatMap(table =>
    db
      .prepare(`SELECT conversation FROM ${table}`)
      .all()
      .map(row => [table, (row as { conversation: string }).conversation.split('-')[0]]),
  );
  db.close();
  const sessions = join(data, '.agent', 'agent', 'sessions');
  return [...rows, ...(existsSync(sessions) ? readdirSync(sessions) : [])];
}

const passedOn = { outside: [{ kind: 'declared', name: 'a page' }] } as const;

const bash = (command: string) => ({ name: 'bash', arguments: { command } });
const toolNames = (tools: readonly unknown[] = []) =>
  (tools as readonly { function?: { name: string }; name?: string }[]).map(tool => tool.function?.name ?? tool.name);

test('C8: a hidden conversation offers the model no tools, and runs none that the model calls all the same', async () => {
  const calls = ['read', 'bash', 'write', 'get_access_mode'].map(name =>
    name === 'bash' ? bash('touch ran') : { name, arguments: { path: 'ran', content: 'x' } },
  );
  const at = await opened({ tools: calls }, { text: 'A title' });
  const { text } = await at.agent.runHidden({ instruction: 'A title, please.', model: 'local/m1', cwd: at.project });
  expect({
    text,
    offered: at.server.requests.map(({ body }) => toolNames(body.tools)),
    ran: existsSync(join(at.project, 'ran')),
    asked: at.asked,
  }).toEqual({ text: 'A title', offered: [[], []], ran: false, asked: [] });
});

test('C8: with tools that were asked for, a hidden conversation has exactly these, no network, and asks nobody for more', async () => {
  const at = await opened();
  const reach = `exec 3<>/dev/tcp/127.0.0.1/${at.port} && echo reached`;
  at.server.script(
    { tools: [bash(reach), bash(`curl --version; ${reach}`), { name: 'write', arguments: { path: 'ran', content: 'x' } }] },
    { text: 'Done.' },
  );
  const { text } = await at.agent.runHiddenWithTools({ instruction: 'Look.', model: 'local/m1', cwd: at.project }, ['bash']);
  const answers = at.server.requests.at(-1)?.body.messages?.filter(({ role }) => role === 'tool').length;
  expect({
    text,
    answers,
    offered: at.server.requests.map(({ body }) => toolNames(body.tools)),
    written: existsSync(join(at.project, 'ran')),
    reached: at.reached,
    asked: at.asked,
  }).toEqual({ text: 'Done.', answers: 3, offered: [['bash'], ['bash']], written: false, reached: [], asked: [] });
});

test('what was said and called in a hidden run with a name is given once, without secrets, also of one that failed', async () => {
  const at = await opened();
  at.server.script({ text: 'I look first.', tools: [bash('echo token=abcdef123456')] }, { text: 'Done.' });
  const run = { instruction: 'Look.', model: 'local/m1', cwd: at.project, name: 'automation:1' };
  await at.agent.runHiddenWithTools(run, ['bash']);
  const steps = await at.agent.hiddenSteps('automation:1');
  at.server.script({ text: 'I begin.', tools: [bash('echo one')] });
  await at.agent.runHiddenWithTools({ ...run, limits: { tokens: 1 } }, ['bash']).catch(() => undefined);
  const failed = await at.agent.hiddenSteps('automation:1');
  expect({ steps, failed: failed.map(({ kind, text }) => [kind, text]), again: await at.agent.hiddenSteps('automation:1') }).toEqual({
    steps: [
      { kind: 'said', text: 'I look first.' },
      {
        kind: 'tool',
        name: 'bash',
        text: '{"command":"echo token=[redacted]"}',
        ok: true,
        result: expect.stringContaining('token=[redacted]'),
      },
      { kind: 'said', text: 'Done.' },
    ],
    failed: [['said', 'I begin.']],
    again: [],
  });
});

test('a hidden run that reaches its limit of tokens is stopped and says so', async () => {
  const at = await opened({ tools: [bash('echo one > one')] }, { text: 'Done.' });
  const run = { instruction: 'Look.', model: 'local/m1', cwd: at.project, limits: { tokens: 1 } };
  await expect(at.agent.runHiddenWithTools(run, ['bash'])).rejects.toMatchObject({ code: 'agent/hidden-limit' });
});

test('a policy that asks the person is told at once that nobody answers in a hidden conversation, and the model reads why its call was not made', async () => {
  const at = await opened({ tools: [bash('echo delicate > ran'), bash('curl --version')] }, { text: 'Not done.' });
  const { text } = await at.agent.runHiddenWithTools({ instruction: 'Try.', model: 'local/m1', cwd: at.project }, ['bash']);
  const told = at.server.requests.at(-1)?.body.messages?.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  expect({ text, told, ran: existsSync(join(at.project, 'ran')), asked: at.asked }).toEqual({
    text: 'Not done.',
    told: [
      'Nobody has allowed what is delicate.',
      'Nobody sees this conversation, so nothing is done in it that a person would have to allow.',
    ],
    ran: false,
    asked: [],
  });
});

test('a hidden conversation leaves nothing: not after an answer, not after a failure, and not when the engine is killed', async () => {
  const at = await opened({ text: 'A title' }, { status: 401 });
  const run = () => at.agent.runHidden({ instruction: 'A title, please.', model: 'local/m1', cwd: at.project, ...passedOn });
  const { text, outside } = await run();
  const answered = leftIn(at.profile);
  const failed = await problemOf(run());
  const afterFailure = leftIn(at.profile);
  const { turn } = held();
  at.server.script(turn);
  const cut = problemOf(run());
  await expect.poll(() => at.server.left).toBe(0);
  const meanwhile = leftIn(at.profile);
  signalEngines('SIGKILL');
  expect({
    answer: [text, outside.map(({ name }) => name)],
    answered,
    failed: (failed as unknown[])[0],
    afterFailure,
    meanwhile,
    cut: ((await cut) as unknown[])[0],
    left: leftIn(at.profile),
  }).toEqual({
    answer: ['A title', ['a page']],
    answered: [],
    failed: 'agent/hidden-run-failed',
    afterFailure: [],
    meanwhile: [
      ['hidden_runs', 'hidden'],
      ['outside_sources', 'hidden'],
    ],
    cut: 'agent/engine-ended',
    left: [],
  });
});

test('what a hidden conversation has left when the whole app is killed in the middle of it is removed by the next start', async () => {
  const { turn, letGo } = held();
  const at = await opened(turn);
  const running = at.agent.runHidden({ instruction: 'A title, please.', model: 'local/m1', cwd: at.project, ...passedOn });
  await expect.poll(() => at.server.requests.length).toBe(1);
  // The files of this moment are what a killed app leaves.
  const killed = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  cpSync(at.profile, killed, { recursive: true, filter: path => !path.endsWith('.lock') });
  letGo();
  await running;
  const before = leftIn(killed);
  await startedIn(killed);
  expect({ before: before.length, after: leftIn(killed) }).toEqual({ before: 2, after: [] });
});

test('D38: a hidden run on a frozen engine is noticed while nobody uses a conversation: it fails, the end of the engine is told, and the next run works', async () => {
  const at = await opened(held().turn);
  const failed = problemOf(at.agent.runHidden({ instruction: 'A title, please.', model: 'local/m1' }));
  await expect.poll(() => at.server.requests.length).toBe(1);
  const frozen = engines();
  signalEngines('SIGSTOP');
  const problem = await failed;
  await expect.poll(() => at.ends).toEqual(['hung']);
  at.server.script({ text: 'A title' });
  const { text } = await at.agent.runHidden({ instruction: 'A title, please.', model: 'local/m1' });
  const left = engines().filter(pid => frozen.includes(pid));
  expect({ problem, text, left }).toEqual({ problem: ['agent/engine-hung', expect.any(String)], text: 'A title', left: [] });
});
