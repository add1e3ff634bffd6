import type { AppError } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import type { AgentService } from '../contract/index.ts';
import { demoPlugins } from './demo.fixture.ts';
import { agentForStrangers } from './for-strangers.ts';

const main = `export default { activate(ctx) {
  ctx.handle('bridge.ask', async ([method, ...args]) => (await ctx.get({ key: '@atelier/agent:Agent@1' })[method](...args)) ?? 'done');
} };`;

test('X4: an installed extension converses with the agent, and neither widens its reach nor approves its tools nor learns of session files', async () => {
  await using kernel = await testKernel({
    plugins: demoPlugins,
    extensions: [
      {
        id: '@acme/bridge',
        installed: true,
        files: { 'main.js': main },
        atelier: { requires: { '@atelier/agent': '^0.1.0' }, contributes: { commands: [{ id: 'bridge.ask', title: 'Ask' }] } },
      },
    ],
  });
  const ask = (...call: readonly unknown[]) =>
    kernel.run('bridge.ask', call).catch((error: { code: string; message: string }) => [error.code, error.message.split(':')[0]]);
  const refused = (verb: string) => ['agent/ours-only', `@acme/bridge may not ${verb}`];

  expect([
    await ask('configure', 'c', { accessMode: 'secure', network: false, unattended: true }),
    ((await ask('state', 'c')) as { accessMode: string }).accessMode,
    await ask('configure', 'c', { accessMode: 'open' }),
    await ask('configure', 'c', { network: true }),
    await ask('runHidden', { instruction: 'look around', tools: ['bash'] }),
    await ask('approveTools', '@acme/bridge', []),
    await ask('adoptSession', 'd', 'session.jsonl'),
    await ask('sessionFile', 'c'),
    await ask('sessionFiles'),
    await ask('forget', 'c'),
    ((await ask('state', 'c')) as { network: boolean }).network,
  ]).toEqual([
    'done',
    'secure',
    refused('open the access of a conversation'),
    refused('allow a conversation the network'),
    refused('run tools where nobody sees them'),
    refused('approve tools'),
    refused('read a session file'),
    refused('ask where a session lies'),
    refused('ask where sessions lie'),
    refused('delete a conversation'),
    false,
  ]);
});

test('what an installed extension may not do is told in the person’s language, whole', async () => {
  const agent = agentForStrangers({} as AgentService, '@acme/bridge');
  const told = await agent.forget('c').catch((error: AppError) => [error.in('en'), error.in('fr')]);
  expect(told).toEqual([
    '@acme/bridge may not delete a conversation: only the plugins that come with Atelier may. Leave it to the person, in the conversation.',
    '@acme/bridge ne peut pas supprimer une conversation : seuls les modules livrés avec Atelier le peuvent. Laissez-le à la personne, dans la conversation.',
  ]);
});
