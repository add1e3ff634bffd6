import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
    brought: { paths: ['.env', 'apps/web/.env'], count: 2, isTooMuch: false },
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
  const { count } = await at.bringing.bring(at.folder, path);
  expect([count, existsSync(join(at.root, 'outside/.env')), lstatSync(join(path, '.env'), { throwIfNoEntry: false })]).toEqual([
    0,
    false,
    undefined,
  ]);
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
