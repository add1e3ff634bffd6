import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, AgentChannel, type AgentService } from '@atelier/agent/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';

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
  const plugin = extension('@test/plugin', ctx => void services.push(ctx.get(Agent)), {
    activation: 'startup',
    requires: { '@atelier/agent': '^0.1.0' },
  });
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
  return { server, agent, project, reached, asked, port: (listener.address() as AddressInfo).port };
}

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
