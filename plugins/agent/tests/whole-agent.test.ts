import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent, resolveWorkingDirectory } from '@atelier/agent/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { type ModelRequest, openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { makesAttacks } from '../../../tests/support/needing.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import { openEscapesWorld, secret } from '../engine/escapes-world.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 600_000 });

const isSandboxed = (await detectSandbox()) !== undefined;
const conversation = 'c1';

/** Every attack as a command that the model calls in the agent as it ships, with its own settings; who is asked says no. */
async function attacked(mode: 'secure' | 'open') {
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  chmodSync(folder.path, 0o777);
  const home = folder.file('home');
  const profile = join(home, '.config', 'Atelier');
  mkdirSync(profile, { recursive: true });
  vi.stubEnv('HOME', home);
  vi.stubEnv('ANTHROPIC_API_KEY', `${secret}-key`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const world = await openEscapesWorld({
    folder: folder.path,
    home,
    userData: join(profile, 'user-data'),
    mode,
    program: 'engine-process',
  });
  await using server = await openModelServer();
  writeLocalModel(profile, server.url);
  const placed = extension('@test/placed', ctx => void ctx.tap(resolveWorkingDirectory, async () => world.project), {
    requires: { '@atelier/agent': '^0.1.0' },
    taps: ['@atelier/agent:resolveWorkingDirectory@1'],
  });
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [placed], profile });
  const agent = kernel.client(AgentChannel);
  const asked: string[] = [];
  let ended = Promise.withResolvers<void>();
  agent.on('event', ({ kind, request }: AgentEvent) => {
    if (kind === 'asked' && request !== undefined) {
      asked.push(request.text ?? '');
      void agent.call('answer', { request: request.id, answer: { allow: false } });
    }
    if (kind === 'turnEnded') ended.resolve();
  });
  await agent.call('setModel', { conversation, model: 'local/m1' });
  if (mode === 'open') await agent.call('setAccessMode', { conversation, mode });
  /** One turn in which the model calls one command; what the command printed. */
  const run = async (command: string): Promise<string> => {
    const last = (role: string) => (request: ModelRequest) => request.body.messages?.at(-1)?.role === role;
    server.script({ when: last('user'), tools: [{ name: 'bash', arguments: { command } }] }, { when: last('tool'), text: 'Done.' });
    ended = Promise.withResolvers();
    await agent.call('prompt', { conversation, text: 'Go on.' });
    await ended.promise;
    return JSON.stringify(server.requests.at(-1)?.body.messages?.at(-1)?.content);
  };
  const escapes: string[] = [];
  for (const [name, command, begin] of world.attacks) {
    const escaped = begin();
    const output = await run(`cd '${world.project}' && { ${command}; }`);
    // A connection is counted in a later turn of the event loop.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
    // The command itself is no output, but what was denied may quote it.
    if (escaped(output)) escapes.push(name);
  }
  world.end();
  return { escapes, tried: world.attacks.length, asked };
}

test('S1, S4, S5, S6, S7, S9: through the agent as it ships, no command leaves secure mode but reading the own .env; without a sandbox none runs without a yes', async context => {
  makesAttacks(context, 42);
  const { escapes, tried, asked } = await attacked('secure');
  expect({ escapes, tried, asked: isSandboxed ? [] : asked.length }).toEqual({
    escapes: isSandboxed ? ["the project's own .env"] : [],
    tried: 42,
    asked: isSandboxed ? [] : 42,
  });
});

test('S6, S8: through the agent as it ships, in open mode no command reads what belongs to the app or stays, with or without a sandbox', async context => {
  makesAttacks(context, 42);
  const { escapes, tried } = await attacked('open');
  expect({ escapes: escapes.filter(name => /auth\.json|key in the environment|environment of processes|stays/.test(name)), tried }).toEqual(
    {
      escapes: [],
      tried: 42,
    },
  );
  // The attacks are real: what open mode allows succeeds.
  expect(escapes).toContain('write into home');
});
