import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, realpathSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Commands, type CommandsService } from '@atelier/agent/contract';
import { Conversations, ConversationsChannel, type ConversationsService } from '@atelier/conversations/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../contract/index.ts';

const codeOf = (error: unknown): string => (error as { code: string }).code;

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A conversation in a worktree of a project with one commit, and what plugins of ours can ask. */
async function place() {
  const temp = tempFolder();
  onTestFinished(() => temp[Symbol.dispose]());
  const project = join(realpathSync(temp.path), 'tides');
  mkdirSync(project);
  git(project, 'init', '-q', '-b', 'main');
  writeFileSync(join(project, 'a.txt'), 'one\n');
  git(project, 'add', '-A');
  git(project, 'commit', '-qm', 'first');
  let services: { readonly commands: CommandsService; readonly conversations: ConversationsService } | undefined;
  const plugin = extension(
    '@test/asks',
    ctx => {
      services = { commands: ctx.get(Commands), conversations: ctx.get(Conversations) };
    },
    { activation: 'startup', requires: { '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' } },
  );
  const kernel = await testKernel({
    plugins: ['worktree', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`),
    extensions: [plugin],
  });
  onTestFinished(() => kernel.close());
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const added = await channel.call('addProject', { folder: project });
  const { conversation } = await channel.call('send', { text: 'Compare the tides', project: added?.id ?? '' });
  await listen(kernel, conversation).ended();
  const client = kernel.client(WorktreeChannel);
  const { status } = await client.call('create', { conversation });
  return { kernel, project, conversation, client, folder: status.folder, branch: status.branch, services: services! };
}

test('the worktrees on this machine are told with their conversation, state and size', async () => {
  const { client, conversation, folder, branch } = await place();
  writeFileSync(join(folder, 'b.txt'), 'x'.repeat(10_000));
  const { worktrees } = await client.call('stored', {});
  const size = await client.call('storedSize', { folder });
  const strange = await client.call('storedSize', { folder: '/etc' }).catch(codeOf);
  expect({ worktrees, size, strange }).toEqual({
    worktrees: [
      { folder, branch, differing: 1, project: 'tides', conversation: { id: conversation, title: expect.any(String), isDeleted: false } },
    ],
    // a.txt, b.txt and the file that leads to the repository.
    size: { files: 3, bytes: expect.any(Number), isMore: false },
    strange: 'worktree/not-stored',
  });
  expect(size.bytes).toBeGreaterThan(10_000);
});

test('a worktree is removed by the list only once no conversation works in it and nothing of it would be lost', async () => {
  const { client, conversation, folder, branch, project, services } = await place();
  const used = await client.call('removeStored', { folder }).catch(codeOf);
  await services.conversations.setWorktree(conversation, undefined);
  writeFileSync(join(folder, 'b.txt'), 'work\n');
  const changed = await client.call('removeStored', { folder }).catch(codeOf);
  const unused = await client.call('stored', {});
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'work');
  await client.call('removeStored', { folder });
  const strange = await client.call('removeStored', { folder: project }).catch(codeOf);
  expect({
    refused: [used, changed, strange],
    unused: unused.worktrees,
    left: (await client.call('stored', {})).worktrees.filter(({ isRemoved }) => isRemoved !== true),
    isThere: existsSync(folder),
    commit: git(project, 'log', '-1', '--format=%s', branch ?? '').trim(),
  }).toEqual({
    refused: ['worktree/in-use', 'worktree/not-committed', 'worktree/not-stored'],
    unused: [{ folder, branch, differing: 1 }],
    left: [],
    isThere: false,
    commit: 'work',
  });
});

test('what the person runs in a worktree has ended before it is removed, and what runs in the project goes on', async () => {
  const { client, conversation, folder, project, services } = await place();
  const { commands } = services;
  const run = (at: string) => commands.start({ folder: at, line: 'while true; do sleep 1; done', accessMode: 'open' });
  const [inside, beside] = [await run(folder), await run(project)];
  await client.call('leave', { conversation });
  const states = [await commands.output(inside.id, 0), await commands.output(beside.id, 0)].map(({ state }) => state);
  expect({ states, isThere: existsSync(folder) }).toEqual({ states: ['stopped', 'running'], isThere: false });
});

test('a file that has several names is counted once, holes are nothing, and neither a link nor one in the place of a worktree is followed', async () => {
  const { client, folder, project } = await place();
  const before = await client.call('storedSize', { folder });
  writeFileSync(join(folder, 'b.txt'), 'x'.repeat(10_000));
  linkSync(join(folder, 'b.txt'), join(folder, 'c.txt'));
  writeFileSync(join(folder, 'holes'), '');
  truncateSync(join(folder, 'holes'), 1024 ** 4);
  symlinkSync('..', join(folder, 'round'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const after = await client.call('storedSize', { folder });
  renameSync(folder, `${folder}-moved`);
  symlinkSync(project, folder);
  const listed = await client.call('stored', {});
  const linked = await client.call('storedSize', { folder }).catch(codeOf);
  expect({ files: after.files - before.files, isOnce: after.bytes - before.bytes < 100_000, linked }).toEqual({
    ...{ files: 5, isOnce: true, linked: 'worktree/not-stored' },
  });
  expect(listed.worktrees.map(({ branch, differing }) => ({ branch, differing }))).toEqual([{}]);
});

test('a worktree whose place a link to the project has taken is not removed, and what runs in the project goes on', async () => {
  const { client, conversation, folder, project, services } = await place();
  await services.conversations.setWorktree(conversation, undefined);
  const { id } = await services.commands.start({ folder: project, line: 'while true; do sleep 1; done', accessMode: 'open' });
  renameSync(folder, `${folder}-moved`);
  symlinkSync(project, folder);
  const refused = await client.call('removeStored', { folder }).catch(codeOf);
  const { state } = await services.commands.output(id, 0);
  expect({ refused, state, isThere: existsSync(join(project, 'a.txt')) }).toEqual({
    ...{ refused: 'agent/git-worktree-unknown', state: 'running', isThere: true },
  });
});

test('what runs in a worktree goes on while the worktree is not removed, because something would be lost', async () => {
  const { client, conversation, folder, project, services } = await place();
  writeFileSync(join(project, '.git/info/exclude'), '.env\n');
  writeFileSync(join(folder, '.env'), 'KEY=1\n');
  const { id } = await services.commands.start({ folder, line: 'while true; do sleep 1; done', accessMode: 'open' });
  const left = await client.call('leave', { conversation }).catch(codeOf);
  await services.conversations.setWorktree(conversation, undefined);
  const removed = await client.call('removeStored', { folder }).catch(codeOf);
  const { state } = await services.commands.output(id, 0);
  expect({ left, removed, state }).toEqual({ left: 'agent/git-worktree-ignored', removed: 'agent/git-worktree-ignored', state: 'running' });
});

test('of two windows that remove the same worktree, one is told that it is gone; what is left of its files is listed until they are', async () => {
  const { kernel, client, conversation, folder, services } = await place();
  await services.conversations.setWorktree(conversation, undefined);
  const other = kernel.client(WorktreeChannel);
  for (let number = 0; number < 500; number += 1) writeFileSync(join(folder, `${number}`), '');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'work');
  const told = Promise.withResolvers<void>();
  other.on('storedChanged', () => void other.call('stored', {}).then(({ worktrees }) => worktrees.length === 0 && told.resolve()));
  const both = [client, other].map(one => one.call('removeStored', { folder }).then(() => 'removed', codeOf));
  const outcomes = (await Promise.all(both)).sort();
  const during = (await client.call('stored', {})).worktrees;
  // Every window is told once its files are gone.
  await told.promise;
  expect({ outcomes, during: during.filter(one => one.folder !== `${folder}.removed` || one.isRemoved !== true) }).toEqual({
    ...{ outcomes: ['removed', 'worktree/not-stored'], during: [] },
  });
});

test('a worktree that something took the place of while it was removed is listed with where it was, is not deleted, and comes back', async () => {
  const { client, conversation, folder, branch, services } = await place();
  await services.conversations.setWorktree(conversation, undefined);
  const away = `${folder}.removed`;
  renameSync(folder, away);
  mkdirSync(folder);
  writeFileSync(join(folder, 'made'), '');
  const during = (await client.call('stored', {})).worktrees.filter(({ isRemoved }) => isRemoved);
  const size = await client.call('storedSize', { folder: away });
  const refused = await client.call('removeStored', { folder }).catch(codeOf);
  renameSync(folder, `${folder}-made`);
  const after = (await client.call('stored', {})).worktrees;
  expect({ during, files: size.files, refused, after }).toEqual({
    ...{ during: [{ folder: away, place: folder, isRemoved: true }], files: 2, refused: 'agent/git-worktree-aside' },
    after: [{ folder, branch, differing: 0 }],
  });
});
