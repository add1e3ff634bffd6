import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defineHook, type FileRight, KernelChannel, type ProjectFolder, projectFolders } from '@atelier/kernel';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { projectsOf } from './project-files.ts';

type Right = Pick<FileRight, 'glob' | 'mode'>;

/** A project with files, a folder beside it, and what an extension with these rights may do there. */
function place(rights: readonly Right[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-projects-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'garden');
  const write = (path: string, text = path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'notes.md', '.git/hooks/x.ts', '.env', 'node_modules/p/d.ts'])
    write(`garden/${path}`);
  write('beside/secret.ts');
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const projects = projectsOf({
    ...{
      id: '@acme/todo',
      rights: () => rights,
      rightsOfAskers: () => [],
      maxBytes: 1000,
      closed: join(root, 'profile'),
      signal: ended.signal,
    },
    folders: async () => [{ id: 'p1', name: 'Garden', folder: root }],
  });
  return { folder, root, write, ended, projects, files: projects.files('p1') };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const code = async (work: Promise<unknown>) => {
  const found = await problemOf(work);
  return Array.isArray(found) ? found[0] : found;
};

test('files of a project are listed, read, written and removed where a glob fits and in the mode that was granted', async () => {
  const { root, projects, files } = place([
    { glob: '**/*.ts', mode: 'read' },
    { glob: 'out/**', mode: 'write' },
  ]);
  await files.write('out/new/list.txt', 'made');
  const made = readFileSync(join(root, 'out/new/list.txt'), 'utf8');
  expect({
    projects: await projects.all(),
    listed: await files.list(),
    below: await files.list('src'),
    read: text(await files.read('src/b.ts')),
    stat: [(await files.stat('a.ts'))?.size, await files.stat('gone.ts')],
    made,
    removed: [await code(files.remove('out/new/list.txt')), await files.stat('out/new/list.txt')],
    refused: [
      await code(files.read('notes.md')),
      await code(files.read('.env')),
      await code(files.write('a.ts', 'x')),
      await code(files.remove('a.ts')),
      await code(projects.files('p2').list()),
    ],
  }).toEqual({
    projects: [{ id: 'p1', name: 'Garden' }],
    listed: ['a.ts', 'out/new/list.txt', 'src/b.ts', 'src/deep/c.ts'],
    below: ['src/b.ts', 'src/deep/c.ts'],
    read: 'garden/src/b.ts',
    stat: [11, undefined],
    made: 'made',
    removed: [{ value: undefined }, undefined],
    refused: ['files/not-granted', 'files/not-granted', 'files/not-granted', 'files/not-granted', 'files/no-project'],
  });
});

test('neither a link nor a path with .. leads out of a project, nor into the data of Atelier, and git’s own folder stays closed to every glob', async () => {
  const { folder, root, write, files } = place([
    { glob: '**', mode: 'write' },
    { glob: '.git/**', mode: 'write' },
    { glob: '**/.GIT/**', mode: 'write' },
  ]);
  symlinkSync(join(folder, 'beside'), join(root, 'linked'));
  symlinkSync(join(folder, 'beside/secret.ts'), join(root, 'secret.ts'));
  write('garden/profile/auth.json');
  mkdirSync(join(root, '.GIT'), { recursive: true });
  const codes = [];
  for (const path of ['../beside/secret.ts', 'linked/secret.ts', 'secret.ts', 'profile/auth.json', 'src/../../beside/secret.ts'])
    codes.push(
      await code(files.read(path)),
      await code(files.write(path === 'secret.ts' ? '../x.ts' : path, 'x')),
      await code(files.remove(`${path}/../../../x`)),
    );
  const git = [
    await code(files.read('.git/hooks/x.ts')),
    await code(files.write('.git/config', 'x')),
    await code(files.write('.GIT/config', 'x')),
  ];
  expect({
    codes: [...new Set(codes)],
    git: [...new Set(git)],
    outside: await code(files.list('../beside')),
    linked: await code(files.list('linked')),
    listed: (await files.list()).filter(path => /secret|linked|auth|git/i.test(path)),
    there: readFileSync(join(folder, 'beside/secret.ts'), 'utf8'),
  }).toEqual({
    codes: ['files/outside'],
    git: ['files/not-granted'],
    outside: 'files/outside',
    linked: 'files/outside',
    listed: [],
    there: 'beside/secret.ts',
  });
});

test('a program that is written anew can still be run', async () => {
  const { root, files } = place([{ glob: '**', mode: 'write' }]);
  writeFileSync(join(root, 'run.sh'), 'one', { mode: 0o755 });
  await files.write('run.sh', 'two');
  expect([statSync(join(root, 'run.sh')).mode & 0o777, readFileSync(join(root, 'run.sh'), 'utf8')]).toEqual([0o755, 'two']);
});

test('changes of readable files are told, also of folders that come later and of files that are renamed over, until it ends', async () => {
  const { root, write, ended, files } = place([{ glob: '**/*.ts', mode: 'read' }]);
  const seen: string[] = [];
  const following = (async () => {
    for (;;) seen.push(...(await files.changes()));
  })().catch((error: Error) => error.name);
  // A first change, repeated until it is heard: the watch begins with the first call.
  await expect
    .poll(() => {
      write('garden/a.ts', String(Math.random()));
      return seen;
    })
    .toContain('a.ts');
  write('garden/new/deep/e.ts');
  await expect.poll(() => seen).toContain('new/deep/e.ts');
  write('garden/new/deep/e.ts.tmp', 'saved');
  write('garden/notes.md', 'not for it');
  seen.length = 0;
  renameSync(join(root, 'new/deep/e.ts.tmp'), join(root, 'new/deep/e.ts'));
  await expect.poll(() => seen).toContain('new/deep/e.ts');
  ended.abort();
  expect([await following, [...new Set(seen)]]).toEqual(['AbortError', ['new/deep/e.ts']]);
});

