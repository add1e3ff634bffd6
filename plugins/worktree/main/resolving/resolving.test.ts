import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { type ModelRequest, openModelServer } from '../../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../../tests/support/local-model.ts';
import { listen } from '../../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../../contract/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const plugins = ['worktree', 'conversations', 'agent', 'providers'].map(name => `@atelier/${name}`);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const codeOf = (error: unknown): string => (error as { code: string }).code;
const lastIs = (role: string) => (request: ModelRequest) => request.body.messages?.at(-1)?.role === role;

/** A conversation in a worktree whose branch changed the same line as main, and a model that says hello. */
async function place() {
  const temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'tides');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  const server = await openModelServer({ text: 'hello' });
  const profile = tempFolder();
  writeLocalModel(profile.path, server.url);
  const kernel = await testKernel({ plugins, profile: profile.path });
  onTestFinished(async () => {
    await kernel.close();
    await server[Symbol.asyncDispose]();
    for (const one of [temp, profile]) one[Symbol.dispose]();
  });
  const channel = kernel.client(ConversationsChannel);
  await channel.call('savePreferences', { titles: 'words' });
  const project = (await channel.call('addProject', { folder }))?.id ?? '';
  const { conversation } = await channel.call('send', { text: 'hello', project, model: 'local/m1' });
  await listen(kernel, conversation).ended();
  const client = kernel.client(WorktreeChannel);
  const own = (await client.call('create', { conversation })).status.folder;
  writeFileSync(join(own, 'a.txt'), 'theirs\n');
  git(own, 'commit', '-qam', 'theirs');
  writeFileSync(join(folder, 'a.txt'), 'ours\n');
  git(folder, 'commit', '-qam', 'ours');
  writeFileSync(join(folder, 'untracked.txt'), 'mine\n');
  const checkout = () => [git(folder, 'status', '--porcelain=2', '--branch'), readFileSync(join(folder, 'a.txt'), 'utf8')];
  return { folder, own, kernel, server, client, conversation, checkout };
}

test('a merge with conflicts shows both sides, the agent resolves it in a worktree of its own, and what it made is merged when the person takes it', async () => {
  const { folder, own, kernel, server, client, conversation, checkout } = await place();
  const before = checkout();
  expect((await client.call('merge', { conversation })).result).toBe('conflicts');
  const found = await client.call('conflicts', { conversation });
  expect(found).toEqual({
    base: 'main',
    branch: expect.stringMatching(/^atelier\//),
    count: 1,
    files: [{ path: 'a.txt', before: 'one\n', ours: 'ours\n', theirs: 'theirs\n' }],
  });
  server.script(
    { when: lastIs('user'), tools: [{ name: 'write', arguments: { path: 'a.txt', content: 'both\n' } }] },
    { when: lastIs('tool'), text: 'Kept both.' },
  );
  const { resolver } = await client.call('beginResolving', { conversation });
  // A second press begins no second one.
  expect(await client.call('beginResolving', { conversation })).toEqual({ resolver });
  await expect.poll(async () => (await client.call('conflicts', { conversation }))?.resolver?.isWorking, { timeout: 60_000 }).toBe(false);
  const { worktreePath = '' } = await kernel.client(ConversationsChannel).call('conversation', { conversation: resolver });
  expect([worktreePath.startsWith(folder), worktreePath === own, readFileSync(join(worktreePath, 'a.txt'), 'utf8'), checkout()]).toEqual([
    false,
    false,
    'both\n',
    before,
  ]);
  expect((await client.call('changes', { conversation }))?.resolving).toBe(true);
  await client.call('takeResolved', { conversation });
  expect({
    a: readFileSync(join(folder, 'a.txt'), 'utf8'),
    status: git(folder, 'status', '--porcelain').trim(),
    parents: git(folder, 'log', '-1', '--format=%p').trim().split(' ').length,
    worktree: existsSync(worktreePath),
    conflicts: await client.call('conflicts', { conversation }),
    resolving: (await client.call('changes', { conversation }))?.resolving,
    taken: await client.call('takeResolved', { conversation }).catch(codeOf),
    sound: git(folder, 'fsck', '--no-dangling').trim(),
  }).toEqual({
    a: 'both\n',
    status: '?? untracked.txt',
    parents: 2,
    worktree: false,
    conflicts: null,
    resolving: undefined,
    taken: 'worktree/no-resolution',
    sound: '',
  });
});

test('what the agent left marks in is not merged, and what is left changes nothing and can be brought back', async () => {
  const { folder, kernel, server, client, conversation, checkout } = await place();
  const before = checkout();
  server.script({ text: 'I did nothing.' });
  const { resolver } = await client.call('beginResolving', { conversation });
  const agent = kernel.client(AgentChannel);
  await expect.poll(async () => (await agent.call('state', { conversation: resolver })).status, { timeout: 60_000 }).toBe('idle');
  await expect.poll(async () => (await client.call('conflicts', { conversation }))?.resolver?.isWorking).toBe(false);
  const refused = await client.call('takeResolved', { conversation }).catch(codeOf);
  const { worktreePath = '' } = await kernel.client(ConversationsChannel).call('conversation', { conversation: resolver });
  await client.call('leaveResolving', { conversation });
  const after = await client.call('conflicts', { conversation });
  expect([refused, existsSync(worktreePath), after?.resolver, after?.count, checkout()]).toEqual([
    'agent/git-marks-left',
    false,
    undefined,
    1,
    before,
  ]);
  await client.call('bringBack', { conversation: resolver });
  const { worktreePath: back = '' } = await kernel.client(ConversationsChannel).call('conversation', { conversation: resolver });
  expect(readFileSync(join(back, 'a.txt'), 'utf8')).toContain('<<<<<<<');
  expect(readdirSync(join(folder, '.git')).filter(name => name.startsWith('MERGE'))).toEqual([]);
  rmSync(join(folder, 'untracked.txt'));
});

test('two windows that begin at once begin one resolution in one worktree', async () => {
  const { folder, client, server, conversation } = await place();
  server.script({ text: 'I did nothing.' });
  const begun = await Promise.all([1, 2].map(() => client.call('beginResolving', { conversation })));
  const worktrees = git(folder, 'worktree', 'list')
    .split('\n')
    .filter(line => line.includes('/merge-'));
  expect([begun[0], worktrees.length]).toEqual([begun[1], 1]);
});

test('a resolution of what is in conflict no more is still shown, and is left also where its worktree has to stay, which is said', async () => {
  const { folder, own, kernel, client, server, conversation } = await place();
  server.script({ text: 'I did nothing.' });
  const { resolver } = await client.call('beginResolving', { conversation });
  const { worktreePath = '' } = await kernel.client(ConversationsChannel).call('conversation', { conversation: resolver });
  rmSync(join(folder, 'untracked.txt'));
  git(folder, 'merge', '-q', '-X', 'ours', git(own, 'branch', '--show-current').trim());
  expect(await client.call('conflicts', { conversation })).toMatchObject({
    count: 0,
    files: [],
    resolver: { conversation: resolver, isOld: true },
  });
  // A repository in it, whose commits would be lost.
  const nested = join(worktreePath, 'nested');
  mkdirSync(nested);
  git(nested, 'init', '-q');
  git(nested, 'commit', '-q', '--allow-empty', '-m', 'first');
  const said = await client.call('leaveResolving', { conversation }).catch((error: Error) => [codeOf(error), error.message]);
  expect(said).toEqual(['worktree/resolution-stays', expect.stringContaining(worktreePath)]);
  expect([existsSync(nested), await client.call('conflicts', { conversation })]).toEqual([true, null]);
});
