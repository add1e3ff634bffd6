import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Conversations, ConversationsChannel } from '@atelier/conversations/contract';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { type ModelRequest, openModelServer, type Turn } from '../../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../../tests/support/local-model.ts';
import { type ShownTask, WorktreeChannel } from '../../contract/index.ts';

const plugins = ['worktree', 'conversations', 'agent', 'providers'].map(name => `@atelier/${name}`);

const making = extension(
  '@test/making',
  ctx => void ctx.handle('making.private', async of => ctx.get(Conversations).setPrivate(of as string, true)),
  {
    requires: { '@atelier/conversations': '^0.1.0' },
    contributes: { commands: [{ id: 'making.private', title: 'Make private', args: {} }] },
  },
);

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A project with one commit, and a kernel whose model writes a file of its own in each try. */
async function project(turns: readonly Turn[]) {
  const temp = tempFolder();
  onTestFinished(() => temp[Symbol.dispose]());
  const folder = join(realpathSync(temp.path), 'tides');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  const server = await openModelServer(...turns);
  const profile = join(temp.path, 'profile');
  writeLocalModel(profile, server.url);
  const open = () => testKernel({ plugins, profile, extensions: [making] });
  const kernel = await open();
  const client = kernel.client(WorktreeChannel);
  const conversations = kernel.client(ConversationsChannel);
  await conversations.call('savePreferences', { titles: 'words' });
  const added = await conversations.call('addProject', { folder });
  return {
    folder,
    server,
    kernel,
    client,
    conversations,
    open,
    id: added?.id ?? '',
    async [Symbol.asyncDispose]() {
      await kernel[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const isFirst = ({ body }: ModelRequest) => body.messages?.every(({ role }) => role !== 'tool') ?? false;
const writes = (content: string): Turn => ({ when: isFirst, tools: [{ name: 'write', arguments: { path: 'tides.txt', content } }] });
const says = (text: string): Turn => ({ when: request => !isFirst(request), text });
const codeOf = (error: unknown) => (error as { code: string }).code;

const rested = ({ tries }: ShownTask) => tries.map(({ state }) => (state === 'running' ? 'running' : 'rests'));

test('the tries of a task that was written where it is private are private from their beginning, also one that is added later', async () => {
  await using at = await project([says('Done.'), says('Done.')]);
  const { client, conversations, id } = at;
  const begin = { project: id, text: 'Draw the tides', models: ['local/m1', 'local/m1'] };
  const privacy = async (task: string) => {
    const { tries } = await client.call('task', { task });
    const all = tries.map(async ({ conversation }) => (await conversations.call('conversation', { conversation })).private === true);
    return await Promise.all(all);
  };
  const shown = await client.call('startTries', begin);
  await at.kernel.run('making.private', `project:${id}`);
  const hidden = await client.call('startTries', begin);
  const [{ conversation: from = '' } = {}] = (await client.call('task', { task: hidden.task })).tries;
  const ofOne = await client.call('startTries', { ...begin, from });
  await client.call('anotherTry', { task: ofOne.task, model: 'local/m1' });
  expect([await privacy(shown.task), await privacy(hidden.task), await privacy(ofOne.task)]).toEqual([
    [false, false],
    [true, true],
    [true, true, true],
  ]);
});

test('one task is tried by two models, each in a worktree of its own from the same commit; one is kept, the other is removed and comes back as it was', async () => {
  await using at = await project([writes('low\n'), writes('high\n'), says('It is low.'), says('It is high.')]);
  const { client, folder, id } = at;
  writeFileSync(join(folder, 'a.txt'), 'not committed\n');
  const { task } = await client.call('startTries', { project: id, text: 'Draw the tides\nof today', models: ['local/m1', 'local/m1'] });
  await expect.poll(async () => rested(await client.call('task', { task }))).toEqual(['rests', 'rests']);
  const shown = await client.call('task', { task });
  const folders = await Promise.all(
    shown.tries.map(async ({ conversation }) => (await client.call('status', { conversation }))?.folder ?? ''),
  );
  const files = folders.map(one => readFileSync(join(one, 'tides.txt'), 'utf8'));
  const [first = '', second = ''] = shown.tries.map(({ conversation }) => conversation);
  const kept = await client.call('keepTry', { task, conversation: first });
  const after = await client.call('task', { task });
  const gone = folders.map(one => existsSync(one));
  await client.call('bringBack', { conversation: second });
  const back = await client.call('status', { conversation: second });
  const again = await client.call('task', { task });
  expect({
    shown: {
      branch: shown.branch,
      commit: shown.commit === git(folder, 'rev-parse', 'main').trim(),
      tries: shown.tries.map(({ words, model, problem, tokens }) => ({ words, model, problem, used: tokens > 0 })),
      branches: shown.tries.every(({ branch }) => /^atelier\/draw-the-tides-[0-9a-f]{4}$/.test(branch ?? '')),
    },
    files: files.toSorted(),
    checkout: [readFileSync(join(folder, 'a.txt'), 'utf8'), existsSync(join(folder, 'tides.txt'))],
    left: kept.left,
    gone,
    kept: after.kept === first,
    away: after.tries.map(({ away }) => away),
    back: [readFileSync(join(back?.folder ?? '', 'tides.txt'), 'utf8') === files[1], back?.untracked],
    again: again.tries.map(({ away }) => away),
    of: await client.call('taskOf', { conversation: second }),
    list: (await client.call('tasks', { project: id })).map(({ count, isOver, text }) => ({ count, isOver, text })),
  }).toEqual({
    shown: {
      branch: 'main',
      commit: true,
      tries: [
        { words: expect.stringMatching(/^It is/), model: 'local/m1', problem: undefined, used: true },
        { words: expect.stringMatching(/^It is/), model: 'local/m1', problem: undefined, used: true },
      ],
      branches: true,
    },
    files: ['high\n', 'low\n'],
    checkout: ['not committed\n', false],
    left: [],
    gone: [true, false],
    kept: true,
    away: [false, true],
    back: [true, 1],
    again: [false, false],
    of: { task },
    list: [{ count: 2, isOver: true, text: 'Draw the tides\nof today' }],
  });
});

test('a try whose worktree holds what would be lost is left and says why, and one that runs is stopped before it is removed', async () => {
  const never = new Promise<never>(() => undefined);
  await using at = await project([writes('low\n'), says('done'), { when: isFirst, text: ['I begin', never] }]);
  const { client, folder, id } = at;
  writeFileSync(join(folder, '.git/info/exclude'), '.env\n');
  const { task } = await client.call('startTries', { project: id, text: 'Draw', models: ['local/m1', 'local/m1'] });
  await expect.poll(async () => rested(await client.call('task', { task })).toSorted()).toEqual(['rests', 'running']);
  const { tries } = await client.call('task', { task });
  const ended = tries.find(({ state }) => state !== 'running')?.conversation ?? '';
  const running = tries.find(({ state }) => state === 'running')?.conversation ?? '';
  await client.call('anotherTry', { task, model: 'local/none' });
  const failed = (await client.call('task', { task })).tries[2];
  const place = (await client.call('status', { conversation: ended }))?.folder ?? '';
  writeFileSync(join(place, '.env'), 'SECRET=1\n');
  const { left } = await client.call('keepTry', { task, conversation: failed?.conversation ?? '' });
  const after = await client.call('task', { task });
  expect({
    failed: failed?.problem?.code,
    left: left.map(({ conversation, problem: { code, fr } }) => [conversation === ended, code, fr.includes('.env')]),
    env: readFileSync(join(place, '.env'), 'utf8'),
    away: after.tries
      .map(({ conversation, state, away }) => [conversation === running, state === 'running', away])
      .toSorted()
      .at(-1),
  }).toEqual({
    failed: expect.stringContaining('model'),
    left: [[true, 'agent/git-worktree-ignored', true]],
    env: 'SECRET=1\n',
    away: [true, false, true],
  });
});

test('of two windows that keep different tries at once one has its way, and what it kept stays', async () => {
  await using at = await project([writes('low\n'), writes('high\n'), says('It is low.'), says('It is high.')]);
  const { client, id } = at;
  const { task } = await client.call('startTries', { project: id, text: 'Draw', models: ['local/m1', 'local/m1'] });
  await expect.poll(async () => rested(await client.call('task', { task }))).toEqual(['rests', 'rests']);
  const { tries } = await client.call('task', { task });
  const keeping = tries.map(({ conversation }) => client.call('keepTry', { task, conversation }));
  const said = await Promise.all(keeping.map(one => one.then(({ left }) => left, codeOf)));
  const after = await client.call('task', { task });
  expect({ said, kept: after.kept === tries[0]?.conversation, away: after.tries.map(({ away }) => away) }).toEqual({
    said: [[], 'worktree/try-is-away'],
    kept: true,
    away: [false, true],
  });
});

test('a try that is put away or left while it is set up asks no model', async () => {
  await using at = await project([{ text: 'Hello.' }, writes('low\n'), says('It is low.')]);
  const { client, conversations, id, server } = at;
  const { conversation } = await conversations.call('send', { project: id, text: 'Before' });
  await expect.poll(() => server.requests.length).toBeGreaterThan(0);
  await client.call('saveSetup', { conversation, line: 'sleep 600', network: false });
  const asked = server.requests.length;
  const started = client.call('startTries', { project: id, text: 'Draw', models: Array(3).fill('local/m1') });
  const task = async () => {
    const one = (await client.call('tasks', { project: id })).find(({ text }) => text === 'Draw');
    return one && (await client.call('task', { task: one.id }));
  };
  const setUps = async () =>
    await Promise.all((await task())?.tries.map(async ({ conversation }) => (await client.call('status', { conversation }))?.setup) ?? []);
  await expect.poll(setUps).toEqual(['running', 'running', 'running']);
  const { id: found = '', tries = [] } = (await task()) ?? {};
  const [kept = '', away = '', left = ''] = tries.map(({ conversation }) => conversation);
  await client.call('leave', { conversation: left });
  const keeping = await client.call('keepTry', { task: found, conversation: kept });
  await client.call('stopSetup', { conversation: kept });
  await started;
  await expect.poll(() => server.requests.length).toBeGreaterThan(asked);
  const after = await client.call('task', { task: found });
  expect({
    left: keeping.left,
    problems: after.tries.map(({ problem }) => problem?.code),
    away: after.tries.map(one => [one.conversation === away, one.away]),
    asked: server.requests.slice(asked).filter(isFirst).length,
  }).toEqual({
    left: [],
    problems: [undefined, undefined, 'worktree/has-none'],
    away: [
      [false, false],
      [true, true],
      [false, false],
    ],
    asked: 1,
  });
});

test('tries are refused in words: without a repository, without a commit, of a task that is not known, and where nothing was put away', async () => {
  await using at = await project([]);
  const { client, folder, id } = at;
  const codes = [
    await client.call('startTries', { project: 'none', text: 'x', models: ['local/m1', 'local/m1'] }).catch(codeOf),
    await client.call('task', { task: 'none' }).catch(codeOf),
    await client.call('keepTry', { task: 'none', conversation: 'c' }).catch(codeOf),
    await client.call('bringBack', { conversation: 'c' }).catch(codeOf),
    await client.call('startTries', { project: id, text: 'x', models: ['local/m1'] }).catch(codeOf),
  ];
  rmSync(join(folder, '.git'), { recursive: true });
  codes.push(await client.call('startTries', { project: id, text: 'x', models: ['local/m1', 'local/m1'] }).catch(codeOf));
  git(folder, 'init', '-q');
  codes.push(await client.call('startTries', { project: id, text: 'x', models: ['local/m1', 'local/m1'] }).catch(codeOf));
  expect([codes, await client.call('tasks', {})]).toEqual([
    [
      'worktree/no-project',
      'worktree/no-such-task',
      'worktree/no-such-task',
      'worktree/nothing-away',
      expect.any(String),
      'worktree/no-repository',
      'worktree/no-commit',
    ],
    [],
  ]);
});
