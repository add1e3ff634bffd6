import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

beforeEach(context => context.skip(process.platform !== 'linux', 'only Linux says which programs work with a file'));

test('the lock of a git that was killed is told, and removed once the person says so; the index stays as it was', async () => {
  using at = place();
  at.put('project/a.txt', 'two\n');
  const editor = at.put('editor.sh', `touch '${join(at.root, 'begun')}'\nwhile [ ! -e '${join(at.root, 'end')}' ]; do sleep 0.05; done\n`);
  const git = spawn('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-a'], {
    cwd: at.folder,
    env: { ...process.env, GIT_EDITOR: `/bin/sh ${editor}` },
    stdio: 'ignore',
  });
  const ended = new Promise(resolve => git.once('close', resolve));
  await expect.poll(() => existsSync(join(at.root, 'begun'))).toBe(true);
  const index = readFileSync(join(at.folder, '.git/index'));
  const during = await at.locks.find(at.folder);
  const held = await codeOf(at.locks.remove(at.folder, during?.fingerprint ?? ''));
  git.kill('SIGKILL');
  await ended;
  const staged = await at.committing.stage(at.folder).catch(String);
  const left = await at.locks.find(at.folder);
  const other = await codeOf(at.locks.remove(at.folder, 'another'));
  const isLeft = existsSync(left?.path ?? '');
  const removed = await codeOf(at.locks.remove(at.folder, left?.fingerprint ?? ''));
  at.put('end', '');
  expect({ heldBy: during?.heldBy, held, staged, left, other, isLeft, removed }).toEqual({
    heldBy: `git (${git.pid})`,
    held: 'lock-held',
    staged: expect.stringContaining(join(at.folder, '.git/index.lock')),
    left: { path: join(at.folder, '.git/index.lock'), since: expect.any(Number), fingerprint: expect.any(String), canTell: true },
    ...{ other: 'lock-changed', isLeft: true, removed: 'done' },
  });
  expect([readFileSync(join(at.folder, '.git/index')).equals(index), await codeOf(at.committing.stage(at.folder))]).toEqual([true, 'done']);
  expect(readdirSync(join(at.folder, '.git')).filter(name => name.includes('lock'))).toEqual([]);
});

test('a lock that becomes another one while it is told who works with it is not touched', async () => {
  using at = place();
  const lock = at.put('project/.git/index.lock', 'left behind');
  const found = await at.locks.find(at.folder);
  const removing = codeOf(at.locks.remove(at.folder, found?.fingerprint ?? ''));
  writeFileSync(lock, 'of another git');
  // A move or a second name changes it.
  const before = statSync(lock, { bigint: true }).ctimeNs;
  expect([await removing, readFileSync(lock, 'utf8'), statSync(lock, { bigint: true }).ctimeNs]).toEqual([
    ...['lock-changed', 'of another git', before],
  ]);
});

test('a git that is wrapped, and so called by another name, holds the lock of its repository', async () => {
  using at = place();
  at.put('project/.git/index.lock', 'at work');
  const program = join(at.root, '.git-wrapped');
  copyFileSync('/bin/sleep', program);
  const wrapped = spawn(program, ['60'], { cwd: at.folder, stdio: 'ignore' });
  await once(wrapped, 'spawn');
  const found = await at.locks.find(at.folder);
  wrapped.kill();
  await once(wrapped, 'close');
  expect(found?.heldBy).toBe(`.git-wrapped (${wrapped.pid})`);
});

test('a lock that any program has open, that has become another one, or that is no file is not removed', async () => {
  using at = place();
  const lock = join(at.folder, '.git/index.lock');
  const nothing = [await at.locks.find(at.folder), await codeOf(at.locks.remove(at.folder, 'x'))];
  const file = openSync(lock, 'w');
  const open = await at.locks.find(at.folder);
  const opened = await codeOf(at.locks.remove(at.folder, open?.fingerprint ?? ''));
  closeSync(file);
  writeFileSync(lock, 'another git');
  const changed = await codeOf(at.locks.remove(at.folder, open?.fingerprint ?? ''));
  rmSync(lock);
  at.put('project/.git/index.lock/file', '');
  const folder = await at.locks.find(at.folder);
  const noFile = await codeOf(at.locks.remove(at.folder, folder?.fingerprint ?? ''));
  expect({
    nothing,
    isHeld: open?.heldBy?.endsWith(`(${process.pid})`),
    opened,
    changed,
    noFile,
    isThere: existsSync(join(lock, 'file')),
  }).toEqual({
    ...{ nothing: [undefined, 'done'], isHeld: true, opened: 'lock-held', changed: 'lock-changed', noFile: 'failed', isThere: true },
  });
});
