import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitServer } from '../../../../tests/support/git-server.ts';
import { codeOf, place } from './place.fixture.ts';

test('G4: the files of a branch on a server are read without a checkout: no filter runs, a link is not followed, nothing is left behind', async () => {
  using at = place();
  const mark = join(at.root, 'ran');
  at.put('project/skills/one/SKILL.md', 'first\n');
  at.put('project/skills/one/run.sh', 'true\n');
  at.put('project/.gitattributes', '* filter=evil\n');
  at.put('project/.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = "!touch ${mark}"\n`);
  symlinkSync('/etc/passwd', join(at.folder, 'skills/one/secret'));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'skills');
  at.plain('branch', 'other');
  at.put('project/skills/one/SKILL.md', 'second\n');
  at.plain('commit', '-qam', 'second');
  at.put('home/.gitconfig', `[filter "evil"]\n\tsmudge = touch ${mark}\n\tclean = touch ${mark}\n`);
  const { address } = await gitServer(at.folder, at.root);
  const folders = () => readdirSync(tmpdir()).filter(name => name.includes(`.${process.pid}-`)).length;
  const before = folders();

  const read = await at.git.remoteFiles.read({ address }, { name: 'SKILL.md', depth: 4 });
  const other = await at.git.remoteFiles.read({ address, branch: 'other' }, { name: 'SKILL.md', depth: 4 });

  expect({
    files: read.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    others: read.others,
    commit: read.commit === at.plain('rev-parse', 'HEAD').trim(),
    other: other.files.map(({ bytes }) => Buffer.from(bytes).toString()),
    ran: existsSync(mark),
    left: folders() - before,
  }).toEqual({
    files: [
      ['skills/one/SKILL.md', 'second\n'],
      ['skills/one/run.sh', 'true\n'],
    ],
    others: ['skills/one/secret'],
    commit: true,
    other: ['first\n', 'true\n'],
    ran: false,
    left: 0,
  });
});

test('G4: what is no address of a server, no branch, or not there is refused, and it is said why without a password', async () => {
  using at = place();
  const { address } = await gitServer(at.folder, at.root);
  const all = { name: 'SKILL.md', depth: 4 };
  const asked: [string, string?][] = [
    [at.folder],
    [`ext::sh -c "touch ${join(at.root, 'ran')}"`],
    [`file://${at.folder}`],
    ['--upload-pack=x'],
    [address, '--all'],
    [address, 'absent'],
  ];
  const codes = await Promise.all(
    asked.map(([one, branch]) => codeOf(at.git.remoteFiles.read({ address: one, ...(branch !== undefined && { branch }) }, all))),
  );
  const absent = address.replace('http://', 'http://me:canary@').replace('x.git', 'absent.git');
  const refusal = await at.git.remoteFiles.read({ address: absent }, all).catch((error: Error) => error.message);
  expect({ codes: new Set(codes), ran: existsSync(join(at.root, 'ran')), tells: String(refusal).includes('canary') }).toEqual({
    codes: new Set(['remote-files']),
    ran: false,
    tells: false,
  });
});
