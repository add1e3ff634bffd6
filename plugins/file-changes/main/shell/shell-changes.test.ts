import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conversation, openChanges } from '../../../../tests/support/file-changes.ts';

const short = (rows: readonly { path: string; kind: string; added: number; removed: number }[]) =>
  rows.map(({ path, kind, added, removed }) => `${kind} ${path} +${added} -${removed}`).toSorted();

test('the changes of a command in a repository are reported with counts against git, also if the command stages and commits them', async () => {
  await using changes = await openChanges({ git: true });
  for (const name of ['a.txt', 'b.txt', 'dir/c.txt', 'dir/d.txt', 'gone.txt']) changes.put(name, `one\n${name}\n`);
  changes.git('add', '-A');
  changes.git('commit', '-qm', 'first');
  const first = await changes.bash('sed -i s/one/two/ a.txt && rm gone.txt && printf "x\\ny\\n" > new.txt');
  const committed = await changes.bash(
    'sed -i s/one/three/ b.txt && git -c user.name=t -c user.email=t@e.org add -A && git -c user.name=t -c user.email=t@e.org commit -qm second',
  );
  const moved = await changes.bash('mv dir other');
  expect({ first: short(first), committed: short(committed), moved: short(moved) }).toEqual({
    first: ['added new.txt +2 -0', 'modified a.txt +1 -1', 'removed gone.txt +0 -2'],
    committed: ['modified b.txt +1 -1'],
    moved: ['added other/c.txt +2 -0', 'added other/d.txt +2 -0', 'removed dir/c.txt +0 -2', 'removed dir/d.txt +0 -2'],
  });
});

test('staging, committing, switching to an equal branch and reading make no row', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('a.txt', 'one\n');
  changes.git('add', '-A');
  changes.git('commit', '-qm', 'first');
  changes.put('a.txt', 'dirty\n');
  const me = 'git -c user.name=t -c user.email=t@e.org';
  const rows = [
    await changes.bash('git add -A'),
    await changes.bash('git reset -q'),
    await changes.bash(`${me} commit -qam second && git checkout -qb other && git status && ls -la`),
    await changes.bash('touch a.txt && cp a.txt b.txt && rm b.txt && mkdir empty'),
    await changes.bash('sed -i s/dirty/x/ a.txt && sed -i s/x/dirty/ a.txt'),
  ];
  expect({ rows, files: (await changes.summaries.of(conversation)).files }).toEqual({ rows: [[], [], [], [], []], files: [] });
});

test('a command is compared with the person’s changes before it and between two commands', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('a.txt', 'committed\n');
  changes.git('add', '-A');
  changes.git('commit', '-qm', 'first');
  changes.put('a.txt', 'committed\nby the person\n');
  changes.put('untracked.txt', 'theirs\n');
  const first = await changes.bash('echo more >> a.txt; echo more >> untracked.txt');
  changes.put('a.txt', 'committed\nby the person\nmore\nagain by the person\n');
  const second = await changes.bash('echo end >> a.txt');
  await changes.reverts.all(conversation);
  expect({ first: short(first), second: short(second), a: readFileSync(changes.at('a.txt'), 'utf8') }).toEqual({
    first: ['modified a.txt +1 -0', 'modified untracked.txt +1 -0'],
    second: ['modified a.txt +1 -0'],
    a: 'committed\nby the person\nagain by the person\n',
  });
});

test('ignored files, dependencies and git’s own files make no rows', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('.gitignore', 'dist/\n*.log\n');
  mkdirSync(changes.at('dist'));
  changes.git('add', '-A');
  const rows = await changes.bash(
    'mkdir -p node_modules/x dist/deep && echo 1 > node_modules/x/i.js && echo 1 > dist/deep/o.js && echo 1 > a.log && mkdir src && echo 1 > src/kept.ts && git gc -q',
  );
  expect(short(rows)).toEqual(['added src/kept.ts +1 -0']);
});

test('outside git a command is compared with the contents when the folder was first read', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\ntwo\n');
  changes.put('deep/er/b.txt', 'x\n');
  const rows = await changes.bash('echo three >> a.txt; echo y > deep/er/b.txt; mkdir -p new/er && echo z > new/er/c.txt');
  const gone = await changes.bash('rm -r deep new');
  expect({ rows: short(rows), gone: short(gone) }).toEqual({
    rows: ['added new/er/c.txt +1 -0', 'modified a.txt +1 -0', 'modified deep/er/b.txt +1 -1'],
    gone: ['removed deep/er/b.txt +0 -1', 'removed new/er/c.txt +0 -1'],
  });
});

test('an edit during a command is assigned to the edit, and a link is reported as a link', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('a.txt', 'one\n');
  changes.git('add', '-A');
  let edit: readonly unknown[] = [];
  const rows = await changes.call('bash', { command: 'x' }, async () => {
    edit = await changes.write('a.txt', 'two\n');
    symlinkSync('a.txt', changes.at('link'));
  });
  const diff = await changes.summaries.diff(conversation, changes.at('link'));
  await changes.reverts.file(conversation, changes.at('link'), false);
  expect({ edit: edit.length, rows: short(rows), link: diff.link, files: (await changes.summaries.of(conversation)).files.length }).toEqual(
    {
      edit: 1,
      rows: ['added link +0 -0'],
      link: ['', 'a.txt'],
      files: 1,
    },
  );
});

