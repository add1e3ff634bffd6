import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { rights } from '../contract/index.ts';
import { demoPlugins } from './demo.fixture.ts';

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
        atelier: {
          requires: { '@atelier/agent': '^0.1.0' },
          rights: { uses: Object.values(rights) },
          contributes: { commands: [{ id: 'bridge.ask', title: 'Ask' }] },
        },
      },
    ],
  });
  await kernel.grant('@acme/bridge', { uses: Object.values(rights) });
  const ask = (...call: readonly unknown[]): Promise<unknown> =>
    kernel.run('bridge.ask', call).catch((error: { code: string; message: string }) => [error.code, error.message.split(': only')[0]]);
  const codeOf = async (...call: readonly unknown[]) => ((await ask(...call)) as readonly unknown[])[0];
  const refused = (method: string) => ['extension/not-allowed', `@acme/bridge may not use @atelier/agent:Agent@1 ${method}`];

  expect([
    await ask('configure', 'c', { accessMode: 'secure', network: false, unattended: true }),
    ((await ask('state', 'c')) as { accessMode: string }).accessMode,
    await codeOf('configure', 'c', { accessMode: 'open' }),
    await codeOf('configure', 'c', { network: true }),
    await codeOf('runHidden', { instruction: 'look around', tools: ['bash'] }),
    await ask('setAccess', 'c', { accessMode: 'open' }),
    await ask('setAccess', 'c', { network: true }),
    await ask('setAccess', 'c', { commands: ['git push'] }),
    await ask('foresee', { accessMode: 'open', commands: [] }),
    await ask('hiddenSteps', 'automation:1'),
    await ask('runHiddenWithTools', { instruction: 'look around' }, ['bash']),
    await ask('approveTools', '@acme/bridge', []),
    await ask('adoptSession', 'd', 'session.jsonl'),
    await ask('sessionFile', 'c'),
    await ask('sessionFiles'),
    await ask('forget', 'c'),
    ((await ask('state', 'c')) as { network: boolean }).network,
  ]).toEqual([
    'done',
    'secure',
    'agent/widens-access',
    'agent/widens-access',
    'agent/hidden-tools',
    refused('setAccess'),
    refused('setAccess'),
    refused('setAccess'),
    refused('foresee'),
    refused('hiddenSteps'),
    refused('runHiddenWithTools'),
    refused('approveTools'),
    refused('adoptSession'),
    refused('sessionFile'),
    refused('sessionFiles'),
    refused('forget'),
    false,
  ]);
});
