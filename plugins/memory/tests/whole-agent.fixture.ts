import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AskedRequest } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect } from 'vitest';
import { type ModelRequest, openModelServer, type ScriptedTool } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { MemoryChannel } from '../contract/index.ts';

/** The whole agent with a scripted model, which answers "Done." after the tools that it is told to call. */
export async function opened(extensions: NonNullable<Parameters<typeof testKernel>[0]>['extensions'] = []) {
  const server = await openModelServer();
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const workspace = join(profile, 'user-data', 'workspace', 'global');
  mkdirSync(workspace, { recursive: true });
  const kernel = await testKernel({ plugins: ['@atelier/conversations', '@atelier/memory'], extensions, profile });
  const agent = kernel.client(AgentChannel);
  const conversations = kernel.client(ConversationsChannel);
  const memory = kernel.client(MemoryChannel);
  const asked: AskedRequest[] = [];
  const ended: (() => void)[] = [];
  const answers: string[] = [];
  const outcomes: boolean[] = [];
  let agrees = true;
  agent.on('event', ({ kind, request, entry, outcome }) => {
    if (kind === 'toolEnded' && outcome !== undefined) outcomes.push(outcome.ok);
    if (kind === 'asked' && request !== undefined) {
      asked.push(request);
      void agent.call('answer', { request: request.id, answer: { allow: agrees, scope: 'once' } });
    }
    if (kind === 'messageEnded' && entry?.kind === 'assistant') answers.push(entry.id);
    if (kind === 'turnEnded') ended.shift()?.();
  });
  const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
  const isCapture = ({ body }: ModelRequest) => JSON.stringify(body.messages).includes('Answer with JSON only');
  return {
    server,
    workspace,
    grant: kernel.grant.bind(kernel),
    /** The person has read what the tools of an extension tell the model. */
    async approve(extension: string) {
      const tools = (await agent.call('listTools', {})).filter(tool => tool.extension === extension);
      await agent.call('approveTools', { extension, tools: tools.map(({ name, words }) => ({ name, words })) });
    },
    makePrivate: async (conversation: string) => void (await memory.call('setPrivate', { conversation, private: true })),
    archive: async (conversation: string, archived: boolean) =>
      void (await conversations.call('archive', { conversations: [conversation], archived })),
    isPrivate: async (conversation: string) => (await conversations.call('conversation', { conversation })).private,
    memory,
    /** A copy of a conversation up to its last answer. */
    fork: async (conversation: string) => (await conversations.call('fork', { conversation, entry: answers.at(-1) ?? '' })).conversation,
    /** The questions of capture that the model was asked. */
    questions: () => server.requests.filter(isCapture).map(({ body }) => JSON.stringify(body.messages)),
    /** Captures a conversation now, with these answers of the model in turn, and waits until it is no longer in the queue. */
    async capture(conversation: string, ...answers: readonly (object | string)[]) {
      for (const answer of answers) server.script({ when: isCapture, text: typeof answer === 'string' ? answer : JSON.stringify(answer) });
      for (const archived of [false, true]) await conversations.call('archive', { conversations: [conversation], archived });
      const isQueued = async () => (await memory.call('captures', {})).captures.some(one => one.conversation === conversation);
      await new Promise<void>((resolve, reject) => {
        const listening = memory.on('captureChanged', () => look());
        const look = () =>
          isQueued().then(queued => {
            if (queued) return;
            listening.dispose();
            resolve();
          }, reject);
        look();
      });
    },
    asked,
    answers,
    /** Whether each call of a tool went well. */
    outcomes,
    refuse: () => (agrees = false),
    agree: () => (agrees = true),
    words: async () => (await memory.call('list', {})).memories.map(({ content }) => content),
    /** What the model was sent of memories with the newest message. */
    told: () => {
      const request = server.requests.findLast(isTurn);
      const text = JSON.stringify(request?.body.messages?.filter(({ role }) => role === 'system' || role === 'developer'));
      return text.slice(text.indexOf('Notes that Atelier keeps'));
    },
    async turn(text: string, tools: readonly ScriptedTool[] = [], conversation?: string, draft?: string) {
      for (const tool of tools) server.script({ when: isTurn, tools: [tool] });
      server.script({ when: isTurn, text: 'Done.' });
      const over = new Promise<void>(resolve => ended.push(resolve));
      const sent = await conversations.call('send', {
        text,
        model: 'local/m1',
        ...(conversation !== undefined && { conversation }),
        ...(draft !== undefined && { draft }),
      });
      await over;
      return sent.conversation;
    },
    /** Asks for an answer again. */
    async again(conversation: string, entry: string, tools: readonly ScriptedTool[] = []) {
      for (const tool of tools) server.script({ when: isTurn, tools: [tool] });
      server.script({ when: isTurn, text: 'Done again.' });
      // The list of messages hears of an answer after it ended.
      const isListed = async () => (await conversations.call('page', { conversation })).entries.some(one => one.id === entry);
      await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
      const over = new Promise<void>(resolve => ended.push(resolve));
      await conversations.call('regenerate', { conversation, entry });
      await over;
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
