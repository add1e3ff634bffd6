import { extension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { Agent, AgentChannel, type AgentService } from '../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent'];

/** The agent alone: nothing that gives access for runs is there to take it back. */
async function opened() {
  const got: { agent?: AgentService } = {};
  const guest = extension(
    '@test/guest',
    ctx => {
      got.agent = ctx.get(Agent);
    },
    { activation: 'startup', requires: { '@atelier/agent': '^0.1.0' } },
  );
  const kernel = await testKernel({ plugins, extensions: [guest] });
  if (got.agent === undefined) throw new Error('the guest is not awake');
  return { kernel, agent: got.agent, channel: kernel.client(AgentChannel) };
}

const patterns = async (kernel: TestKernel) => (await kernel.client(AgentChannel).call('listRules', {})).map(({ pattern }) => pattern);
const modes = async (kernel: TestKernel) =>
  await Promise.all(
    ['run', 'taken', 'person'].map(async conversation => (await kernel.client(AgentChannel).call('state', { conversation })).accessMode),
  );

test('what a run was given ends with the process that it ran in, also where nothing of rules runs any more; what the person chose stays', async () => {
  const { kernel, agent, channel } = await opened();
  await agent.setAccess('run', { accessMode: 'open', commands: ['git push'] });
  // The person takes it over while it runs.
  await agent.setAccess('taken', { accessMode: 'open', commands: ['npm publish'] });
  await channel.call('setAccessMode', { conversation: 'taken', mode: 'open' });
  await agent.setAccess('person', { accessMode: 'open' });
  await channel.call('saveRule', { id: 'own', decision: 'allow', tool: 'bash', pattern: 'npm test', scope: 'always' });
  const during = [await modes(kernel), (await patterns(kernel)).length];
  await kernel.close();
  await using again = await testKernel({ plugins, profile: kernel.profile });
  expect({ during, modes: await modes(again), rules: await patterns(again) }).toEqual({
    during: [['open', 'open', 'open'], 5],
    modes: ['secure', 'open', 'open'],
    rules: ['npm test'],
  });
});

test('a command that was given for a run and removed in Settings does not come back', async () => {
  const { kernel, agent, channel } = await opened();
  await using _kernel = kernel;
  await agent.setAccess('run', { accessMode: 'secure', commands: ['git push'] });
  await channel.call('saveRule', { id: 'own', decision: 'allow', tool: 'bash', pattern: 'npm test', scope: 'always' });
  const ids = (await channel.call('listRules', {})).map(({ id }) => id);
  await channel.call('removeRules', { ids });
  await agent.setAccess('run', { accessMode: 'secure', commands: [] });
  await channel.call('restoreRules', { ids });
  expect([ids.length, await patterns(kernel)]).toEqual([3, ['npm test']]);
});

test('a conversation that is open for a run gives a copy of it no more than secure access', async () => {
  const { kernel, agent } = await opened();
  await using _kernel = kernel;
  await agent.importSession('run', [
    { role: 'user', at: 1_700_000_000_000, parts: [{ kind: 'text', text: 'Then?' }] },
    { role: 'assistant', at: 1_700_000_001_000, parts: [{ kind: 'text', text: 'So.' }] },
  ]);
  const [first] = (await agent.transcript('run')).entries;
  const copied = async (to: string) => {
    await agent.fork('run', first?.id ?? '', to);
    return (await agent.state(to)).accessMode;
  };
  await agent.setAccess('run', { accessMode: 'open', commands: [] });
  const ofRun = await copied('one');
  await agent.setAccess('run', { accessMode: 'open' });
  expect([ofRun, await copied('two')]).toEqual(['secure', 'open']);
});
