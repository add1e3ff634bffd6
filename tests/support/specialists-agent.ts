import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent, type AskedRequest } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { SpecialistsChannel, type Team } from '@atelier/specialists/contract';
import { UsageChannel } from '@atelier/usage/contract';
import { type ModelRequest, openModelServer, type ScriptedTool, type Turn } from '../e2e/model-server.ts';
import { writeLocalModel } from './local-model.ts';

/** The text of a request to the model. */
export const textOf = ({ body }: ModelRequest) => JSON.stringify(body.messages);

/** The request of the specialist that was given a task with these words; `after`: it has had the answer of that many calls. */
export const gave =
  (words: string, after = 0) =>
  (request: ModelRequest): boolean => {
    const messages = request.body.messages ?? [];
    const said = messages.find(({ role }) => role === 'user');
    return JSON.stringify(said).includes(words) && messages.filter(({ role }) => role === 'tool').length === after;
  };

export const delegates = (tasks: readonly object[], order: 'parallel' | 'sequential' = 'parallel'): ScriptedTool => ({
  name: 'delegate',
  arguments: { tasks, order },
});

/** The whole agent with a scripted model, and specialists. */
export async function opened(profile = mkdtempSync(join(tmpdir(), 'atelier-test-'))) {
  const server = await openModelServer();
  writeLocalModel(profile, server.url);
  const workspace = join(profile, 'user-data', 'workspace', 'global');
  mkdirSync(workspace, { recursive: true });
  const kernel = await testKernel({ plugins: ['@atelier/conversations', '@atelier/specialists', '@atelier/usage'], profile });
  const agent = kernel.client(AgentChannel);
  const conversations = kernel.client(ConversationsChannel);
  const client = kernel.client(SpecialistsChannel);
  const specialists = {
    call: (name: 'stop' | 'goOn', params: { readonly specialist: string }) => client.call(name, params),
    steer: (specialist: string, text: string) => client.call('steer', { specialist, text }),
    transcript: (specialist: string) => client.call('transcript', { specialist }),
  };
  const usage = kernel.client(UsageChannel);
  const events: AgentEvent[] = [];
  const asked: AskedRequest[] = [];
  const watching = new Set<() => void>();
  agent.on('event', event => {
    events.push(event);
    if (event.kind === 'asked' && event.request !== undefined) asked.push(event.request);
    for (const look of [...watching]) look();
  });
  const teams: Team[] = [];
  client.on('event', ({ team }) => {
    teams.push(team);
    for (const look of [...watching]) look();
  });
  /** Resolves with the first value that is there, looked for after each event. */
  const seen = async <T>(find: () => T | undefined): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const look = () => {
      const found = find();
      if (found !== undefined) resolve(found);
    };
    watching.add(look);
    look();
    try {
      return await promise;
    } finally {
      watching.delete(look);
    }
  };
  return {
    ...{ server, agent, specialists, workspace, events, asked, teams, seen, kernel, profile },
    script: (...turns: readonly Turn[]) => server.script(...turns),
    async send(text: string, conversation?: string): Promise<string> {
      const begun = conversation === undefined ? { model: 'local/m1' } : { conversation };
      return (await conversations.call('send', { text, ...begun })).conversation;
    },
    listed: async () => (await conversations.call('list', {})).rows.length,
    ended: (conversation: string, count = 1) =>
      seen(() => events.filter(event => event.conversation === conversation && event.kind === 'turnEnded')[count - 1]),
    /** The tokens that the conversation has used, as the details of its cost say. */
    async used(conversation: string): Promise<number> {
      const { sums } = await usage.call('of', { conversation });
      return sums.input + sums.output + sums.cacheRead + sums.cacheWrite;
    },
    roles: (conversation: string) => client.call('roles', { conversation }),
    trust: (conversation: string, checksum?: string) => client.call('trust', { conversation, ...(checksum !== undefined && { checksum }) }),
    team: (conversation: string) => client.call('team', { conversation }),
    /** The answer of the last call of `delegate`, as the conversation's model has read it. */
    answer: () => {
      const messages = server.requests.findLast(({ body }) => body.messages?.at(-1)?.role === 'tool')?.body.messages ?? [];
      return JSON.stringify(messages.at(-1)?.content ?? '');
    },
    /** Ends the app, and keeps its profile. */
    async end() {
      await kernel.close();
      await server[Symbol.asyncDispose]();
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
