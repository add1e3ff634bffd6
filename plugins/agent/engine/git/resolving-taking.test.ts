import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });

type Write = (folder: string) => void;

/** A project on main and a worktree of it; each side has written on top of what both began with. */
async function both({ first, ours, theirs }: { readonly first: Write; readonly ours: Write; readonly theirs: Write }) {
  const at = place();
  onTestFinished(() => at[Symbol.dispose]());
  at.plain('config', 'user.name', 'Ada');
  at.plain('config', 'user.email', 'ada@example.org');
  const commit = (folder: string, message: string) => {
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', message);
  };
  first(at.folder);
  commit(at.folder, 'second');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  theirs(path);
  commit(path, 'theirs');
  ours(at.folder);
  commit(at.folder, 'ours');
  const tip = () => git(at.folder, 'rev-parse', 'main').trim();
  const worktrees = () => git(at.folder, 'worktree', 'list').trim().split('\n').length;
  return { ...at, path, tip, worktrees };
}

const written =
  (name: string | Buffer, text: string | Buffer): Write =>
  folder =>
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]), text);
const lines = (name: string | Buffer) => ({
  first: written(name, 'one\ntwo\nthree\n'),
  ours: written(name, 'one\nours\nthree\n'),
  theirs: written(name, 'one\ntheirs\nthree\n'),
});

/** What says that it is not merged, with the names that it tells; `merged` if it is. */
const taken = (work: Promise<unknown>) =>
  work.then(
    () => 'merged',
    (error: Error) => error.message,
  );

test('marks are found in a file whose name is no text, and the file is not taken for a removed one', async () => {
  const name = Buffer.from('caf\u00e9.txt', 'latin1');
  const { resolving, path, tip } = await both(lines(name));
  const before = tip();
  const files = (await resolving.conflicts(path))?.files;
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  const refused = await codeOf(resolving.take(path, { worktree, ours, theirs }));
  expect([files, refused, tip()]).toEqual([
    [{ path: 'caf\uFFFD.txt', before: 'one\ntwo\nthree\n', ours: 'one\nours\nthree\n', theirs: 'one\ntheirs\nthree\n' }],
    'marks-left',
    before,
  ]);
  written(name, 'one\nboth\nthree\n')(worktree);
  expect((await resolving.take(path, { worktree, ours, theirs })).result).toBe('merged');
});

test.each([
  ['the mark above both sides', '<<<<<<< ours'],
  ['the mark below both sides', '>>>>>>> theirs'],
  ['a mark of another length', '<<<<<<<<<<<< ours'],
])('one mark alone is refused: %s', async (_name, mark) => {
  const { resolving, path } = await both(lines('a.txt'));
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  written('a.txt', `one\n${mark}\nboth\nthree\n`)(worktree);
  expect(await codeOf(resolving.take(path, { worktree, ours, theirs }))).toBe('marks-left');
});

test('a line that looks like a mark and that a side has itself is none', async () => {
  const { resolving, path } = await both({
    ...lines('a.txt'),
    ours: written('a.txt', '<<<<<<< a document\none\nours\nthree\n'),
  });
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  written('a.txt', '<<<<<<< a document\none\nboth\nthree\n')(worktree);
  expect((await resolving.take(path, { worktree, ours, theirs })).result).toBe('merged');
});

test('what was changed, added or removed beside the conflicts is refused by name, and merged once it is as it was', async () => {
  const { resolving, path, tip } = await both({
    ...lines('a.txt'),
    first: folder => {
      for (const name of ['a.txt', 'other.txt', 'gone.txt']) written(name, 'one\ntwo\nthree\n')(folder);
    },
  });
  const before = tip();
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  written('a.txt', 'one\nboth\nthree\n')(worktree);
  written('other.txt', 'by the agent\n')(worktree);
  rmSync(join(worktree, 'gone.txt'));
  mkdirSync(join(worktree, '.github'));
  written('.github/x.yml', 'on: push\n')(worktree);
  const refused = await taken(resolving.take(path, { worktree, ours, theirs }));
  for (const name of ['.github/x.yml', 'gone.txt', 'other.txt']) expect(refused).toContain(name);
  expect([await codeOf(resolving.take(path, { worktree, ours, theirs })), tip()]).toEqual(['beside-conflicts', before]);
  rmSync(join(worktree, '.github'), { recursive: true });
  for (const name of ['other.txt', 'gone.txt']) written(name, 'one\ntwo\nthree\n')(worktree);
  expect((await resolving.take(path, { worktree, ours, theirs })).result).toBe('merged');
});