test('a folder that a command creates and fills at once is reported completely, however many files it has', async () => {
  await using changes = await openChanges({ git: true });
  const rows = await changes.bash(
    'for d in $(seq 1 30); do mkdir -p deep/$d/er; for f in $(seq 1 20); do echo $f > deep/$d/er/$f.txt; done; done',
  );
  expect({ rows: rows.length, added: (await changes.summaries.of(conversation)).added }).toEqual({ rows: 600, added: 600 });
});

test('G1: programs that a hostile repository names are not run when changes are searched', async () => {
  await using changes = await openChanges({ git: true });
  const ran = changes.at('.git/ran');
  const program = changes.at('.git/evil.sh');
  writeFileSync(program, `#!/bin/sh\necho ran >> ${ran}\ncat\n`, { mode: 0o755 });
  for (const name of [
    'core.fsmonitor',
    'core.pager',
    'diff.external',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'filter.e=vil.clean',
    'core.sshCommand',
    'core.editor',
    'diff.evil.textconv',
    'diff.evil.command',
  ]) {
    changes.git('config', name, program);
  }
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit', 'post-checkout']) {
    writeFileSync(changes.at(`.git/hooks/${hook}`), `#!/bin/sh\necho ran >> ${ran}\n`, { mode: 0o755 });
  }
  changes.put('.gitattributes', '* filter=evil diff=evil\nb.txt filter=e=vil\n');
  changes.put('a.txt', 'one\n');
  changes.git(
    '-c',
    'core.fsmonitor=false',
    '-c',
    'filter.evil.clean=cat',
    '-c',
    'filter.evil.process=',
    '-c',
    'core.hooksPath=/dev/null',
    'add',
    '-A',
  );
  rmSync(ran, { force: true });
  changes.put('a.txt', 'dirty\n');
  const rows = await changes.call('bash', { command: 'x' }, () => changes.put('a.txt', 'dirty\nmore\n'));
  await changes.summaries.of(conversation);
  expect({
    rows: short(rows),
    ran: (() => {
      try {
        return readFileSync(ran, 'utf8');
      } catch {
        return '';
      }
    })(),
  }).toEqual({
    rows: ['modified a.txt +1 -0'],
    ran: '',
  });
});

test('at the root, or without a known folder, a command is reported as not followed', async () => {
  await using changes = await openChanges();
  const touch = { conversation: 'open', tool: 't', name: 'bash', args: { command: 'ls' }, cwd: '/' };
  await changes.tracker.before(touch);
  const rows = await changes.tracker.after(touch);
  const [call] = changes.records.calls('open', ['t']);
  expect({ rows, known: call?.known, command: call?.command }).toEqual({ rows: [], known: false, command: 'ls' });
});

test('in open mode the work tree of the first edited file is followed', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('src/a.txt', 'one\n');
  changes.git('add', '-A');
  const call = async (tool: string, name: string, args: Record<string, unknown>, work: () => void) => {
    const touch = { conversation, tool, name, args, cwd: '/' };
    await changes.tracker.before(touch);
    work();
    return short(await changes.tracker.after(touch));
  };
  const edited = await call('e', 'edit', { path: changes.at('src/a.txt') }, () => changes.put('src/a.txt', 'two\n'));
  const ran = await call('b', 'bash', { command: 'x' }, () => changes.put('b.txt', 'b\n'));
  expect({ edited, ran, folder: (await changes.summaries.of(conversation)).folder }).toEqual({
    edited: ['modified src/a.txt +1 -1'],
    ran: ['added b.txt +1 -0'],
    folder: changes.project,
  });
});

test('a file that git has only as a pointer, or that is too large to keep, is reported as modified with unknown previous content, not as added', async () => {
  await using changes = await openChanges({ git: true });
  changes.put('large.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n');
  symlinkSync('large.bin', changes.at('link'));
  changes.git('add', '-A');
  const deep = Array.from({ length: 12 }, () => 'a'.repeat(200)).join('/');
  const rows = await changes.call('bash', { command: 'x' }, () => {
    changes.put('large.bin', 'new\n');
    rmSync(changes.at('link'));
    for (let at = 0; at < 60; at += 1) changes.put(join(deep, `${at}.txt`), 'x\n');
  });
  const { files } = await changes.summaries.of(conversation);
  const unkept = files.find(({ name }) => name === 'large.bin')?.unkept;
  expect({ rows: short(rows).filter(row => !row.includes('aaa')), deep: rows.length - 2, unkept }).toEqual({
    rows: ['modified large.bin +0 -0', 'removed link +0 -0'],
    deep: 60,
    unkept: 'unknown',
  });
});
