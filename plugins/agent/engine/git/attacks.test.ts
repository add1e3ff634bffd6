import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runsWithPlainGit, traps } from '../../../../tests/support/git-traps.ts';
import { type HostileRepository, hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { detectSandbox } from '../detect-sandbox.ts';

const sandbox = await detectSandbox();
const ways = [['without a sandbox', undefined] as const, ...(sandbox === undefined ? [] : [['in the sandbox', sandbox] as const])];

/** Everything that the app does with git in a folder. */
async function everything(at: HostileRepository, program: string | undefined) {
  const git = testGit(join(at.beside, 'own'), program);
  const { reading } = git;
  const { folder } = at;
  const made = await git.init(folder);
  await reading.mark(folder);
  const done = {
    made,
    top: await reading.workTree(folder),
    files: await reading.files(folder),
    ignored: await reading.ignored(folder, [join(folder, 'ignored.txt'), join(folder, 'a.txt')]),
    changed: await reading.changed(folder),
    marked: await reading.marked(
      folder,
      ['a.txt', 'src/b.txt', 'new.txt', ''].map(name => join(folder, name)),
      1_000,
    ),
  };
  await reading.unmark(folder);
  return done;
}

describe.each(ways)('%s', (_way, program) => {
  test.each(traps.map(trap => [trap.name, trap] as const))('G1, W6: nothing runs through %s', async (_name, trap) => {
    using at = hostileRepository();
    trap.plant(at);
    at.forget();
    const planted = runsWithPlainGit(trap, at);
    const before = process.cwd();
    for (const [name, value] of Object.entries(trap.env?.(at) ?? {})) vi.stubEnv(name, value);
    process.chdir(at.folder);
    onTestFinished(() => {
      process.chdir(before);
      vi.unstubAllEnvs();
    });
    const { made } = await everything(at, program);
    expect({ planted, made, ran: at.ran }).toEqual({ planted: true, made: true, ran: false });
  });

  test('what is read of a repository is right', async () => {
    using at = hostileRepository();
    const { folder } = at;
    const read = await everything(at, program);
    const marked = read.marked?.map(({ path, mode, bytes }) => [path.slice(folder.length), mode, Buffer.from(bytes ?? []).toString()]);
    expect({ ...read, marked }).toEqual({
      made: true,
      top: folder,
      files: { paths: ['new.txt', '.gitignore', 'a.txt', 'src/b.txt'], more: false },
      ignored: [join(folder, 'ignored.txt')],
      changed: { changed: [join(folder, 'a.txt')], untracked: [join(folder, 'new.txt')] },
      marked: [
        ['/.gitignore', '100644', 'ignored.txt\n'],
        ['/a.txt', '100644', 'one\n'],
        ['/src/b.txt', '100644', 'b\n'],
      ],
    });
  });

  test('G1: a repository that is swapped for another one all the time leads git nowhere', async () => {
    using at = hostileRepository();
    at.put('evil/config', `[core]\n\trepositoryformatversion = 1\n\tfsmonitor = "${at.command} #"\n`);
    for (const name of ['objects/x', 'refs/x', 'HEAD']) at.put(`evil/${name}`, 'ref: refs/heads/main\n');
    const swap = [
      'while [ ! -e stop ]; do',
      '  echo ../evil > .git/commondir; mv .git real; ln -s evil .git; rm .git; echo "gitdir: evil" > .git; rm .git',
      '  mkdir .git; echo ../evil > .git/commondir; cp evil/config .git; rm -r .git; mv real .git; rm .git/commondir; : > swapped',
      'done',
    ].join('\n');
    const swapper = spawn('/bin/sh', ['-c', swap], { cwd: at.folder, stdio: 'ignore' });
    const ended = new Promise(resolve => swapper.once('close', resolve));
    await expect.poll(() => existsSync(join(at.folder, 'swapped'))).toBe(true);
    for (let round = 0; round < 5; round += 1) await everything(at, program);
    writeFileSync(join(at.folder, 'stop'), '');
    await ended;
    expect(at.ran).toBe(false);
  });
});
