import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gitServer } from '../../../tests/support/git-server.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import type { GitService, TrustedHooks } from '../contract/index.ts';
import { codeOf, place, sandbox } from '../engine/git/place.fixture.ts';
import { PersonCommands } from './commands/commands.ts';
import { gitService, hookRunner } from './git-service.ts';
import { LeftProcesses } from './left-processes.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 240_000 });

const sandboxed = needing(sandbox === undefined && lacks.sandbox);
const said = async (work: Promise<unknown>) => work.then(String, (error: unknown) => (isAppError(error) ? error.in('en') : String(error)));

/** A repository with something staged, its hooks, and git as other plugins have it. */
function project(more: { readonly program?: string | undefined } = { program: sandbox }) {
  const at = place();
  onTestFinished(() => at[Symbol.dispose]());
  for (const [key, value] of [['user.name', 'Ada'] as const, ['user.email', 'ada@example.org'] as const]) at.plain('config', key, value);
  at.put('project/a.txt', 'two\n');
  at.plain('add', 'a.txt');
  const data = join(at.root, 'profile');
  at.put('profile/auth.json', 'KEY-51f0');
  const commands = new PersonCommands({
    places: { forbidden: [data], opened: [join(data, 'worktrees')], readable: [] },
    sandbox: async () => more.program,
    left: new LeftProcesses(join(data, 'commands.json')),
    changed: () => undefined,
  });
  onTestFinished(() => commands.end());
  const git = gitService(at.git, commands);
  const hook = (path: string, script: string) => chmodSync(at.put(`project/${path}`, `#!/bin/bash\n${script}\n`), 0o755);
  const trusted = async (act: 'commit' | 'push' = 'commit', accessMode: TrustedHooks['accessMode'] = 'secure'): Promise<TrustedHooks> => {
    const found = await git.hooks(at.folder, act);
    return { fingerprint: found?.fingerprint ?? '', accessMode, network: accessMode === 'open' };
  };
  const commit = async (hooks?: TrustedHooks, isAmend = false) =>
    await git.commit(at.folder, { message: 'Say it', isAmend, ...(hooks && { hooks }) });
  const log = () => at.plain('log', '--format=%s').trim().split('\n');
  return { ...at, commands, git, hook, trusted, commit, log, data };
}

sandboxed(
  'G1: the hooks of a commit run in turn, once they are trusted as they are: what they stage and write is what is committed',
  async () => {
    const { folder, plain, hook, trusted, commit, log } = project();
    hook('.git/hooks/pre-commit', 'echo pre >> ran; echo made > made.txt; git add made.txt');
    hook('.git/hooks/prepare-commit-msg', 'echo "prepare $2" >> ran; printf "\\ntwice" >> "$1"; sed -i "1s/$/ well/" "$1"');
    hook('.git/hooks/commit-msg', 'echo msg >> ran; grep -q "Say it well" "$1"');
    hook('.git/hooks/post-commit', 'echo "post $(git log -1 --format=%s)" >> ran; exit 1');
    hook('.git/hooks/post-rewrite', 'echo "rewrite $1 $(wc -w)" >> ran');
    hook('.git/hooks/post-checkout', 'echo checkout >> ran');
    const untrusted = await codeOf(commit());
    const before = existsSync(join(folder, 'ran'));
    const hooks = await trusted();
    await commit(hooks);
    const first = [plain('log', '-1', '--format=%B').trim(), plain('show', 'HEAD:made.txt'), plain('show', 'HEAD:a.txt')];
    hook('.git/hooks/commit-msg', 'exit 0 # changed');
    const changed = await codeOf(commit(hooks, true));
    await commit(await trusted(), true);
    expect({ untrusted, before, first, changed, log: log(), ran: readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n') }).toEqual({
      untrusted: 'hooks',
      before: false,
      first: ['Say it well\n\ntwice', 'made\n', 'two\n'],
      changed: 'hooks',
      log: ['Say it well', 'first'],
      ran: ['pre', 'prepare message', 'msg', 'post Say it well', 'pre', 'prepare message', 'post Say it well', 'rewrite amend 2'],
    });
    expect(plain('fsck', '--no-dangling').trim()).toBe('');
  },
);

sandboxed('G1: in a worktree the hooks of the repository and those of its own files run as in the checkout', async () => {
  const { folder, put, plain, hook, git, worktrees, data } = project();
  hook('.husky/pre-commit', 'echo own > by-hook; git add by-hook');
  plain('add', '-A');
  plain('commit', '-qm', 'hooks');
  plain('config', 'core.hooksPath', '.husky');
  const work = await worktrees.add(folder, { name: 'one', from: 'main' });
  const add = async (text: string) => {
    put(`profile${work.slice(data.length)}/a.txt`, text);
    await git.stage(work, ['a.txt']);
    const found = await git.hooks(work, 'commit');
    const hooks = { fingerprint: found?.fingerprint ?? '', accessMode: 'secure', network: false } as const;
    await git.commit(work, { message: text, isAmend: false, hooks });
    return found?.place;
  };
  const own = await add('three\n');
  plain('config', '--unset', 'core.hooksPath');
  hook('.git/hooks/pre-commit', 'echo shared > by-hook; git add by-hook');
  const shared = await add('four\n');
  const kept = ['atelier/one~1', 'atelier/one'].map(name => plain('show', `${name}:by-hook`));
  expect({ own, shared, kept, main: plain('log', '-1', '--format=%s', 'main') }).toEqual({
    own: '.husky',
    shared: join(folder, '.git/hooks'),
    kept: ['own\n', 'shared\n'],
    main: 'hooks\n',
  });
});