const source = `
export default {
  activate(ctx) {
    ctx.handle('todo.all', () => ctx.projects.all());
    ctx.handle('todo.list', async () => {
      const [project] = await ctx.projects.all();
      const files = ctx.projects.files(project.id);
      const first = new TextDecoder().decode(await files.read('a.ts'));
      return { list: await files.list(), first, size: (await files.stat('a.ts')).size };
    });
    ctx.handle('todo.follow', async () => ctx.projects.files('p1').changes());
    ctx.handle('todo.own', () => ctx.files.list('.'));
  },
};`;
const commands = ['all', 'list', 'follow', 'own'].map(name => ({ id: `todo.${name}`, title: name }));
const rights = { files: [{ glob: '**/*.ts', mode: 'read' as const, in: 'project' as const }] };
const todo = { id: '@acme/todo', installed: true, atelier: { rights, contributes: { commands } }, files: { 'main.js': source } };
const keeper = (folders: readonly ProjectFolder[]) =>
  extension('@test/keeper', ctx => void ctx.tap(projectFolders, async known => [...known, ...folders]), { taps: [projectFolders.key] });

test('from a process of its own an extension reaches the projects once the person granted it, and is refused and not shown an empty list before', async () => {
  const { root, write } = place([]);
  await using kernel = await testKernel({ extensions: [keeper([{ id: 'p1', name: 'Garden', folder: root }]), todo] });
  const before = [await code(kernel.run('todo.all', {})), await code(kernel.run('todo.own', {}))];
  await kernel.client(KernelChannel).call('grantRights', { id: '@acme/todo', rights });
  const granted = [await kernel.run('todo.all', {}), await kernel.run('todo.list', {})];
  const following = kernel.run('todo.follow', {});
  let told = false;
  void following.then(() => {
    told = true;
  });
  await expect
    .poll(() => {
      write('garden/src/b.ts', String(Math.random()));
      return told;
    })
    .toBe(true);
  await kernel.client(KernelChannel).call('grantRights', { id: '@acme/todo', rights: {} });
  expect({ before, granted, followed: await following, after: await code(kernel.run('todo.all', {})) }).toEqual({
    before: ['extension/right-not-granted', 'files/not-granted'],
    granted: [[{ id: 'p1', name: 'Garden' }], { list: ['a.ts', 'src/b.ts', 'src/deep/c.ts'], first: 'garden/a.ts', size: 11 }],
    followed: ['src/b.ts'],
    after: 'extension/right-not-granted',
  });
});

test('X4: an extension that reads projects for another reads only what that one may read itself', async () => {
  const { root } = place([]);
  const key = '@acme/reader:Reader@1';
  const reader = {
    ...{ id: '@acme/reader', installed: true, atelier: { rights } },
    files: {
      'main.js': `export default { activate(ctx) {
        const files = ctx.projects.files('p1');
        const read = async path => new TextDecoder().decode(await files.read(path));
        ctx.provide({ key: '${key}', access: { read: 'everybody', list: 'everybody', all: 'everybody', changes: 'everybody' } }, {
          read, list: () => files.list(), all: () => ctx.projects.all(), changes: () => files.changes(),
        });
      } };`,
    },
  };
  const client = (word: string, glob?: string) => ({
    ...{ id: `@acme/${word}`, installed: true },
    atelier: {
      requires: { '@acme/reader': '^1.0.0' },
      contributes: { commands: [{ id: `${word}.ask`, title: 'Ask' }] },
      ...(glob !== undefined && { rights: { files: [{ glob, mode: 'read' as const, in: 'project' as const }] } }),
    },
    files: {
      'main.js': `export default { activate(ctx) {
        ctx.handle('${word}.ask', async ([method, ...args]) => ctx.get({ key: '${key}' })[method](...args));
      } };`,
    },
  });
  const some = client('some', 'src/*');
  await using kernel = await testKernel({
    extensions: [keeper([{ id: 'p1', name: 'Garden', folder: root }]), reader, client('none'), some],
  });
  await kernel.grant('@acme/reader', rights);
  await kernel.grant('@acme/some', some.atelier.rights ?? {});
  const ask = async (word: string, ...args: string[]) => {
    const answer = await problemOf(kernel.run(`${word}.ask`, args));
    return Array.isArray(answer) ? 'refused' : (answer as { value: unknown }).value;
  };
  expect({
    none: [await ask('none', 'all'), await ask('none', 'list'), await ask('none', 'read', 'a.ts'), await ask('none', 'changes')],
    some: [await ask('some', 'list'), await ask('some', 'read', 'a.ts'), await ask('some', 'read', 'src/b.ts')],
  }).toEqual({ none: Array(4).fill('refused'), some: [['src/b.ts'], 'refused', 'garden/src/b.ts'] });
});

test('a third-party extension cannot put folders of its own among the projects', async () => {
  const source = `export default { activate(ctx) { ctx.tap({ kind: 'pipe', key: '${projectFolders.key}' }, async () => []); } };`;
  await using kernel = await testKernel({
    extensions: [{ id: '@acme/odd', installed: true, atelier: { taps: [projectFolders.key] }, files: { 'main.js': source } }],
  });
  expect([await code(kernel.wake('@acme/odd')), defineHook.pipe(projectFolders.key).key]).toEqual([
    'extension/not-allowed',
    projectFolders.key,
  ]);
});
