import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { IdeLauncherChannel } from '../contract/index.ts';

const plugins = ['ide-launcher', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);

const codeOf = (error: unknown): string => (error as { code: string }).code;

function place() {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const [bin, folder] = [join(root, 'bin'), join(root, 'tides')];
  for (const one of [bin, folder]) mkdirSync(one);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  return {
    ...{ root, bin, folder },
    program(name: string) {
      const path = join(bin, name);
      writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" "$ATELIER_SECRET" > '${root}/${name}.said'\n`);
      chmodSync(path, 0o755);
    },
    said: (name: string) => (existsSync(join(root, `${name}.said`)) ? readFileSync(join(root, `${name}.said`), 'utf8') : undefined),
    [Symbol.dispose]() {
      vi.unstubAllEnvs();
      temp[Symbol.dispose]();
    },
  };
}

async function conversationIn(kernel: TestKernel, folder: string | undefined): Promise<string> {
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const project = folder === undefined ? undefined : (await channel.call('addProject', { folder }))?.id;
  const { conversation } = await channel.call('send', { text: 'hello', ...(project !== undefined && { project }) });
  await listen(kernel, conversation).ended();
  return conversation;
}

test('nothing is opened without a project, and in a folder that is gone; each is said', async () => {
  using at = place();
  at.program('code');
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(IdeLauncherChannel);
  const tried = async (conversation: string) => [
    (await client.call('list', { conversation })).off,
    await client.call('open', { conversation }).catch(codeOf),
  ];
  const project = await conversationIn(kernel, at.folder);
  const alone = await tried(await conversationIn(kernel, undefined));
  const open = [(await client.call('list', { conversation: project })).off, (await client.call('open', { conversation: project })).editor];
  const said = at.said('code');
  rmSync(at.folder, { recursive: true });
  expect([alone, open, said, await tried(project)]).toEqual([
    ['no-project', 'ide-launcher/no-project'],
    [undefined, 'VS Code'],
    `${at.folder}\n\n`,
    ['no-folder', 'ide-launcher/no-folder'],
  ]);
});

test('a choice is kept over a restart, and an editor is started without what is only for Atelier', async () => {
  using at = place();
  for (const name of ['code', 'zed']) at.program(name);
  vi.stubEnv('ATELIER_SECRET', 'harvest');
  const first = await testKernel({ plugins });
  const conversation = await conversationIn(first, at.folder);
  await first.client(IdeLauncherChannel).call('open', { conversation, editor: 'zed' });
  await first.close();
  await using kernel = await testKernel({ plugins, profile: first.profile });
  const { chosen } = await kernel.client(IdeLauncherChannel).call('list', { conversation });
  expect([chosen, at.said('zed')]).toEqual(['zed', `${at.folder}\n\n`]);
});

test('an editor of an extension counts with the right to start programs and not without', async () => {
  using at = place();
  at.program('nova');
  const editor = { id: 'nova', title: 'Nova', commands: ['nova'], folder: ['{path}'], file: ['{path}'] };
  const right = '@atelier/ide-launcher:startPrograms';
  const of = (id: string, uses: string[]) => ({
    id,
    installed: true,
    atelier: {
      requires: { '@atelier/ide-launcher': '^0.1.0' },
      ...(uses.length > 0 && { rights: { uses } }),
      contributes: { '@atelier/ide-launcher:editors@1': [editor] },
    },
  });
  await using kernel = await testKernel({ plugins, extensions: [of('@acme/granted', [right]), of('@acme/bare', [])] });
  const conversation = await conversationIn(kernel, at.folder);
  const client = kernel.client(IdeLauncherChannel);
  const offered = async () => (await client.call('list', { conversation, again: true })).editors.filter(({ from }) => from !== undefined);
  const before = await offered();
  await kernel.grant('@acme/granted', { uses: [right] });
  const after = await offered();
  await client.call('open', { conversation, editor: '@acme/granted/nova' });
  const said = at.said('nova');
  await kernel.grant('@acme/granted', {});
  expect([
    before,
    after,
    said,
    await offered(),
    await client.call('open', { conversation, editor: '@acme/granted/nova' }).catch(codeOf),
  ]).toEqual([[], [{ id: '@acme/granted/nova', title: 'Nova', from: '@acme/granted' }], `${at.folder}\n\n`, [], 'ide-launcher/gone']);
});

test('an editor of an extension is fixed words and nothing else', async () => {
  using at = place();
  at.program('nova');
  const right = '@atelier/ide-launcher:startPrograms';
  const wrong = [
    { commands: ['/bin/sh'] },
    { commands: ['../nova'] },
    { commands: ['-x', 'nova'] },
    { commands: ['nova'], file: ['touch ran'] },
    { commands: ['nova'], file: ['--eval=run()'] },
    { commands: ['nova'], file: ['{path};run'] },
    { commands: ['nova'], folder: [] },
    { commands: ['nova'], shell: true },
  ];
  const entries = [...wrong, { commands: ['nova'] }].map(one => ({
    id: 'nova',
    title: 'Nova',
    folder: ['{path}'],
    file: ['{path}'],
    ...one,
  }));
  const extensions = entries.map((entry, index) => ({
    id: `@acme/nova-${index}`,
    installed: true,
    atelier: {
      requires: { '@atelier/ide-launcher': '^0.1.0' },
      rights: { uses: [right] },
      contributes: { '@atelier/ide-launcher:editors@1': [entry] },
    },
  }));
  await using kernel = await testKernel({ plugins, extensions });
  for (const { id } of extensions) await kernel.grant(id, { uses: [right] });
  const conversation = await conversationIn(kernel, at.folder);
  const { editors } = await kernel.client(IdeLauncherChannel).call('list', { conversation });
  expect(editors.flatMap(({ from }) => from ?? [])).toEqual([`@acme/nova-${wrong.length}`]);
});
