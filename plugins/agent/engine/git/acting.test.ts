import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitServer } from '../../../../tests/support/git-server.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { isAddress, isBranch } from './network.ts';
import { codeOf, place, sandbox } from './place.fixture.ts';

test('G4: a branch is pushed to, and fetched from, the remote that was chosen at the address that was seen; nothing of the repository’s settings is used', async () => {
  using at = place();
  const { address, bare } = await gitServer(at.folder, at.root);
  const other = await gitServer(at.folder, join(at.root, 'other'));
  const mark = join(at.root, 'ran');
  at.plain('remote', 'add', 'origin', address);
  at.plain('remote', 'add', 'theirs', other.address);
  for (const [key, value] of Object.entries({
    'core.sshCommand': `touch ${mark} #`,
    'credential.helper': `!touch ${mark} #`,
    'remote.origin.uploadpack': `touch ${mark} #`,
    'remote.origin.receivepack': `touch ${mark} #`,
    'remote.origin.vcs': 'ext',
    'remote.pushDefault': 'theirs',
    [`url.${other.address}.insteadOf`]: address,
    [`url.${other.address}.pushInsteadOf`]: address,
    'http.proxy': other.address,
    'push.followTags': 'true',
    'push.recurseSubmodules': 'on-demand',
  }))
    at.plain('config', key, value);
  at.plain('checkout', '-q', '-b', 'work');
  at.put('project/a.txt', 'two\n');
  at.plain('commit', '-qam', 'second');
  const remotes = await at.network.remotes(at.folder);
  await at.network.push(at.folder, { remote: 'origin', address, branch: 'work' });
  const pushed = execFileSync('git', ['log', '--format=%s', 'work'], { cwd: bare, encoding: 'utf8' });
  const commit = execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit-tree', 'work^{tree}', '-p', 'work', '-m', 'third'],
    {
      cwd: bare,
      encoding: 'utf8',
    },
  ).trim();
  execFileSync('git', ['update-ref', 'refs/heads/work', commit], { cwd: bare });
  await at.network.fetch(at.folder, { remote: 'origin', address, branch: 'work' });
  expect({
    remotes: remotes.map(({ name, fetches }) => [name, fetches]),
    pushed,
    fetched: at.plain('log', '-1', '--format=%s', 'refs/remotes/origin/work'),
    ran: existsSync(mark),
    others: other.asked,
  }).toEqual({
    remotes: [
      ['origin', address],
      ['theirs', other.address],
    ],
    pushed: 'second\nfirst\n',
    fetched: 'third\n',
    ran: false,
    others: [],
  });
});

test('G4: what a pre-push hook would check is not pushed and the hook is not run, wherever it is named; a repository’s other hooks keep nobody', async () => {
  using at = place();
  const { address, asked } = await gitServer(at.folder, at.root);
  at.plain('remote', 'add', 'origin', address);
  const mark = join(at.root, 'ran');
  const hook = (path: string) => chmodSync(at.put(path, `#!/bin/sh\ntouch ${mark}\n`), 0o755);
  const push = () => codeOf(at.network.push(at.folder, { remote: 'origin', address, branch: 'main' }));
  hook('project/.git/hooks/pre-push');
  const own = await push();
  hook('project/.husky/pre-push');
  rmSync(join(at.folder, '.git/hooks/pre-push'));
  at.plain('config', 'core.hooksPath', '.husky');
  const elsewhere = await push();
  const reached = asked.length;
  at.plain('config', '--unset', 'core.hooksPath');
  hook('project/.git/hooks/pre-commit');
  expect({ own, elsewhere, reached, other: await push(), ran: existsSync(mark) }).toEqual({
    own: 'push-hooks',
    elsewhere: 'push-hooks',
    reached: 0,
    other: 'done',
    ran: false,
  });
});

