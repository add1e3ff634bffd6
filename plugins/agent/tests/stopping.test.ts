import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { type ModelServer, openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { processesUnder } from '../../../tests/support/processes.ts';

// A machine without a sandbox.
vi.mock('../engine/detect-sandbox.ts', () => ({ detectSandbox: async () => undefined }));
// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

/** A conversation in open mode whose turn runs a command that no signal of a terminal ends, and that keeps its output open. */
async function conversationWith(server: ModelServer) {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], profile });
  const agent = kernel.client(AgentChannel);
  const conversation = 'c1';
  const events: AgentEvent[] = [];
  agent.on('event', event => void events.push(event));
  await agent.call('setModel', { conversation, model: 'local/m1' });
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  const sleeping = () => processesUnder('sleep 9875').filter(({ command }) => /^(?:\/bin\/)?sleep/.test(command));
  return { kernel, agent, conversation, events, sleeping, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
}

const command = 'echo begun; trap "" TERM INT HUP; env -i setsid -f /bin/sleep 98751; (setsid sleep 98752 &); sleep 98753';

test('S8: without a sandbox a turn that is stopped is over, with what its command has said and none of its processes', async () => {
  await using server = await openModelServer({ tools: [{ name: 'bash', arguments: { command } }] });
  await using at = await conversationWith(server);
  const { agent, conversation, events, sleeping } = at;
  await agent.call('prompt', { conversation, text: 'wait' });
  await expect.poll(() => sleeping().length).toBe(3);
  await agent.call('stop', { conversation });
  const ended = events.findLast(({ kind }) => kind === 'turnEnded')?.ended;
  const said = events.findLast(({ kind }) => kind === 'toolEnded')?.outcome?.text;
  const { status } = await agent.call('state', { conversation });
  expect({ sleeping: sleeping(), ended, said: said?.startsWith('begun\n'), status }).toEqual({
    sleeping: [],
    ended: 'stopped',
    said: true,
    status: 'idle',
  });
});

test('S8: without a sandbox no command outlives the process of the engine, not even if that is killed', async () => {
  await using server = await openModelServer({ tools: [{ name: 'bash', arguments: { command } }] });
  await using at = await conversationWith(server);
  const { agent, conversation, events, sleeping } = at;
  await agent.call('prompt', { conversation, text: 'wait' });
  await expect.poll(() => sleeping().length).toBe(3);
  process.kill(engineAbove(sleeping().find(one => one.command.includes('98753'))?.pid), 'SIGKILL');
  await expect.poll(() => events.findLast(({ kind }) => kind === 'turnEnded')?.ended).toBe('cut');
  await expect.poll(sleeping).toEqual([]);
});

function engineAbove(pid: number | undefined): number {
  if (pid === undefined || pid < 2) throw new Error('The command does not run in the process of the engine.');
  if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-process')) return pid;
  return engineAbove(Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
}