test('of a file without text, and of one that a side removed, a side is chosen in so many words; nothing is taken before', async () => {
  const bytes = (last: number) => Buffer.from([0, 1, last]);
  const { resolving, path, folder, tip } = await both({
    first: at => [written('x.bin', bytes(1)), written('b.txt', 'b\n')].forEach(write => void write(at)),
    ours: at => [written('x.bin', bytes(2)), written('b.txt', 'ours\n')].forEach(write => void write(at)),
    theirs: at => {
      written('x.bin', bytes(3))(at);
      rmSync(join(at, 'b.txt'));
    },
  });
  const before = tip();
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  expect([await codeOf(resolving.take(path, { worktree, ours, theirs })), tip()]).toEqual(['marks-left', before]);
  // What stands in its place says how each side is had.
  const text = readFileSync(join(worktree, 'x.bin'), 'utf8');
  const [, id = ''] = /^>>>>>>> theirs: git cat-file blob ([0-9a-f]+)$/m.exec(text) ?? [];
  writeFileSync(join(worktree, 'x.bin'), execFileSync('git', ['cat-file', 'blob', id], { cwd: worktree }));
  expect(readFileSync(join(worktree, 'b.txt'), 'utf8')).toMatch(/^>>>>>>> theirs: removed$/m);
  expect(await codeOf(resolving.take(path, { worktree, ours, theirs }))).toBe('marks-left');
  // The side of the base as it was.
  written('b.txt', 'ours\n')(worktree);
  expect((await resolving.take(path, { worktree, ours, theirs })).result).toBe('merged');
  expect([[...readFileSync(join(folder, 'x.bin'))], readFileSync(join(folder, 'b.txt'), 'utf8')]).toEqual([[0, 1, 3], 'ours\n']);
});

const submodule =
  (digit: string): Write =>
  folder => {
    mkdirSync(join(folder, 'sub'), { recursive: true });
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},sub`);
  };

test.each([
  ['a submodule in conflict', [submodule('1'), submodule('2'), submodule('3')], 'not-resolvable'],
  ['a filter for a file in conflict', [written('.gitattributes', 'a.txt filter=lfs\n')], 'not-resolvable'],
  ['a submodule that no side has changed is none of this', [submodule('1')], 'done'],
] as const)('nothing is begun that could be neither taken nor left: %s', async (_name, more, expected) => {
  const { resolving, path, worktrees } = await both({
    first: folder => [lines('a.txt').first, more[0]].forEach(write => void write(folder)),
    ours: folder => [lines('a.txt').ours, ...more.slice(1, 2)].forEach(write => void write(folder)),
    theirs: folder => [lines('a.txt').theirs, ...more.slice(2)].forEach(write => void write(folder)),
  });
  const before = worktrees();
  const outcome = await codeOf(resolving.begin(path, 'merge-one'));
  expect([outcome, worktrees() - before]).toEqual([expected, expected === 'done' ? 1 : 0]);
});

test('of very many conflicts the sides are read by few gits, and more than can be told to anybody are not begun', async () => {
  const many = 201;
  const names = Array.from({ length: many }, (_, at) => `f${String(at).padStart(3, '0')}.txt`);
  const all = (write: (name: string) => Write) => (folder: string) => {
    for (const name of names) write(name)(folder);
  };
  const {
    resolving,
    path,
    worktrees,
    git: program,
  } = await both({
    first: all(name => lines(name).first),
    ours: all(name => lines(name).ours),
    theirs: all(name => lines(name).theirs),
  });
  let gits = 0;
  for (const name of ['read', 'act'] as const) {
    const run = program.program[name].bind(program.program);
    program.program[name] = async command => {
      gits += 1;
      return await run(command);
    };
  }
  const found = await resolving.conflicts(path);
  expect([found?.count, found?.files.length, found?.files.at(-1)]).toEqual([
    many,
    200,
    { path: 'f199.txt', before: 'one\ntwo\nthree\n', ours: 'one\nours\nthree\n', theirs: 'one\ntheirs\nthree\n' },
  ]);
  expect(gits).toBeLessThan(20);
  const before = worktrees();
  expect([await codeOf(resolving.begin(path, 'merge-one')), worktrees()]).toEqual(['too-many-conflicts', before]);
});