test('a branch that is pushed for the first time follows where it went; one that follows another name goes there, but never to what others are merged into', async () => {
  using at = place();
  const { address, bare } = await gitServer(at.folder, at.root);
  at.plain('remote', 'add', 'origin', address);
  const heads = () =>
    execFileSync('git', ['for-each-ref', '--format=%(refname:short) %(subject)'], { cwd: bare, encoding: 'utf8' }).trim().split('\n');
  const pushes = async () => (await at.differing.differences(at.folder))?.pushes;
  const work = async (branch: string) => {
    at.put('project/a.txt', `${branch}\n`);
    at.plain('commit', '-qam', branch, '--allow-empty');
    const place = await pushes();
    if (place !== undefined) await at.network.push(at.folder, place);
    const { ahead, behind } = (await pushes())?.apart ?? {};
    return {
      to: place?.branch,
      before: place?.apart?.ahead,
      after: [ahead, behind],
      follows: (await at.reading.status(at.folder))?.upstream?.name,
    };
  };
  at.plain('checkout', '-q', '-b', 'new');
  const first = await work('new');
  const again = await work('new');
  at.plain('checkout', '-q', '-b', 'mine');
  at.plain('config', 'branch.mine.remote', 'origin');
  at.plain('config', 'branch.mine.merge', 'refs/heads/new');
  const named = await work('mine');
  at.plain('checkout', '-q', '-b', 'fix');
  at.plain('config', 'branch.fix.remote', 'origin');
  at.plain('config', 'branch.fix.merge', 'refs/heads/main');
  const fromBase = await work('fix');
  expect({ first, again, named, fromBase, heads: heads() }).toEqual({
    first: { to: 'new', before: undefined, after: [0, 0], follows: 'origin/new' },
    again: { to: 'new', before: 1, after: [0, 0], follows: 'origin/new' },
    named: { to: 'new', before: 1, after: [0, 0], follows: 'origin/new' },
    fromBase: { to: 'fix', before: undefined, after: [0, 0], follows: undefined },
    heads: ['fix fix', 'main first', 'new mine'],
  });
});

test('G4: another address than the one that was seen, a helper, a path, a partial clone and large files are refused, and nobody is asked', async () => {
  using at = place();
  const { address, asked } = await gitServer(at.folder, at.root);
  const outcomes: Record<string, string> = {};
  const use = async (name: string, url: string, seen = url) => {
    at.plain('config', 'remote.origin.url', url);
    outcomes[name] = await codeOf(at.network.fetch(at.folder, { remote: 'origin', address: seen, branch: 'main' }));
  };
  await use('other', address, 'http://127.0.0.1:1/x.git');
  await use('ext', 'ext::sh -c "touch ran"');
  await use('file', `file://${at.folder}`);
  await use('path', at.folder);
  await use('option', '--upload-pack=touch ran');
  await use('ssh option', 'ssh://-oProxyCommand=touch/x');
  outcomes['no remote'] = await codeOf(at.network.fetch(at.folder, { remote: 'nobody', address: '', branch: 'main' }));
  at.plain('config', 'remote.origin.url', address);
  outcomes.branch = await codeOf(at.network.fetch(at.folder, { remote: 'origin', address, branch: '--upload-pack=x' }));
  outcomes.pattern = await codeOf(at.network.fetch(at.folder, { remote: 'origin', address, branch: '*' }));
  mkdirSync(join(at.folder, '.git/lfs/objects'), { recursive: true });
  outcomes['large files'] = await codeOf(at.network.push(at.folder, { remote: 'origin', address, branch: 'main' }));
  at.plain('config', 'extensions.partialClone', 'origin');
  outcomes.partial = await codeOf(at.network.fetch(at.folder, { remote: 'origin', address, branch: 'main' }));
  at.plain('config', '--add', 'remote.two.url', address);
  at.plain('config', '--add', 'remote.two.url', 'http://127.0.0.1:1/y.git');
  outcomes['two addresses'] = await codeOf(at.network.push(at.folder, { remote: 'two', address, branch: 'main' }));
  expect({ outcomes, asked }).toEqual({
    outcomes: {
      other: 'remote',
      ext: 'address',
      file: 'address',
      path: 'address',
      option: 'address',
      'ssh option': 'address',
      'no remote': 'remote',
      branch: 'name',
      pattern: 'name',
      'large files': 'large-files',
      partial: 'partial',
      'two addresses': 'partial',
    },
    asked: [],
  });
});

