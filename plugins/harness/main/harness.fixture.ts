import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { type ModelRequest, openModelServer, type ScriptedTool } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { type Candidate, HarnessChannel } from '../contract/index.ts';
import { defaultCandidate } from './candidates/default-candidate.ts';

/** A candidate that differs from the default one in what is named. */
export function candidate(id: string, changes: Partial<Candidate> = {}): Candidate {
  return { ...defaultCandidate, id, title: `The ${id} one`, createdAt: 1, ...changes };
}

/** The whole agent with a scripted model and the harness; `files` are in its archive before the start. */
export async function opened(files: Readonly<Record<string, string>> = {}, more: readonly string[] = []) {
  const server = await openModelServer();
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const archive = join(profile, 'user-data/.agent/agent/meta-harness');
  const project = join(profile, 'tides');
  mkdirSync(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(archive, name, '..'), { recursive: true });
    writeFileSync(join(archive, name), text);
  }
  const kernel = await testKernel({ plugins: ['@atelier/conversations', '@atelier/harness', ...more], profile });
  const [agent, conversations] = [kernel.client(AgentChannel), kernel.client(ConversationsChannel)];
  const answers: string[] = [];
  const ended: (() => void)[] = [];
  agent.on('event', ({ kind, entry }) => {
    if (kind === 'messageEnded' && entry?.kind === 'assistant') answers.push(entry.id);
    if (kind === 'turnEnded') ended.shift()?.();
  });
  const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
  return {
    ...{ kernel, server, archive, answers, project },
    /** Makes the folder of the test a project. */
    addProject: async () => (await conversations.call('addProject', { folder: project }))?.id,
    recorded: async (conversation: string) => (await conversations.call('conversation', { conversation })).harnessCandidate,
    harness: kernel.client(HarnessChannel),
    /** What the model was sent with the newest message. */
    asked: () => JSON.stringify(server.requests.findLast(isTurn)?.body.messages),
    async turn(text: string, tools: readonly ScriptedTool[] = [], conversation?: string, inProject?: string) {
      for (const tool of tools) server.script({ when: isTurn, tools: [tool] });
      server.script({ when: isTurn, text: 'Done.' });
      const over = new Promise<void>(resolve => ended.push(resolve));
      const sent = await conversations.call('send', {
        text,
        model: 'local/m1',
        ...(conversation !== undefined && { conversation }),
        ...(inProject !== undefined && { project: inProject }),
      });
      await over;
      return sent.conversation;
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
