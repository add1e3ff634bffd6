import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileRight, ProjectFolder } from '@atelier/kernel';
import { problemOf } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isOfGit, projectsOf } from './project-files.ts';

type Right = Pick<FileRight, 'glob' | 'mode'>;

/** A project, the data of Atelier in it behind a link, and what an extension with these rights may do there. */
function place(rights: readonly Right[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-border-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'garden');
  const write = (path: string, text = path) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of ['a.ts', 'src/b.ts', '.git/hooks/x', 'profile/log.ts']) write(path);
  symlinkSync(join(root, 'profile'), join(folder, 'data'));
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const folders: ProjectFolder[] = [{ id: 'p1', name: 'Garden', folder: root }];
  const projects = projectsOf({
    ...{
      id: '@acme/todo',
      rights: () => rights,
      rightsOfAskers: () => [],
      maxBytes: 1023,
      closed: join(folder, 'data'),
      signal: ended.signal,
    },
    folders: async () => folders,
  });
  return { folder, root, write, folders, ended, files: projects.files('p1') };
}

const code = async (work: Promise<unknown>) => [await problemOf(work.catch(endedAs))].flat()[0];
const endedAs = (error: Error) => {
  if (error.name === 'AbortError') return 'ended';
  throw error;
};

/** What is heard of a project until it ends, and how it ended. */
function follow(files: ReturnType<typeof place>['files']) {
  const seen = new Set<string>();
  const over = (async () => {
    for (;;) for (const path of await files.changes()) seen.add(path);
  })();
  return { seen, over: code(over) };
}

/** Does something again and again until it is heard: a watch begins when it begins. */
const until = (seen: Set<string>, path: string, again: () => void) =>
  expect
    .poll(() => {
      again();
      return [...seen];
    })
    .toContain(path);

test('a link inside a project opens neither the folder of git nor one that no glob fits', async () => {
  const { root, files } = place([
    { glob: 'src/**', mode: 'write' },
    { glob: 'g/**', mode: 'write' },
  ]);
  symlinkSync('.git', join(root, 'g'));
  symlinkSync('..', join(root, 'src/up'));
  expect([
    await code(files.read('g/hooks/x')),
    await code(files.write('g/hooks/post-commit', 'x')),
    await code(files.write('g/new/deep/x', 'x')),
    await code(files.remove('g/hooks/x')),
    await code(files.list('g')),
    await code(files.read('src/up/a.ts')),
    readdirSync(join(root, '.git')),
    readdirSync(join(root, '.git/hooks')),
  ]).toEqual([...Array.from({ length: 6 }, () => 'files/outside'), ['hooks'], ['x']]);
});

test('the folder of git has no other name, as file systems of macOS and Windows give it', () => {
  const names = ['.Git', '.g\u200cit', '\ufeff.git', '.git.', '.git . ', '.git::$INDEX_ALLOCATION', 'GIT~1', 'git~12 ', '.git'];
  expect([
    names.filter(name => !isOfGit(`sub/${name}/config`)),
    ['.gitignore', '.github/x', 'git', 'a.git/b', '.git-keep', 'git~x'].filter(isOfGit),
  ]).toEqual([[], []]);
});

test('Atelier’s data in a project stay closed where their folder is reached by a link, no folder is made in them, and nothing that happens there is told', async () => {
  const { root, write, files, ended } = place([{ glob: '**', mode: 'write' }]);
  const refused = [await code(files.read('profile/log.ts')), await code(files.write('profile/new/x.ts', 'x'))];
  const made = existsSync(join(root, 'profile/new'));
  const { seen, over } = follow(files);
  await until(seen, 'a.ts', () => {
    write('profile/log.ts', String(Math.random()));
    write('a.ts', String(Math.random()));
  });
  ended.abort();
  expect({ refused, made, over: await over, listed: await files.list(), seen: [...seen] }).toEqual({
    ...{ refused: ['files/outside', 'files/outside'], made: false, over: { value: 'ended' } },
    ...{ listed: ['a.ts', 'src/b.ts'], seen: ['a.ts'] },
  });
});

test.runIf(process.platform === 'linux')('a file that says that it is empty and never ends is too large', async () => {
  const { folders, files } = place([{ glob: '**', mode: 'read' }]);
  folders[0] = { id: 'p1', name: 'Process', folder: `/proc/${process.pid}` };
  expect(await code(files.read('pagemap'))).toBe('files/too-large');
});

test('a project that is removed from the disk and made again is followed further', async () => {
  const { folder, root, write, files } = place([{ glob: '**/*.ts', mode: 'read' }]);
  const { seen } = follow(files);
  await until(seen, 'a.ts', () => write('a.ts', String(Math.random())));
  renameSync(root, join(folder, 'away'));
  write('came/c.ts');
  await until(seen, 'came/c.ts', () => undefined);
  seen.clear();
  rmSync(root, { recursive: true });
  write('src/again.ts');
  await until(seen, 'src/again.ts', () => undefined);
  expect(readFileSync(join(folder, 'away/src/b.ts'), 'utf8')).toBe('src/b.ts');
});

test('nobody hears of a project that the person removed, and who waits for it is told', async () => {
  const { root, write, folders, files } = place([{ glob: '**/*.ts', mode: 'read' }]);
  const { seen, over } = follow(files);
  await until(seen, 'a.ts', () => write('a.ts', String(Math.random())));
  folders.length = 0;
  seen.clear();
  write('src/b.ts', 'after');
  // Or when it asks for anything else, if nothing changes there.
  const asked = await code(files.list());
  expect([asked, await over, [...seen], existsSync(root)]).toEqual(['files/no-project', 'files/no-project', [], true]);
});
