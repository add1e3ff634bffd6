import { expect, test } from 'vitest';
import type { Turn } from '../../../tests/e2e/model-server.ts';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';

const call = (...commands: readonly string[]): Turn => ({
  tools: commands.map((command, at) => ({ name: 'bash', id: `call_${at}`, arguments: { command } })),
});

test('calls of a server that numbers the calls of each answer anew keep what became of each', async () => {
  await using agent = await agentWithModel(call('echo a > a', 'echo b > b'), call('echo c > c'), { text: 'Done.' }, call('echo d > d'), {
    text: 'Done again.',
  });
  agent.answer(() => true);
  await agent.turn();
  await agent.turn();
  const started = agent.events.filter(({ kind }) => kind === 'toolStarted').map(({ tool, args }) => ({ tool, command: args?.command }));
  const ended = agent.events.filter(({ kind }) => kind === 'toolEnded').map(({ tool }) => tool);
  const { entries } = await agent.agent.call('transcript', { conversation: agent.conversation });
  const stored = entries.flatMap(({ parts = [] }) => parts.filter(({ kind }) => kind === 'tool'));
  expect({
    commands: started.map(({ command }) => command),
    ids: new Set(started.map(({ tool }) => tool)).size,
    ended: ended.toSorted(),
    stored: stored.map(({ tool, args, outcome }) => ({ tool, command: args?.command, ok: outcome?.ok })),
  }).toEqual({
    commands: ['echo a > a', 'echo b > b', 'echo c > c', 'echo d > d'],
    ids: 4,
    ended: started.map(({ tool }) => tool).toSorted(),
    stored: started.map(each => ({ ...each, ok: true })),
  });
});
