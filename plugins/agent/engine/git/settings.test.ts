import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place, sandbox } from './place.fixture.ts';

/** A place whose settings of the machine and of the person are files of its own. */
function settled() {
  const at = place();
  const system = at.put('etc/gitconfig', '');
  const own = at.put('home/.gitconfig', '[user]\n\tname = Ada\n\temail = ada@example.org\n');
  const env = { ...at.env, GIT_CONFIG_SYSTEM: system, XDG_CONFIG_HOME: undefined };
  const git = testGit(join(at.root, 'settled'), sandbox, { env });
  const commit = async (text: string) => {
    at.put('project/a.txt', text);
    at.plain('add', 'a.txt');
    return await codeOf(git.committing.commit(at.folder, { message: text, isAmend: false }));
  };
  return { ...at, ...git, system, own, commit };
}

test('the setting of a hook outside the project and of a signature that cannot be made is found wherever it is: in the machine’s file, for one worktree, or in a file that is included', async () => {
  const hooks = (at: ReturnType<typeof settled>) => {
    chmodSync(at.put('hooks/commit-msg', '#!/bin/sh\n'), 0o755);
    return `[core]\n\thooksPath = ${join(at.root, 'hooks')}\n`;
  };
  const signing = () => '[commit]\n\tgpgSign = true\n';
  const worktree = (at: ReturnType<typeof settled>, text: string) => {
    at.plain('config', 'core.repositoryFormatVersion', '1');
    at.plain('config', 'extensions.worktreeConfig', 'true');
    at.put('project/.git/config.worktree', text);
  };
  const included = (at: ReturnType<typeof settled>, text: string) => {
    at.put('home/work', text);
    writeFileSync(at.own, `[user]\n\tname = Ada\n\temail = a@b\n[includeIf "gitdir:${at.folder}/"]\n\tpath = work\n`);
  };
  const outcomes: Record<string, string> = {};
  for (const [what, text] of Object.entries({ hooks, signing })) {
    for (const [where, put] of Object.entries({
      system: (at: ReturnType<typeof settled>, value: string) => writeFileSync(at.system, value),
      worktree,
      included,
    })) {
      using at = settled();
      put(at, text(at));
      outcomes[`${what} ${where}`] = await at.commit('two\n');
    }
  }
  expect(outcomes).toEqual({
    'hooks system': 'hooks-outside',
    'hooks worktree': 'hooks-outside',
    'hooks included': 'hooks-outside',
    'signing system': 'sign-failed',
    'signing worktree': 'sign-failed',
    'signing included': 'sign-failed',
  });
});

test('a folder of hooks in which there is none for a commit keeps nobody from it', async () => {
  using at = settled();
  mkdirSync(join(at.root, 'hooks'));
  writeFileSync(at.system, `[core]\n\thooksPath = ${join(at.root, 'hooks')}\n`);
  expect(await at.commit('two\n')).toBe('done');
});

test('a commit is by who the person is in this folder, also if that was changed meanwhile', async () => {
  using at = settled();
  at.put('home/work', '[user]\n\temail = ada@work.example\n');
  writeFileSync(at.own, `[user]\n\tname = Ada\n\temail = ada@example.org\n[includeIf "gitdir:${at.root}/"]\n\tpath = work\n`);
  const who = async (text: string) => [await at.commit(text), at.plain('log', '-1', '--format=%an %ae').trim()];
  const first = await who('two\n');
  writeFileSync(at.own, '[user]\n\tname = Ada L\n\temail = ada@home.example\n');
  const second = await who('three\n');
  at.plain('config', '--file', '.git/config', 'include.path', '../shared');
  at.put('project/shared', '[user]\n\tname = Team\n');
  expect([first, second, await who('four\n')]).toEqual([
    ['done', 'Ada ada@work.example'],
    ['done', 'Ada L ada@home.example'],
    ['done', 'Team ada@home.example'],
  ]);
});

test('a filter that only the person’s own list of attributes names is not left out, wherever that list is', async () => {
  const cases: Readonly<Record<string, (at: ReturnType<typeof settled>) => void>> = {
    named(at) {
      at.put('home/lists/attributes', '*.secret filter=git-crypt\n');
      writeFileSync(at.system, '[core]\n\tattributesFile = ~/lists/attributes\n');
    },
    usual: at => void at.put('home/.config/git/attributes', '*.secret filter=git-crypt\n'),
    link(at) {
      at.put('home/lists/attributes', '*.secret filter=git-crypt\n');
      mkdirSync(join(at.root, 'home/.config/git'), { recursive: true });
      symlinkSync(join(at.root, 'home/lists/attributes'), join(at.root, 'home/.config/git/attributes'));
    },
    repository: at => void at.put('project/.git/info/attributes', '*.secret filter=git-crypt\n'),
    'of this folder'(at) {
      at.put('home/lists/attributes', '*.secret filter=git-crypt\n');
      at.put('home/work', '[core]\n\tattributesFile = ~/lists/attributes\n');
      writeFileSync(at.own, `[includeIf "gitdir:${at.root}/"]\n\tpath = work\n`);
    },
  };
  const outcomes: Record<string, readonly string[]> = {};
  for (const [name, put] of Object.entries(cases)) {
    using at = settled();
    put(at);
    at.put('project/x.secret', 'plain\n');
    at.put('project/x.txt', 'plain\n');
    outcomes[name] = [await codeOf(at.committing.stage(at.folder, ['x.secret'])), await codeOf(at.committing.stage(at.folder, ['x.txt']))];
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(cases).map(name => [name, ['filtered', 'done']])));
});

test('the line ends of a file are those that the machine, the person’s attributes and one worktree ask for', async () => {
  using at = settled();
  writeFileSync(at.system, '[core]\n\tautocrlf = input\n');
  at.put('home/.config/git/attributes', '*.bin -text\n');
  for (const name of ['x.txt', 'x.bin']) at.put(`project/${name}`, 'a\r\nb\r\n');
  await at.committing.stage(at.folder, ['x.txt', 'x.bin']);
  const staged = [at.plain('show', ':x.txt'), at.plain('show', ':x.bin')];
  at.plain('config', 'core.repositoryFormatVersion', '1');
  at.plain('config', 'extensions.worktreeConfig', 'true');
  at.put('project/.git/config.worktree', '[core]\n\tautocrlf = false\n');
  at.put('project/y.txt', 'a\r\n');
  await at.committing.stage(at.folder, ['y.txt']);
  expect([...staged, at.plain('show', ':y.txt')]).toEqual(['a\nb\n', 'a\r\nb\r\n', 'a\r\n']);
});

test('settings that cannot be read are said, and nothing is committed by half of them', async () => {
  using at = settled();
  const before = at.plain('rev-parse', 'HEAD');
  at.plain('config', 'include.path', '../shared');
  at.put('project/shared', '[user\n');
  at.put('project/a.txt', 'two\n');
  const outcome = await codeOf(at.committing.stage(at.folder, ['a.txt']));
  rmSync(join(at.folder, 'shared'));
  expect([outcome, at.plain('rev-parse', 'HEAD') === before, at.plain('diff', '--cached')]).toEqual(['settings', true, '']);
});
