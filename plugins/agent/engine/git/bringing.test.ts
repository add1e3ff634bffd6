import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { traps } from '../../../../tests/support/git-traps.ts';
import { hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place } from './place.fixture.ts';

test('a new worktree gets the .env files that git ignores, wherever they are, as private as they were; it is removed while they are as in the checkout', async () => {
  using at = place();
  at.put('project/.gitignore', '.env\nsecret.txt\n');
  at.put('project/.env', 'KEY=1\n');
  at.put('project/apps/web/.env', 'KEY=2\n');
  at.put('project/.env.example', 'KEY=\n');
  at.put('project/secret.txt', 'no\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const brought = await at.bringing.bring(at.folder, path);
  const files = ['.env', 'apps/web/.env'].map(name => readFileSync(join(path, name), 'utf8'));
  const secret = existsSync(join(path, 'secret.txt'));
  writeFileSync(join(path, '.env'), 'KEY=changed\n');
  const changed = await codeOf(at.worktrees.remove(path));
  writeFileSync(join(path, '.env'), 'KEY=1\n');
  const same = await codeOf(at.worktrees.remove(path));
  expect({ brought, files, secret, changed, same }).toEqual({
    brought: { paths: ['.env', 'apps/web/.env'], count: 2, left: [], isTooMuch: false },
    files: ['KEY=1\n', 'KEY=2\n'],
    secret: false,
    changed: 'worktree-ignored',
    same: 'done',
  });
});

test('a project says in .worktreeinclude what its worktrees need; what git does not ignore is not among it, and nothing is written over', async () => {
  using at = place();
  at.put('project/.gitignore', 'node_modules\nconfig/*.local\n.env\n');
  at.put('project/.worktreeinclude', '# what a test needs\nnode_modules\n*.local\na.txt\nnew.txt\n!skip.local\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  at.put('project/new.txt', 'not ignored\n');
  at.put('project/.env', 'KEY=1\n');
  at.put('project/config/db.local', 'db\n');
  at.put('project/config/skip.local', 'skip\n');
  at.put('project/node_modules/tide/index.js', 'tide\n');
  mkdirSync(join(at.folder, 'node_modules/.bin'));
  symlinkSync('../tide/index.js', join(at.folder, 'node_modules/.bin/tide'));
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  mkdirSync(join(path, 'config'));
  writeFileSync(join(path, 'config/db.local'), 'own\n');
  const { paths } = await at.bringing.bring(at.folder, path);
  expect([
    paths.toSorted(),
    readFileSync(join(path, 'config/db.local'), 'utf8'),
    readlinkSync(join(path, 'node_modules/.bin/tide')),
  ]).toEqual([['node_modules/.bin/tide', 'node_modules/tide/index.js'], 'own\n', '../tide/index.js']);
});

test('G1: what is brought comes from the checkout alone and stays in the worktree: over no link in either, and no link that leads out', async () => {
  using at = place();
  mkdirSync(join(at.root, 'outside'));
  at.put('outside/id', 'my key\n');
  at.put('project/.gitignore', '.env\n.env.*\nway\n');
  symlinkSync(join(at.root, 'outside'), join(at.folder, 'folder'));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  symlinkSync(join(at.root, 'outside/id'), join(at.folder, '.env'));
  symlinkSync('../outside/id', join(at.folder, '.env.two'));
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  // In the checkout it is a folder by now, in the worktree still a link.
  at.plain('rm', '-q', '--cached', 'folder');
  rmSync(join(at.folder, 'folder'));
  at.put('project/folder/.env', 'KEY=1\n');
  const { count, left } = await at.bringing.bring(at.folder, path);
  expect([
    count,
    left.toSorted(),
    existsSync(join(at.root, 'outside/.env')),
    lstatSync(join(path, '.env'), { throwIfNoEntry: false }),
  ]).toEqual([0, ['.env', '.env.two', 'folder/.env'], false, undefined]);
});

test('G1: a folder of the checkout that a link out of it replaces right before a file is opened lets nothing into the worktree', async () => {
  using at = place();
  at.put('outside/.env', 'my key\n');
  at.put('project/.gitignore', '.env\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  const way = dirname(at.put('project/way/.env', 'KEY=1\n'));
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const { open } = fs;
  onTestFinished(() => {
    fs.open = open;
    syncBuiltinESMExports();
  });
  let swaps = 0;
  fs.open = async (...args) => {
    if (args[0] !== join(way, '.env')) return await open(...args);
    swaps += 1;
    renameSync(way, join(at.root, 'kept'));
    symlinkSync('../outside', way);
    const handle = await open(...args);
    rmSync(way);
    renameSync(join(at.root, 'kept'), way);
    return handle;
  };
  syncBuiltinESMExports();
  const { count, left } = await at.bringing.bring(at.folder, path);
  expect({ swaps, count, left, isThere: existsSync(join(path, 'way/.env')) }).toEqual({
    ...{ swaps: 1, count: 0, left: ['way/.env'], isThere: false },
  });
});

test('what is named and not copied is told: no ordinary file, a very large one, a link out; rules that are a link are not followed', async () => {
  using at = place();
  at.put('project/.gitignore', 'kept/\n.env\n.worktreeinclude\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  at.put('project/.worktreeinclude', '/kept/*\n/../outside\n/etc/passwd\n../outside\n');
  at.put('outside', 'mine\n');
  at.put('project/kept/small', 'small\n');
  at.put('project/kept/large', '');
  truncateSync(join(at.folder, 'kept/large'), 200 * 1024 * 1024);
  symlinkSync('../../outside', join(at.folder, 'kept/out'));
  symlinkSync('/etc/passwd', join(at.folder, 'kept/passwd'));
  execFileSync('mkfifo', [join(at.folder, 'kept/pipe')]);
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const { paths, left } = await at.bringing.bring(at.folder, path);
  rmSync(join(at.folder, '.worktreeinclude'));
  symlinkSync('../outside', join(at.folder, '.worktreeinclude'));
  const linked = await at.bringing.bring(at.folder, path);
  expect({ paths, left: left.toSorted(), linked, kept: readdirSync(join(path, 'kept')) }).toEqual({
    paths: ['kept/small'],
    left: ['kept/large', 'kept/out', 'kept/passwd'],
    linked: { paths: [], count: 0, left: [], isTooMuch: false, isUnread: true },
    kept: ['small'],
  });
});

test('of many files that are named and not copied the first are told, and how many more there are', async () => {
  using at = place();
  at.put('project/.gitignore', 'kept/\n');
  at.put('project/.worktreeinclude', '/kept/*\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  mkdirSync(join(at.folder, 'kept'));
  for (let number = 0; number < 23; number += 1) symlinkSync('/etc/passwd', join(at.folder, `kept/${number}`));
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const { left, moreLeft } = await at.bringing.bring(at.folder, path);
  expect([left.length, moreLeft]).toEqual([20, 3]);
});

test('rules with which git does not come to an end bring nothing, and the worktree stays', async () => {
  using at = place();
  at.put('project/.worktreeinclude', '.env\n');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const read = at.program.read.bind(at.program);
  at.program.read = async command =>
    command.args[0] === 'ls-files' ? { code: undefined, output: Buffer.alloc(0), complaint: '' } : await read(command);
  expect(await at.bringing.bring(at.folder, path)).toEqual({ paths: [], count: 0, left: [], isTooMuch: true });
});

test.each(traps.map(trap => [trap.name, trap] as const))('G1: bringing what is ignored runs nothing through %s', async (_name, trap) => {
  using at = hostileRepository();
  trap.plant(at);
  at.forget();
  const git = testGit(join(at.beside, 'own'), undefined, { env: { ...process.env, ...trap.env?.(at) } });
  writeFileSync(join(at.folder, '.env'), 'KEY=1\n');
  mkdirSync(join(at.beside, 'to'));
  await git.bringing.bring(at.folder, join(at.beside, 'to')).catch(() => undefined);
  expect(at.ran).toBe(false);
});
