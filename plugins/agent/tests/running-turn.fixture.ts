import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished } from 'vitest';
import { type ModelServer, openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { AgentChannel } from '../contract/index.ts';
import { listen } from '../main/demo.fixture.ts';

export const conversation = 'c1';

type Kernel = Pick<TestKernel, 'client'>;

export function agentOf(kernel: Kernel) {
  return kernel.client(AgentChannel);
}

/** The messages of the session file: who wrote them, their texts, and how an answer ended. */
export async function messagesIn(kernel: Kernel): Promise<readonly (readonly [string, string, string | undefined])[]> {
  const { entries } = await agentOf(kernel).call('transcript', { conversation });
  return entries.map(({ kind, parts = [], stopped }) => [kind, parts.map(part => part.text ?? part.kind).join(' '), stopped] as const);
}

/** What the person has said, as the session file has it. */
export async function saidIn(kernel: Kernel): Promise<readonly string[]> {
  return (await messagesIn(kernel)).flatMap(([kind, text]) => (kind === 'user' ? [text] : []));
}

/** A turn that says its first words and goes on when it is let go. */
export function held(after = ' the end'): { readonly turn: Turn; letGo(): void } {
  const gate = Promise.withResolvers<void>();
  return { turn: { text: ['Some words,', gate.promise, after] }, letGo: gate.resolve };
}

export interface RunningTurn {
  readonly kernel: TestKernel;
  readonly heard: ReturnType<typeof listen>;
  readonly server: ModelServer;
  readonly profile: string;
}

/** The whole agent, in the middle of the first of these turns. */
export async function inTheMiddle(...turns: readonly Turn[]): Promise<RunningTurn> {
  const server = await openModelServer(...turns);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const { kernel, heard } = await startedIn(profile);
  await agentOf(kernel).call('setModel', { conversation, model: 'local/m1' });
  await agentOf(kernel).call('prompt', { conversation, text: 'begin' });
  await expect.poll(() => heard.events.some(event => event.kind === 'text')).toBe(true);
  return { kernel, heard, server, profile };
}

/** The agent in a profile, after an earlier kernel in it was closed. */
export async function startedIn(profile: string) {
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], profile });
  onTestFinished(() => kernel[Symbol.asyncDispose]());
  const heard = listen(kernel, conversation);
  // Wakes the agent.
  await agentOf(kernel).call('state', { conversation });
  return { kernel, heard };
}

/** Resolves when no turn runs, and nothing is about to be sent. */
export async function untilIdle(kernel: Kernel): Promise<void> {
  const state = () => agentOf(kernel).call('state', { conversation });
  await expect.poll(async () => (await state()).queue.length).toBe(0);
  await expect.poll(async () => (await state()).status).toBe('idle');
}

export function signalEngines(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void {
  for (const pid of engines()) process.kill(pid, signal);
}

/** The processes of the engine below one; with each plugin in a process of its own, they are below that. */
export function engines(below = process.pid): readonly number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const children = listed
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === below);
  return children.flatMap(([pid, , ...args]) => (args.join(' ').includes('engine-process') ? [Number(pid)] : engines(Number(pid))));
}