test('G4: which addresses and names are taken', () => {
  const yes = ['https://a.b/c', 'http://u:p@a.b:8/c', 'ssh://git@a.b/c', 'git@a.b:c/d.git', 'ab:c', 'ssh://[::1]/x'];
  const no = [
    ...[
      'ext::sh -c x',
      'ext::https://a',
      'file:///a',
      '/a',
      './a',
      '../a',
      'C:\\a',
      'C:/a',
      '-oProxyCommand=x:y',
      'https://-a/b',
      'ssh://-a/b',
    ],
    ...['ssh://u@-a/b', '--upload-pack=x', 'a b:c', 'git://a/b', 'ftp://a/b', 'a:-b', 'transport::https://a', '', 'https://', 'HTTPS::a:b'],
  ];
  const names = ['main', 'feature/x-1', 'é', 'v1.0', 'a+b', 'a@b'];
  const refused = [
    '-x',
    'a b',
    'a..b',
    'a/',
    '/a',
    'a//b',
    '*',
    'a:b',
    'a^',
    'a~1',
    'a@{1}',
    'a.lock',
    'a.lock/b',
    'a/.b',
    'a/-b',
    '',
    'a\\b',
    'a\nb',
  ];
  expect([yes.filter(one => !isAddress(one)), no.filter(isAddress), names.filter(one => !isBranch(one)), refused.filter(isBranch)]).toEqual(
    [[], [], [], []],
  );
});

const filterProgram = (mark: string) => `#!${process.execPath}
const fs = require('node:fs');
fs.appendFileSync(${JSON.stringify(mark)}, process.argv.slice(2).join(' ') + ' as ' + process.argv[1] + '\\n');
const read = size => { const b = Buffer.alloc(size); let at = 0; while (at < size) { const n = fs.readSync(0, b, at, size - at, null); if (n === 0) process.exit(0); at += n; } return b; };
const packet = () => { const size = Number.parseInt(read(4).toString(), 16); return size === 0 ? undefined : read(size - 4); };
const list = () => { const all = []; for (let p = packet(); p !== undefined; p = packet()) all.push(p); return all; };
const write = text => { const b = Buffer.from(text); fs.writeSync(1, (b.length + 4).toString(16).padStart(4, '0')); fs.writeSync(1, b); };
const flush = () => fs.writeSync(1, '0000');
list(); write('git-filter-server\\n'); write('version=2\\n'); flush();
list(); write('capability=clean\\n'); write('capability=smudge\\n'); flush();
for (;;) { list(); const content = Buffer.concat(list()).toString(); write('status=success\\n'); flush(); write(content.toUpperCase()); flush(); flush(); }
`;

test('G3: the one filter that runs is git-lfs by its absolute path, whatever the project and the repository call by its name', async () => {
  using at = place();
  const marks = { lfs: join(at.root, 'lfs-ran'), evil: join(at.root, 'evil-ran') };
  const program = at.put('tools/git-lfs', filterProgram(marks.lfs));
  for (const name of ['project/git-lfs', 'project/node_modules/.bin/git-lfs']) at.put(name, filterProgram(marks.evil));
  for (const path of [program, ...['git-lfs', 'node_modules/.bin/git-lfs'].map(name => join(at.folder, name))]) chmodSync(path, 0o755);
  at.put('project/.gitattributes', '*.bin filter=lfs\n*.txt filter=evil\n');
  at.put('project/x.bin', 'pointer\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'large');
  for (const name of ['lfs', 'evil']) {
    for (const kind of ['clean', 'smudge', 'process']) at.plain('config', `filter.${name}.${kind}`, `touch ${marks.evil}; cat #`);
  }
  const env = { ...at.env, PATH: `.:${at.folder}:${at.folder}/node_modules/.bin:${at.root}/tools:${process.env.PATH}` };
  const { worktrees, reading } = testGit(join(at.root, 'profile'), sandbox, { env });
  const refused = await worktrees.add(at.folder, { name: 'one', from: 'main' }).catch((error: { code: string }) => error.code);
  at.put('project/.gitattributes', '*.bin filter=lfs\n');
  at.plain('-c', 'filter.lfs.clean=cat', '-c', 'filter.lfs.smudge=cat', '-c', 'filter.lfs.process=', 'commit', '-qam', 'without the other');
  const path = await worktrees.add(at.folder, { name: 'one', from: 'main' });
  await reading.changed(path);
  expect({
    refused,
    large: readFileSync(join(path, 'x.bin'), 'utf8'),
    plain: readFileSync(join(path, 'a.txt'), 'utf8'),
    ran: readFileSync(marks.lfs, 'utf8'),
    evil: existsSync(marks.evil),
  }).toEqual({
    refused: 'agent/git-worktree-filtered',
    ...{ large: 'POINTER\n', plain: 'one\n', ran: `filter-process as ${program}\n`, evil: false },
  });
});
