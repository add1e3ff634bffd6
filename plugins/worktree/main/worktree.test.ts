import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { WorktreeChannel } from '../contract/index.ts';

const plugins = ['worktree', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A repository with one commit on `main`. */
function repository() {
  const temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'tides');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return { folder, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

const codeOf = (error: unknown): string => (error as { code: string }).code;

/** A conversation of a project in a folder. */
async function conversationIn(kernel: TestKernel, folder: string): Promise<string> {
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const project = await channel.call('addProject', { folder });
  const { conversation } = await channel.call('send', { text: 'hello', project: project?.id ?? '' });
  await listen(kernel, conversation).ended();
  return conversation;
}

test('the branch and what is not committed are those of the folder that the conversation works in, and what others do in the repository is told', async () => {
  using place = repository();
  const { folder } = place;
  await using kernel = await testKernel({ plugins });
  const conversation = await conversationIn(kernel, folder);
  const client = kernel.client(WorktreeChannel);
  const before = await client.call('status', { conversation });
  const told = new Set<string>();
  client.on('changed', event => void told.add(event.conversation));
  git(folder, 'checkout', '-qb', 'fix/dst');
  writeFileSync(join(folder, 'b.txt'), 'two\n');
  git(folder, 'add', 'b.txt');
  await expect.poll(() => [...told]).toEqual([conversation]);
  const after = await client.call('status', { conversation });
  rmSync(join(folder, '.git'), { recursive: true });
  const gone = await client.call('status', { conversation });
  const counts = { staged: 0, changed: 0, untracked: 0, conflicts: 0, differing: 0 };
  expect({ before, after, gone }).toEqual({
    before: { folder, isWorktree: false, isOwn: false, isAway: false, branch: 'main', commit: expect.any(String), ...counts },
    after: {
      folder,
      isWorktree: false,
      isOwn: false,
      isAway: false,
      branch: 'fix/dst',
      commit: expect.any(String),
      ...counts,
      staged: 1,
      differing: 1,
    },
    gone: null,
  });
});

test('a conversation without a folder of its own has no state, and an unknown one is refused', async () => {
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const { conversation } = await kernel.client(ConversationsChannel).call('send', { text: 'hello' });
  const client = kernel.client(WorktreeChannel);
  const refused = await client.call('status', { conversation: 'nobody' }).catch((error: { code: string }) => error.code);
  expect([await client.call('status', { conversation }), refused]).toEqual([null, 'conversations/not-found']);
});

test('a conversation moves into a worktree on a branch of its own and back: nothing of the project’s checkout changes, the tools work there, and what is not committed is not lost', async () => {
  using place = repository();
  const { folder } = place;
  writeFileSync(join(folder, 'a.txt'), 'not committed\n');
  writeFileSync(join(folder, '.git/info/exclude'), '.env\n');
  writeFileSync(join(folder, '.env'), 'KEY=1\n');
  await using kernel = await testKernel({ plugins });
  const conversation = await conversationIn(kernel, folder);
  const client = kernel.client(WorktreeChannel);
  const agent = kernel.client(AgentChannel);
  const { status: created, brought } = await client.call('create', { conversation });
  const inside = await agent.call('state', { conversation });
  const twice = await client.call('create', { conversation }).catch(codeOf);
  writeFileSync(join(created.folder, 'b.txt'), 'work\n');
  const refused = await client.call('leave', { conversation }).catch(codeOf);
  git(created.folder, 'checkout', '-q', '--detach');
  rmSync(join(created.folder, 'b.txt'));
  const detached = await client.call('leave', { conversation }).catch(codeOf);
  const still = (await agent.call('state', { conversation })).cwd === created.folder;
  git(created.folder, 'checkout', '-q', created.branch ?? '');
  writeFileSync(join(created.folder, 'b.txt'), 'work\n');
  git(created.folder, 'add', '-A');
  git(created.folder, 'commit', '-qm', 'work');
  const back = await client.call('leave', { conversation });
  const outside = await agent.call('state', { conversation });
  const none = await client.call('leave', { conversation }).catch(codeOf);
  expect({
    created: [created.isWorktree, created.isOwn, /^atelier\/[a-z-]+-[0-9a-f]{4}$/.test(created.branch ?? ''), created.changed],
    brought,
    inside: inside.cwd === created.folder,
    checkout: [readFileSync(join(folder, 'a.txt'), 'utf8'), git(folder, 'branch', '--show-current').trim()],
    refusals: [twice, refused, detached, none],
    still,
    back: [back?.folder, back?.isOwn, outside.cwd, existsSync(created.folder)],
    branch: git(folder, 'log', '-1', '--format=%s', created.branch ?? '').trim(),
    sound: git(folder, 'fsck', '--no-dangling').trim(),
  }).toEqual({
    created: [true, true, true, 0],
    brought: { paths: ['.env'], count: 1, left: [], isTooMuch: false },
    inside: true,
    checkout: ['not committed\n', 'main'],
    refusals: ['worktree/has-one', 'worktree/not-committed', 'agent/git-worktree-detached', 'worktree/has-none'],
    still: true,
    back: [folder, false, folder, false],
    branch: 'work',
    sound: '',
  });
});

test('a worktree is left with what is not committed in it, which is brought back on a new branch, also after a start', async () => {
  using place = repository();
  const { folder } = place;
  const first = await testKernel({ plugins });
  const conversation = await conversationIn(first, folder);
  const client = first.client(WorktreeChannel);
  const { status } = await client.call('create', { conversation });
  writeFileSync(join(status.folder, 'a.txt'), 'two\n');
  writeFileSync(join(status.folder, 'new.txt'), 'new\n');
  await client.call('putAway', { conversation });
  const left = await client.call('status', { conversation });
  await first.close();
  await using again = await testKernel({ plugins, profile: first.profile });
  await again.wake('@atelier/worktree');
  await demoReady(again);
  const later = again.client(WorktreeChannel);
  const known = await later.call('status', { conversation });
  await later.call('bringBack', { conversation });
  const back = await later.call('status', { conversation });
  const twice = await later.call('bringBack', { conversation }).catch(codeOf);
  expect({
    left: [left?.folder, left?.isAway, existsSync(status.folder)],
    known: known?.isAway,
    back: [back?.isOwn, back?.isAway, back?.changed, back?.untracked, readFileSync(join(back?.folder ?? '', 'a.txt'), 'utf8')],
    twice,
    checkout: readFileSync(join(folder, 'a.txt'), 'utf8'),
  }).toEqual({
    left: [folder, true, false],
    known: true,
    back: [true, false, 1, 1, 'two\n'],
    twice: 'worktree/nothing-away',
    checkout: 'one\n',
  });
});

test('a project that is a part of a repository works in the same part of the worktree, also over a start, and never where a link leads', async () => {
  using place = repository();
  const { folder } = place;
  const [part, linked] = [join(folder, 'packages/tables'), join(folder, 'linked')];
  for (const name of [part, linked]) mkdirSync(name, { recursive: true });
  writeFileSync(join(part, 'b.txt'), 'two\n');
  symlinkSync('/tmp', join(folder, 'link'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'parts');
  rmSync(join(folder, 'link'));
  mkdirSync(join(folder, 'link'));
  const kernel = await testKernel({ plugins });
  const conversation = await conversationIn(kernel, part);
  const refused = await kernel
    .client(WorktreeChannel)
    .call('create', { conversation: await conversationIn(kernel, join(folder, 'link')) })
    .catch(codeOf);
  const { status: unborn } = await kernel.client(WorktreeChannel).call('create', { conversation: await conversationIn(kernel, linked) });
  const { status: created } = await kernel.client(WorktreeChannel).call('create', { conversation });
  const cwd = async (of: TestKernel) => (await of.client(AgentChannel).call('state', { conversation })).cwd;
  const inside = await cwd(kernel);
  await kernel.close();
  await using again = await testKernel({ plugins, profile: kernel.profile });
  await again.wake('@atelier/worktree');
  await demoReady(again);
  const still = await again.client(WorktreeChannel).call('status', { conversation });
  const back = await again.client(WorktreeChannel).call('leave', { conversation });
  expect({
    refused,
    inside,
    unborn: existsSync(join(unborn.folder, 'linked')),
    still: [still?.folder, still?.isOwn],
    back: [back?.folder, back?.isOwn, await cwd(again)],
    gone: existsSync(created.folder),
    left: git(folder, 'worktree', 'list').trim().split('\n').length,
  }).toEqual({
    refused: 'worktree/no-subfolder',
    inside: join(created.folder, 'packages/tables'),
    unborn: true,
    still: [created.folder, true],
    back: [folder, false, part],
    gone: false,
    left: 2,
  });
});

test('a worktree that no conversation works in is removed at the next start, unless something in it is not committed', async () => {
  using place = repository();
  const first = await testKernel({ plugins });
  const made: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const conversation = await conversationIn(first, place.folder);
    made.push((await first.client(WorktreeChannel).call('create', { conversation })).status.folder);
  }
  await first.close();
  // As a start that was killed between the two steps leaves them.
  const db = new Database(join(first.profile, 'user-data', 'data', 'atelier--conversations.sqlite'));
  db.exec('UPDATE conversations SET worktree_path = NULL');
  db.close();
  writeFileSync(join(made[0] ?? '', 'kept.txt'), 'kept');
  await using kernel = await testKernel({ plugins, profile: first.profile });
  await kernel.wake('@atelier/worktree');
  await expect.poll(() => git(place.folder, 'worktree', 'list').trim().split('\n').length).toBe(2);
  expect(made.map(folder => existsSync(folder))).toEqual([true, false]);
  expect(existsSync(join(made[0] ?? '', 'kept.txt'))).toBe(true);
});

test('what has no worktree is refused in words: without a project, without a repository, before the first commit', async () => {
  using place = repository();
  using temp = tempFolder();
  await using kernel = await testKernel({ plugins });
  await demoReady(kernel);
  const { conversation } = await kernel.client(ConversationsChannel).call('send', { text: 'hello' });
  const client = kernel.client(WorktreeChannel);
  const bare = join(realpathSync(temp.path), 'unborn');
  mkdirSync(bare);
  const unborn = await conversationIn(kernel, bare);
  const gone = await conversationIn(kernel, place.folder);
  rmSync(join(place.folder, '.git'), { recursive: true });
  const codes = [];
  for (const of of [conversation, unborn, gone]) codes.push(await client.call('create', { conversation: of }).catch(codeOf));
  expect(codes).toEqual(['worktree/no-project', 'worktree/no-commit', 'worktree/no-repository']);
});

test('a part of a worktree’s changes is committed and merged into the checkout, and a message is written from what is staged by a model', async () => {
  using place = repository();
  const { folder } = place;
  await using server = await openModelServer({ text: 'hello' }, { text: '```\nAdd two\n```' });
  const profile = tempFolder();
  onTestFinished(() => profile[Symbol.dispose]());
  writeLocalModel(profile.path, server.url);
  await using kernel = await testKernel({ plugins: plugins.filter(name => name !== '@atelier/demo'), profile: profile.path });
  const channel = kernel.client(ConversationsChannel);
  await channel.call('savePreferences', { titles: 'words' });
  const project = await channel.call('addProject', { folder });
  const { conversation } = await channel.call('send', { text: 'hello', project: project?.id ?? '', model: 'local/m1' });
  await listen(kernel, conversation).ended();
  const client = kernel.client(WorktreeChannel);
  const {
    status: { folder: own },
  } = await client.call('create', { conversation });
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  writeFileSync(join(own, 'b.txt'), 'two\n');
  writeFileSync(join(own, 'c.txt'), 'not staged\n');
  const none = await client.call('suggest', { conversation }).catch(codeOf);
  await client.call('stage', { conversation, paths: ['b.txt'], staged: true });
  const { message: text } = await client.call('suggest', { conversation });
  const asked = JSON.stringify(server.requests.at(-1)?.body);
  await client.call('commit', { conversation, message: text, amend: false });
  const changes = await client.call('changes', { conversation });
  const merged = await client.call('merge', { conversation });
  expect({
    none,
    text,
    asked: [asked.includes('+two'), asked.includes('not staged')],
    files: changes?.files,
    fromBase: changes?.fromBase,
    merged,
    there: [existsSync(join(folder, 'b.txt')), existsSync(join(folder, 'c.txt'))],
    log: git(folder, 'log', '--format=%an %s', 'main'),
    checkout: git(folder, 'status', '--porcelain'),
  }).toEqual({
    none: 'worktree/nothing-to-tell',
    text: 'Add two',
    asked: [true, false],
    files: [{ path: 'c.txt', unstaged: 'added', conflict: false }],
    fromBase: { ahead: 1, behind: 0 },
    merged: { result: 'forwarded', base: 'main', conflicts: [] },
    there: [true, false],
    log: 'Ada Add two\nt first\n',
    checkout: '',
  });
});
