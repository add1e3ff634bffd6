import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { traps } from '../../../../tests/support/git-traps.ts';
import { hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place } from './place.fixture.ts';

test('what is discarded of a file is put back as it was: changed, staged in part, new, removed, a program, a link, and names of all kinds', async () => {
  using at = place();
  const file = (name: string) => join(at.folder, name);
  at.put('project/staged.txt', 'one\n');
  at.put('project/gone.txt', 'one\n');
  symlinkSync('a.txt', file('link'));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  writeFileSync(file('a.txt'), Buffer.from([0x63, 0xe9, 0x0d, 0x0a]));
  at.put('project/staged.txt', 'two\n');
  at.plain('add', 'staged.txt');
  at.put('project/staged.txt', 'three\n');
  rmSync(file('gone.txt'));
  rmSync(file('link'));
  symlinkSync('../elsewhere', file('link'));
  const odd = 'deep/:(top) "odd"\n*.txt';
  at.put(`project/${odd}`, 'new\n');
  at.put('project/run.sh', '#!/bin/sh\n');
  chmodSync(file('run.sh'), 0o755);
  const names = ['a.txt', 'staged.txt', 'gone.txt', 'link', odd, 'run.sh'];
  const all = () =>
    names.map(name => {
      const stats = lstatSync(file(name), { throwIfNoEntry: false });
      if (stats === undefined) return null;
      return stats.isSymbolicLink() ? readlinkSync(file(name)) : [readFileSync(file(name), 'latin1'), (stats.mode & 0o100) !== 0];
    });
  const before = all();
  const kept: string[] = [];
  for (const path of names) kept.push(await at.discarding.discard(at.folder, path));
  const discarded = all();
  // It leaves the index as it is.
  const status = at.plain('--no-optional-locks', 'status', '--porcelain');
  execFileSync('git', ['gc', '-q', '--prune=now'], { cwd: at.folder });
  for (const [index, path] of names.entries()) await at.discarding.putBack(at.folder, { path, name: kept[index] ?? '' });
  expect({ discarded, status, back: all() }).toEqual({
    discarded: [['one\n', false], ['two\n', false], ['one\n', false], 'a.txt', null, null],
    status: 'M  staged.txt\n',
    back: before,
  });
});

test('what was changed after discarding is not written over', async () => {
  using at = place();
  at.put('project/a.txt', 'two\n');
  at.put('project/new.txt', 'new\n');
  const [first, second] = [await at.discarding.discard(at.folder, 'a.txt'), await at.discarding.discard(at.folder, 'new.txt')];
  at.put('project/a.txt', 'later\n');
  at.put('project/new.txt', 'later\n');
  const codes = [
    await codeOf(at.discarding.putBack(at.folder, { path: 'a.txt', name: first })),
    await codeOf(at.discarding.putBack(at.folder, { path: 'new.txt', name: second })),
  ];
  expect([codes, ...['a.txt', 'new.txt'].map(name => readFileSync(join(at.folder, name), 'utf8'))]).toEqual([
    ['changed-since', 'changed-since'],
    'later\n',
    'later\n',
  ]);
});

test('G1: discarding reaches nothing outside of the work tree, over no link, and nothing in the repository itself', async () => {
  using at = place();
  mkdirSync(join(at.root, 'outside'));
  at.put('outside/a.txt', 'mine\n');
  symlinkSync(join(at.root, 'outside'), join(at.folder, 'way'));
  const codes: string[] = [];
  for (const path of ['way/a.txt', '../outside/a.txt', '.git/config', join(at.root, 'outside/a.txt'), 'way'])
    codes.push(await codeOf(at.discarding.discard(at.folder, path)));
  expect([codes, readFileSync(join(at.root, 'outside/a.txt'), 'utf8'), existsSync(join(at.folder, '.git/config'))]).toEqual([
    ['failed', 'failed', 'failed', 'failed', 'done'],
    'mine\n',
    true,
  ]);
});

test('a removed file whose folder is a file now is not discarded, and that file stays', async () => {
  using at = place();
  at.put('project/d/deep/x', 'one\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  rmSync(join(at.folder, 'd'), { recursive: true });
  at.put('project/d', 'mine\n');
  const code = await codeOf(at.discarding.discard(at.folder, 'd/deep/x'));
  expect([code, readFileSync(join(at.folder, 'd'), 'utf8')]).toEqual(['failed', 'mine\n']);
});

test('what was discarded more than 30 days ago is no longer kept', async () => {
  using at = place();
  const tree = at.plain('rev-parse', 'HEAD^{tree}').trim();
  at.plain('update-ref', `refs/atelier/discarded/1000-${tree}`, tree);
  at.put('project/a.txt', 'two\n');
  const name = await at.discarding.discard(at.folder, 'a.txt');
  expect(at.plain('for-each-ref', '--format=%(refname)', 'refs/atelier')).toBe(`refs/atelier/discarded/${name}\n`);
});

test.each(traps.map(trap => [trap.name, trap] as const))('G1: discarding runs nothing through %s', async (_name, trap) => {
  using at = hostileRepository();
  trap.plant(at);
  at.forget();
  const { discarding } = testGit(join(at.beside, 'own'), undefined, { env: { ...process.env, ...trap.env?.(at) } });
  for (const path of ['a.txt', 'new.txt']) {
    const name = await discarding.discard(at.folder, path).catch(() => undefined);
    if (name !== undefined) await discarding.putBack(at.folder, { path, name }).catch(() => undefined);
  }
  expect(at.ran).toBe(false);
});
