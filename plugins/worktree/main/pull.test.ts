import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { gitServer } from '../../../tests/support/git-server.ts';
import { demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../contract/index.ts';

const plugins = ['worktree', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

test('what others have pushed is pulled: forward, merged with own commits, and with a conflict nothing is merged; what is not committed stays', async () => {
  using temp = tempFolder();
  const root = realpathSync(temp.path);
  const folder = join(root, 'tides');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(folder, name), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  const { address, bare } = await gitServer(folder, root);
  const remote = { 'remote.origin.url': address, 'remote.origin.fetch': '+refs/heads/*:refs/remotes/origin/*' };
  const own = {
    'branch.main.remote': 'origin',
    'branch.main.merge': 'refs/heads/main',
    'user.name': 'Ada',
    'user.email': 'ada@example.org',
  };
  for (const [key, value] of Object.entries({ ...remote, ...own })) git(folder, 'config', key, value);
  const other = join(root, 'other');
  git(root, 'clone', '-q', bare, other);
  const theirs = (name: string, text: string) => {
    writeFileSync(join(other, name), text);
    git(other, 'commit', '-qam', `change ${name}`);
    git(other, 'push', '-q', 'origin', 'HEAD:main');
  };
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const project = await channel.call('addProject', { folder });
  const { conversation } = await channel.call('send', { text: 'hello', project: project?.id ?? '' });
  await listen(kernel, conversation).ended();
  const client = kernel.client(WorktreeChannel);
  const pulls = (await client.call('changes', { conversation }))?.pulls;
  const pull = () => client.call('pull', { conversation, remote: 'origin', address, branch: 'main' });
  theirs('a.txt', 'two\n');
  writeFileSync(join(folder, 'c.txt'), 'not committed\n');
  const forwarded = await pull();
  const again = await pull();
  theirs('a.txt', 'three\n');
  writeFileSync(join(folder, 'b.txt'), 'two\n');
  git(folder, 'commit', '-qm', 'own', 'b.txt');
  const merged = await pull();
  const files = ['a.txt', 'b.txt', 'c.txt'].map(name => readFileSync(join(folder, name), 'utf8'));
  theirs('b.txt', 'theirs\n');
  const before = git(folder, 'rev-parse', 'main');
  const conflicts = await pull();
  const wrong = await client
    .call('pull', { conversation, remote: 'origin', address: 'https://elsewhere.example/tides.git', branch: 'main' })
    .catch((error: unknown) => (error as { code: string }).code);
  expect({
    pulls,
    results: [forwarded, again, merged, conflicts].map(({ result, conflicts: names }) => [result, ...names]),
    files,
    parents: git(folder, 'log', '-1', '--format=%P %an').trim().split(' ').length,
    same: git(folder, 'rev-parse', 'main') === before,
    status: git(folder, 'status', '--porcelain').trim(),
    wrong,
  }).toEqual({
    pulls: { remote: 'origin', address, branch: 'main' },
    results: [['forwarded'], ['nothing'], ['merged'], ['conflicts', 'b.txt']],
    files: ['three\n', 'two\n', 'not committed\n'],
    parents: 3,
    same: true,
    status: 'M c.txt',
    wrong: 'agent/git-remote',
  });
});
