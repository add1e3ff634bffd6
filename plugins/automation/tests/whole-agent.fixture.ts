import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, AgentChannel, type AgentService, type AskedRequest } from '@atelier/agent/contract';
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
  const services: { readonly conversations: ConversationsService; readonly agent: AgentService }[] = [];
  const beside = extension('@test/beside', ctx => void services.push({ conversations: ctx.get(Conversations), agent: ctx.get(Agent) }), {
    activation: 'startup',
    requires: { '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' },
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
  const ended: string[] = [];
  let agrees = true;
  const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
  agent.on('event', ({ kind, request, conversation }) => {
    if (kind === 'asked' && request !== undefined) {
      asked.push(request);
      void agent.call('answer', { request: request.id, answer: { allow: agrees, scope: 'once' } });
    }
    if (kind === 'turnEnded') ended.push(conversation);
  });
  /** How many turns of this conversation have ended; those of hidden runs and of other conversations are not among them. */
  const turns = (conversation: string) => ended.filter(one => one === conversation).length;
  const over = async (conversation: string, before: number) =>
    await expect.poll(() => turns(conversation), { timeout: 60_000 }).toBeGreaterThan(before);
  return {
    ...{ server, draft, kernel },
    addProject: async (folder: string) => (await conversations.call('addProject', { folder }))?.id ?? '',
    agent,
    workspace,
    stateOf: async (conversation: string) => await agent.call('state', { conversation }),
    details: async (conversation: string) => await conversations.call('conversation', { conversation }),
    makePrivate: async (conversation: string) => await services[0]?.conversations.setPrivate(conversation, true),
    service: services[0]?.agent,
    shown: async () => (await conversations.call('list', {})).rows.length,
    automation,
    /** Begins a run of a rule as it is now. */
    runNow: async (id: string) => await automation.call('runNow', { id, version: (await automation.call('get', { id })).version }),
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
      const sent = await conversations.call('send', { text, model: 'local/m1' });
      await over(sent.conversation, 0);
      return sent.conversation;
    },
    /** A further message, answered as scripted, or with one word. */
    async again(conversation: string, text: string, isScripted = false) {
      if (!isScripted) server.script({ when: isTurn, text: 'Done.' });
      const before = turns(conversation);
      await conversations.call('send', { conversation, text });
      await over(conversation, before);
    },
    /** What the model was last sent for a turn, as one text; a title is asked for at any time. */
    sent: () => JSON.stringify(server.requests.findLast(isTurn)?.body.messages),
    offered: () => (server.requests.at(-1)?.body.tools ?? []).length,
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
