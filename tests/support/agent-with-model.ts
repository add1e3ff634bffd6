import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent, type AskedRequest, resolveWorkingDirectory } from '@atelier/agent/contract';
import type { Client } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { openModelServer, type Turn } from '../e2e/model-server.ts';
import { writeLocalModel } from './local-model.ts';

const conversation = 'c1';

export interface AgentWithModel extends AsyncDisposable {
  readonly agent: Client<NonNullable<(typeof AgentChannel)['shape']>>;
  readonly conversation: string;
  readonly project: string;
  readonly events: readonly AgentEvent[];
  /** Sets what the person says to each question; a yes without it. */
  answer(by: (request: AskedRequest) => Promise<boolean> | boolean): void;
  /** Sends a message and waits for the end of its turn. */
  turn(): Promise<void>;
}

/** The whole agent with a scripted model, in a project folder of its own. */
export async function agentWithModel(...turns: readonly Turn[]): Promise<AgentWithModel> {
  const server = await openModelServer(...turns);
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  const project = join(profile, 'project');
  mkdirSync(project);
  writeLocalModel(profile, server.url);
  const placed = extension('@test/placed', ctx => void ctx.tap(resolveWorkingDirectory, async () => project), {
    requires: { '@atelier/agent': '^0.1.0' },
    taps: ['@atelier/agent:resolveWorkingDirectory@1'],
  });
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], extensions: [placed], profile });
  const agent = kernel.client(AgentChannel);
  const events: AgentEvent[] = [];
  let answers: (request: AskedRequest) => Promise<boolean> | boolean = () => true;
  let ended = Promise.withResolvers<void>();
  agent.on('event', (event: AgentEvent) => {
    events.push(event);
    const { request } = event;
    if (event.kind === 'asked' && request !== undefined) {
      void (async () => {
        const allow = await answers(request);
        await agent.call('answer', { request: request.id, answer: { allow, scope: 'once' } });
      })();
    }
    if (event.kind === 'turnEnded') ended.resolve();
  });
  await agent.call('setModel', { conversation, model: 'local/m1' });
  return {
    agent,
    conversation,
    project,
    events,
    answer(by: typeof answers) {
      answers = by;
    },
    async turn() {
      ended = Promise.withResolvers();
      await agent.call('prompt', { conversation, text: 'go on' });
      await ended.promise;
    },
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
