import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent, resolveWorkingDirectory, rights } from '@atelier/agent/contract';
import { extension, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const bot: TestExtension = {
  id: '@acme/bot',
  installed: true,
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('bot.call', async ([method, ...args]) => (await ctx.get({ key: '@atelier/agent:Agent@1' })[method](...args)) ?? 'done');
    } };`,
  },
  atelier: {
    requires: { '@atelier/agent': '^0.1.0' },
    rights: { uses: Object.values(rights) },
    contributes: { commands: [{ id: 'bot.call', title: 'Call' }] },
  },
};

test('C10: a message, a question about a tool call and what is paid for say whether the person or which extension asked', async () => {
  const asks = { name: 'bash', arguments: { command: 'curl --version' } };
  await using server = await openModelServer(...Array.from({ length: 3 }, () => [{ tools: [asks] }, { text: 'Done.' }]).flat());
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  const project = join(profile, 'project');
  mkdirSync(project);
  writeLocalModel(profile, server.url);
  const placed = extension('@test/placed', ctx => void ctx.tap(resolveWorkingDirectory, async () => project), {
    requires: { '@atelier/agent': '^0.1.0' },
    taps: ['@atelier/agent:resolveWorkingDirectory@1'],
  });
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [bot, placed], profile });
  await kernel.grant(bot.id, { uses: Object.values(rights) });
  const agent = kernel.client(AgentChannel);
  const conversation = 'c1';
  const events: AgentEvent[] = [];
  let ended = Promise.withResolvers<void>();
  agent.on('event', event => {
    events.push(event);
    if (event.kind === 'asked' && event.request) void agent.call('answer', { request: event.request.id, answer: { allow: false } });
    if (event.kind === 'turnEnded') ended.resolve();
  });
  await agent.call('setModel', { conversation, model: 'local/m1' });
  const turn = async (send: () => Promise<unknown>) => {
    ended = Promise.withResolvers();
    await send();
    await ended.promise;
  };
  const tokens = () => kernel.costs().find(({ id }) => id === bot.id)?.tokens ?? 0;
  const paid: boolean[] = [];
  for (const send of [
    () => agent.call('prompt', { conversation, text: 'Which curl is it?' }),
    () => kernel.run('bot.call', ['prompt', conversation, 'Which curl is it?']),
    () => agent.call('prompt', { conversation, text: 'Which curl is it?' }),
  ]) {
    const before = tokens();
    await turn(send);
    paid.push(tokens() > before);
  }

  const { entries } = await agent.call('transcript', { conversation });
  const questions = events.flatMap(({ kind, request }) => (kind === 'asked' ? [request?.why] : []));
  expect({
    messages: entries.filter(({ kind }) => kind === 'user').map(({ sentBy }) => sentBy),
    questions: questions.map(why => /extension (\S+), (?:not|pas) /.exec(why ?? '')?.[1]),
    asked: questions.length,
    paid,
  }).toEqual({ messages: [undefined, bot.id, undefined], questions: [undefined, bot.id, undefined], asked: 3, paid: [false, true, false] });
});