sandboxed('what a hook says when it refuses is told, hidden characters spelled out, and what is staged stays staged', async () => {
  const { plain, hook, trusted, commit, log } = project();
  hook('.git/hooks/pre-commit', "printf '\\033[31mTabs in a.txt\\u202e\\033[0m\\n' >&2; exit 1");
  const words = await said(commit(await trusted()));
  hook('.git/hooks/pre-commit', 'exit 0');
  hook('.git/hooks/commit-msg', ': > "$1"');
  const empty = await codeOf(commit(await trusted()));
  expect({ words, empty, log: log(), staged: plain('diff', '--cached', '--name-only') }).toEqual({
    words: expect.stringMatching(/pre-commit refused it\. Correct what it says.* It said: “Tabs in a\.txt/s),
    empty: 'hook-message',
    log: ['first'],
    staged: 'a.txt\n',
  });
  expect(['\u001b', '\u202e'].filter(one => words.includes(one))).toEqual([]);
});

sandboxed('a hook that hangs is ended with all that it started, and said', async () => {
  const { folder, hook, trusted, commands, committing, log } = project();
  hook('.git/hooks/pre-commit', 'echo waiting; (sleep 600 & sleep 600) ; true');
  const runner = hookRunner(commands, await trusted(), 1);
  const words = await said(committing.commit(folder, { message: 'x', isAmend: false, runner }));
  expect({ words, log: log(), left: await processesUnder(folder) }).toEqual({
    words: expect.stringContaining('did not come to an end'),
    log: ['first'],
    left: [],
  });
});

sandboxed(
  'G1: a hook reads nothing of the app and gets none of its variables; in secure mode it writes in the project alone, and no other hook',
  async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'SECRET-77');
    onTestFinished(() => void vi.unstubAllEnvs());
    const found = [];
    for (const mode of ['secure', 'open'] as const) {
      const { root, folder, data, hook, trusted, commit } = project();
      const lines = [
        `{ cat ${data}/auth.json; env; } > seen 2>/dev/null`,
        `echo 1 > ${root}/outside`,
        'echo x > .git/hooks/pre-push',
        'true',
      ];
      hook('.git/hooks/pre-commit', lines.join('; '));
      await commit(await trusted('commit', mode));
      const seen = readFileSync(join(folder, 'seen'), 'utf8');
      found.push({
        mode,
        secrets: ['KEY-51f0', 'SECRET-77'].filter(secret => seen.includes(secret)),
        isVariables: seen.includes('GIT_INDEX_FILE='),
        outside: existsSync(join(root, 'outside')),
        hook: existsSync(join(folder, '.git/hooks/pre-push')),
      });
    }
    expect(found).toEqual([
      { mode: 'secure', secrets: [], isVariables: true, outside: false, hook: false },
      { mode: 'open', secrets: [], isVariables: true, outside: true, hook: true },
    ]);
  },
);

test('G1: hooks outside of the repository, by a setting or a link, and those that only git can run are refused in words, and not run', async () => {
  const { root, folder, put, plain, hook, git, trusted, commit, log } = project({ program: undefined });
  const mark = join(root, 'ran');
  chmodSync(put('elsewhere/pre-commit', `#!/bin/sh\ntouch ${mark}\n`), 0o755);
  const answers: string[] = [];
  const attempt = async () =>
    answers.push(
      await codeOf(git.hooks(folder, 'commit')),
      await codeOf(commit({ fingerprint: '', accessMode: 'secure', network: false })),
    );
  plain('config', 'core.hooksPath', join(root, 'elsewhere'));
  await attempt();
  plain('config', '--unset', 'core.hooksPath');
  mkdirSync(join(folder, '.git/hooks'), { recursive: true });
  symlinkSync(join(root, 'elsewhere/pre-commit'), join(folder, '.git/hooks/pre-commit'));
  await attempt();
  hook('.git/hooks/reference-transaction', `touch ${mark}`);
  await attempt();
  expect({ answers, ran: existsSync(mark), log: log() }).toEqual({
    answers: ['hooks-outside', 'hooks-outside', 'hooks-outside', 'hooks-outside', 'hooks-other', 'hooks-other'],
    ran: false,
    log: ['first'],
  });
  expect(await trusted().catch(() => 'refused')).toBe('refused');
});

