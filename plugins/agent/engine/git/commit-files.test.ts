import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { detectSandbox } from '../detect-sandbox.ts';

const sandbox = await detectSandbox();

test('the files of the commit of a time are read without a checkout: no link, no filter, and not what came later', async () => {
  using temp = tempFolder();
  const root = realpathSync(temp.path);
  const folder = join(root, 'project');
  mkdirSync(join(folder, 'src'), { recursive: true });
  const plain = (at: number, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      ...{ cwd: folder, encoding: 'utf8', stdio: 'pipe' },
      env: { ...process.env, GIT_AUTHOR_DATE: `@${at} +0000`, GIT_COMMITTER_DATE: `@${at} +0000` },
    });
  plain(0, 'init', '-q');
  writeFileSync(join(folder, 'src/a.txt'), 'one\n');
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n');
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('/etc/passwd', join(folder, 'link.txt'));
  writeFileSync(join(folder, '.gitattributes'), '*.txt filter=evil\n');
  plain(1000, 'add', '-A');
  plain(1000, 'commit', '-qm', 'first');
  plain(1000, 'config', 'filter.evil.smudge', `touch ${root}/ran; cat`);
  writeFileSync(join(folder, 'src/a.txt'), 'two\n');
  plain(2000, 'commit', '-qam', 'second');
  const git = testGit(join(root, 'profile'), sandbox, { opened: [], env: process.env });
  const at = async (time: number) =>
    (await git.commitFiles.at(join(folder, 'src'), time))?.files.map(({ path, bytes, isExecutable }) => [
      path,
      Buffer.from(bytes).toString('utf8').slice(0, 3),
      isExecutable,
    ]);
  expect([await at(500_000), await at(1_500_000), (await at(9_000_000))?.at(-1)]).toEqual([
    undefined,
    [
      ['.gitattributes', '*.t', false],
      ['run.sh', '#!/', true],
      ['src/a.txt', 'one', false],
    ],
    ['src/a.txt', 'two', false],
  ]);
});
