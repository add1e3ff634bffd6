import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AskedRequest } from '@atelier/agent/contract';
import { Conversations, ConversationsChannel, type ConversationsService } from '@atelier/conversations/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect } from 'vitest';
import { type ModelRequest, openModelServer, type ScriptedTool } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { AutomationChannel, type Draft, type Receipt } from '../contract/index.ts';

const draft: Draft = {
  title: 'Issues',
  trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'Europe/Paris' },
  action: { kind: 'instruction', instruction: 'List the issues.', where: 'hidden', model: 'local/m1' },
  deliver: 'always',
  missed: { policy: 'latest' },
};

/** A dollar for a thousand tokens, in or out. */
function setPrice(profile: string): void {
  const file = join(profile, 'user-data', '.agent', 'agent', 'models.json');
  const { providers } = JSON.parse(readFileSync(file, 'utf8'));
  for (const model of providers.local.models) model.cost = { input: 1000, output: 1000, cacheRead: 0, cacheWrite: 0 };
  writeFileSync(file, JSON.stringify({ providers }), { mode: 0o600 });
}

/** The whole agent with a scripted model, and rules. */
export async function opened(more: readonly string[] = [], isPaid = false) {
  const server = await openModelServer();
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  if (isPaid) setPrice(profile);
  const workspace = join(profile, 'user-data', 'workspace', 'global');
  mkdirSync(workspace, { recursive: true });
  const services: ConversationsService[] = [];
  const beside = extension('@test/beside', ctx => void services.push(ctx.get(Conversations)), {
    activation: 'startup',
    requires: { '@atelier/conversations': '^0.1.0' },
  });
  const kernel = await testKernel({
    ...{ plugins: ['@atelier/conversations', '@atelier/automation', ...more], profile },
    extensions: [beside],
  });
  const [agent, conversations, automation] = [
    kernel.client(AgentChannel),
    kernel.client(ConversationsChannel),
    kernel.client(AutomationChannel),
  ];
  const asked: AskedRequest[] = [];
  const ended: (() => void)[] = [];
  let agrees = true;
  const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
  agent.on('event', ({ kind, request }) => {
    if (kind === 'asked' && request !== undefined) {
      asked.push(request);
      void agent.call('answer', { request: request.id, answer: { allow: agrees, scope: 'once' } });
    }
    if (kind === 'turnEnded') ended.shift()?.();
  });
  return {
    server,
    draft,
    addProject: async (folder: string) => (await conversations.call('addProject', { folder }))?.id ?? '',
    agent,
    workspace,
    stateOf: async (conversation: string) => await agent.call('state', { conversation }),
    details: async (conversation: string) => await conversations.call('conversation', { conversation }),
    makePrivate: async (conversation: string) => await services[0]?.setPrivate(conversation, true),
    shown: async () => (await conversations.call('list', {})).rows.length,
    automation,
    asked,
    isTurn,
    refuse: () => (agrees = false),
    saved: async (more: Partial<Draft>) =>
      await automation.call('save', {
        draft: { ...draft, ...more },
      }),
    /** The receipt of a rule's only run, once it has ended. */
    async ended(rule: string): Promise<Receipt> {
      const found: Receipt[] = [];
      await expect
        .poll(
          async () => {
            found.splice(0, 1, ...(await automation.call('receipts', { rule })).receipts);
            return found[0]?.status;
          },
          { timeout: 60_000 },
        )
        .toMatch(/ran|failed|skipped/);
      const [receipt] = found;
      if (receipt === undefined) throw new Error('no receipt');
      return receipt;
    },
    async turn(text: string, tools: readonly ScriptedTool[] = []) {
      for (const tool of tools) server.script({ when: isTurn, tools: [tool] });
      server.script({ when: isTurn, text: 'Done.' });
      const over = new Promise<void>(resolve => ended.push(resolve));
      const sent = await conversations.call('send', { text, model: 'local/m1' });
      await over;
      return sent.conversation;
    },
    /** A further message, answered as scripted, or with one word. */
    async again(conversation: string, text: string, isScripted = false) {
      if (!isScripted) server.script({ when: isTurn, text: 'Done.' });
      const over = new Promise<void>(resolve => ended.push(resolve));
      await conversations.call('send', { conversation, text });
      await over;
    },
    /** What the model was sent last, as one text. */
    sent: () => JSON.stringify(server.requests.at(-1)?.body.messages),
    offered: () => (server.requests.at(-1)?.body.tools ?? []).length,
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