sandboxed(
  'G4: a push runs the hook that checks it, with the branch and the address that was seen; one that refuses keeps the server as it is',
  async () => {
    const { root, folder, plain, hook, git, trusted } = project();
    const { address, asked, bare } = await gitServer(folder, root);
    plain('remote', 'add', 'origin', address);
    plain('commit', '-qm', 'second');
    hook('.git/hooks/pre-push', 'echo "$1 $2" > ran; cat >> ran; echo Not today; exit 1');
    const to = { remote: 'origin', address, branch: 'main' };
    const untrusted = await codeOf(git.push(folder, to));
    const refused = await said(git.push(folder, to, await trusted('push')));
    const ran = readFileSync(join(folder, 'ran'), 'utf8');
    const reached = asked.length;
    hook('.git/hooks/pre-push', 'exit 0');
    const pushed = await codeOf(git.push(folder, to, await trusted('push')));
    const head = plain('rev-parse', 'HEAD').trim();
    expect({ untrusted, refused, ran, reached, pushed, there: plain('--git-dir', bare, 'rev-parse', 'main').trim() }).toEqual({
      untrusted: 'push-hooks',
      refused: expect.stringContaining('pre-push refused it'),
      ran: `origin ${address}\nrefs/heads/main ${head} refs/heads/main ${'0'.repeat(40)}\n`,
      reached: 0,
      pushed: 'done',
      there: head,
    });
  },
);

const every = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg'],
  ...['post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'post-rewrite', 'pre-auto-gc', 'post-index-change'],
  ...['reference-transaction', 'push-to-checkout', 'fsmonitor-watchman', 'sendemail-validate'],
];

test.each(['.git/hooks', '.git/own'])(
  'G1: no other call of git runs a hook of %s, whatever is asked for, and commit and push none that nobody has trusted',
  async place => {
    const { root, folder, put, plain, hook, git } = project({ program: undefined });
    const mark = join(root, 'ran');
    const { address } = await gitServer(folder, root);
    plain('remote', 'add', 'origin', address);
    plain('commit', '-qm', 'second');
    const work = await git.addWorktree(folder, { name: 'before', from: 'main' });
    put('project/a.txt', 'ours\n');
    plain('commit', '-qam', 'ours');
    if (place !== '.git/hooks') plain('config', 'core.hooksPath', place);
    for (const name of every) hook(`${place}/${name}`, `echo ${name} >> ${mark}`);
    const to = { remote: 'origin', address, branch: 'main' };
    const part = { path: 'a.txt', patch: '', isReverse: false };
    const begun = await git.beginResolving(work, 'r').catch(() => ({ worktree: work, ours: '', theirs: '' }));
    const calls: { readonly [Name in keyof GitService]: () => Promise<unknown> } = {
      workTree: () => git.workTree(folder),
      repository: () => git.repository(folder),
      status: () => git.status(folder),
      differences: () => git.differences(folder),
      diff: () => git.diff(folder, { isStaged: false }),
      files: () => git.files(folder),
      ignored: () => git.ignored(folder, ['a.txt']),
      changed: () => git.changed(folder),
      mark: () => git.mark(folder),
      marked: () => git.marked(folder, ['a.txt'], 1000),
      unmark: () => git.unmark(folder),
      init: () => git.init(folder),
      remotes: () => git.remotes(folder),
      fetch: () => git.fetch(folder, to),
      remoteFiles: () => git.remoteFiles({ address }, { name: 'a.txt', depth: 1 }),
      filesAt: () => git.filesAt(folder, Date.now()),
      stage: () => git.stage(folder),
      unstage: () => git.unstage(folder),
      stagePatch: () => git.stagePatch(folder, part),
      discard: () => git.discard(folder, 'a.txt'),
      putBack: () => git.putBack(folder, { path: 'a.txt', name: 'x' }),
      hooks: () => git.hooks(folder, 'commit'),
      commit: () => git.commit(folder, { message: 'x', isAmend: true }),
      push: () => git.push(folder, to),
      merge: () => git.merge(work),
      conflicts: () => git.conflicts(work),
      beginResolving: () => git.beginResolving(work, 'again'),
      takeResolved: () => git.takeResolved(work, { ...begun, files: [] }),
      pull: () => git.pull(folder, to),
      lock: () => git.lock(folder),
      removeLock: () => git.removeLock(folder, 'x'),
      addWorktree: () => git.addWorktree(folder, { name: 'two', from: 'main' }),
      bringIgnored: () => git.bringIgnored(folder, work),
      worktrees: () => git.worktrees(),
      removedWorktrees: () => git.removedWorktrees(),
      worktreesErased: () => git.worktreesErased(),
      keepWorktree: () => git.keepWorktree(work),
      removeKeptWorktree: () => git.removeKeptWorktree(work, 'x'),
      bringWorktreeBack: () => git.bringWorktreeBack(folder, { name: 'x', branch: 'y' }),
      removeWorktree: () => git.removeWorktree(work),
    };
    expect(Object.keys(calls).sort()).toEqual(Object.keys(git).sort());
    const ran: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      put('project/a.txt', `${name}\n`);
      await call().catch(() => undefined);
      if (existsSync(mark)) ran.push(name);
    }
    expect(ran).toEqual([]);
  },
);
