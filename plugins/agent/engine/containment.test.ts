import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { checkPath, expandPath, isInside, type Reach } from './containment.ts';

/** A home with a project, a sibling whose name begins alike, and the app's data. */
function place() {
  const folder = tempFolder();
  const at = (...parts: string[]) => join(realpathSync(folder.path), ...parts);
  for (const path of ['house/project/sub', 'house/project-two', 'house/data/worktrees/one', 'house/data/worktrees/two', 'house/.ssh'])
    mkdirSync(at(path), { recursive: true });
  for (const path of ['house/project/a.txt', 'house/project-two/b', 'house/data/auth.json', 'house/data/worktrees/one/c', 'house/.ssh/key'])
    writeFileSync(at(path), 'x');
  vi.stubEnv('HOME', at('house'));
  const reach: Reach = { cwd: at('house/project'), mode: 'secure', forbidden: [at('house/data')] };
  const check = (path: string, change: Partial<Reach> = {}) => {
    const checked = checkPath(path, { ...reach, ...change });
    return checked.ok ? checked.path.slice(at().length) : checked.code;
  };
  return {
    at,
    check,
    [Symbol.dispose]: () => {
      vi.unstubAllEnvs();
      folder[Symbol.dispose]();
    },
  };
}

test('S2: paths that lead out of the working directory are refused, however they are written', () => {
  using home = place();
  const project = home.at('house/project');
  symlinkSync(home.at('house/project-two'), join(project, 'folder-link'));
  symlinkSync(home.at('house/.ssh/key'), join(project, 'file-link'));
  symlinkSync(home.at('house/new-file'), join(project, 'dangling'));
  symlinkSync('dangling', join(project, 'dangling-twice'));
  symlinkSync('round-b', join(project, 'round-a'));
  symlinkSync('round-a', join(project, 'round-b'));
  const outward = [
    '/etc/passwd',
    '../project-two/b',
    'sub/../../project-two/b',
    'folder-link/b',
    'folder-link/new/file',
    'file-link',
    'dangling',
    'dangling-twice',
    '@../project-two/b',
    `@${home.at('house/.ssh/key')}`,
    `file://${home.at('house/.ssh/key')}`,
    `file://${project}/%2e%2e/.ssh/key`,
    '~/.ssh/key',
    '~',
    '@~/.ssh/key',
    home.at('house/project-two'),
    `${project}-two/b`,
    'a.txt/../../.ssh/key',
    '\u00a0/../../.ssh/key',
  ];
  expect(outward.map(path => `${path}: ${home.check(path)}`)).toEqual(outward.map(path => `${path}: outside`));
  expect(['a\0b', 'round-a', 'file://host/share/x'].map(path => home.check(path))).toEqual(['not-a-path', 'not-a-path', 'not-a-path']);
});

test('S2: paths that stay inside are allowed, and told without their links', () => {
  using home = place();
  const project = home.at('house/project');
  symlinkSync('sub', join(project, 'inner'));
  const inward = [
    'a.txt',
    './sub/../a.txt',
    'inner/new.txt',
    '@a.txt',
    `file://${project}/a.txt`,
    '~/project/a.txt',
    'new/deep/file',
    '.',
    project,
  ];
  expect(inward.map(path => home.check(path))).toEqual([
    '/house/project/a.txt',
    '/house/project/a.txt',
    '/house/project/sub/new.txt',
    '/house/project/a.txt',
    '/house/project/a.txt',
    '/house/project/a.txt',
    '/house/project/new/deep/file',
    '/house/project',
    '/house/project',
  ]);
});

test('S6: the data of the app is refused in both modes, under every name it has', () => {
  using home = place();
  const project = home.at('house/project');
  symlinkSync(home.at('house/data'), join(project, 'data-link'));
  linkSync(home.at('house/data/auth.json'), join(project, 'hard'));
  const paths = [home.at('house/data/auth.json'), 'data-link/auth.json', '~/data', '~/DATA/auth.json', 'hard', '~/data/new'];
  expect(paths.map(path => [home.check(path), home.check(path, { mode: 'open', use: 'read' })])).toEqual(
    paths.map(() => ['forbidden', 'forbidden']),
  );
  expect([
    home.check('/etc/passwd', { mode: 'open' }),
    home.check('/proc/self/environ', { mode: 'open', use: 'read' }),
    home.check('/proc/self/root/etc/passwd', { mode: 'open' }),
  ]).toEqual([
    checkPath('/etc/passwd', { cwd: '/', mode: 'open', forbidden: [] }).ok ? expect.any(String) : 'never',
    'process',
    expect.any(String),
  ]);
});

const mounts = process.platform === 'linux' && spawnSync('unshare', ['-Urm', 'true']).status === 0;
needing(!mounts && lacks.mounts)('S6: the data of the app is refused where it is mounted a second time', () => {
  using home = place();
  const project = home.at('house/project');
  mkdirSync(join(project, 'mounted'));
  const program = `
    import { checkPath } from ${JSON.stringify(join(import.meta.dirname, 'containment.ts'))};
    const forbidden = [${JSON.stringify(home.at('house/data'))}];
    console.log(JSON.stringify(['secure', 'open'].map(mode => checkPath('mounted/auth.json', { cwd: ${JSON.stringify(project)}, mode, forbidden }).code)));`;
  const mount = 'mount --bind "$1" "$2" && exec "$3" --input-type=module -e "$4"';
  const ran = spawnSync(
    'unshare',
    ['-Urm', 'sh', '-c', mount, 'sh', home.at('house/data'), join(project, 'mounted'), process.execPath, program],
    { encoding: 'utf8' },
  );
  expect(ran.stdout).toBe('["forbidden","forbidden"]\n');
});

test('S6: a worktree inside the data of the app is open to its own conversation, its siblings are not', () => {
  using home = place();
  const cwd = home.at('house/data/worktrees/one');
  const own = { cwd, opened: [cwd] } as const;
  const open = { cwd: '/', mode: 'open', opened: [cwd] } as const;
  const paths = [join(cwd, 'c'), home.at('house/data/worktrees/two'), home.at('house/data/auth.json')];
  expect(paths.map(path => [home.check(path, own), home.check(path, open)])).toEqual([
    ['/house/data/worktrees/one/c', '/house/data/worktrees/one/c'],
    ['forbidden', 'forbidden'],
    ['forbidden', 'forbidden'],
  ]);
});

test('S6: everything in the data of the app is refused at each call: unknown and later names, and with a working directory in it', () => {
  using home = place();
  const opened = [home.at('house/data/worktrees')];
  const closed = ['.auth.json.new-12-ab', 'auth.json.lock', 'never-heard-of', 'new/deep/file', 'worktrees-two/x', 'Worktrees/x'];
  const all = closed.map(path => home.at('house/data', path));
  const changes = [
    { mode: 'open', cwd: '/', opened },
    { mode: 'secure', cwd: home.at('house/data'), opened },
    { cwd: home.at('house/data') },
  ];
  const missing = changes.map(change => all.map(path => home.check(path, change as Partial<Reach>)));
  for (const path of all.slice(0, 3)) writeFileSync(path, 'x');
  const there = changes.map(change => all.map(path => home.check(path, change as Partial<Reach>)));
  const refused = changes.map(() => all.map(() => 'forbidden'));
  rmSync(home.at('house/data/worktrees'), { recursive: true });
  symlinkSync(home.at('house/.ssh'), home.at('house/data/worktrees'));
  const behindLink = home.check('auth.json', { cwd: home.at('house/data'), opened });
  expect({ missing, there, behindLink }).toEqual({ missing: refused, there: refused, behindLink: 'forbidden' });
});

test('S6: a file with other names is refused if the app holds more files than are searched, and opened folders are not searched', () => {
  using home = place();
  const project = home.at('house/project');
  linkSync(home.at('house/data/worktrees/one/c'), join(project, 'shared'));
  const opened = [home.at('house/data/worktrees')];
  const check = (path: string) => home.check(path, { mode: 'open', use: 'read', opened });
  const few = check('shared');
  mkdirSync(home.at('house/data/many'));
  for (let count = 0; count < 20_000; count += 1) writeFileSync(home.at('house/data/many', String(count)), '');
  mkdirSync(home.at('house/data/zz'));
  writeFileSync(home.at('house/data/zz/last'), 'x');
  linkSync(home.at('house/data/zz/last'), join(project, 'hard'));
  expect([few, check('hard'), check('a.txt')]).toEqual(['/house/project/shared', 'forbidden', '/house/project/a.txt']);
});

test('S7: files that configure git, editors and shells can be read and not written, in any case of letters', () => {
  using home = place();
  const paths = [
    '.git/hooks/pre-commit',
    '.GIT/Hooks/x',
    '.git/config',
    'sub/.git/config',
    '.git',
    '.git/commondir',
    '.pi/extensions/a.ts',
    '.vscode/tasks.json',
    '.mcp.json',
    '.envrc',
  ];
  expect(paths.map(path => [home.check(path), home.check(path, { use: 'read' })])).toEqual(
    paths.map(path => ['protected', `/house/project/${path}`]),
  );
  expect(['.git/COMMIT_EDITMSG', '.github/workflows/a.yml', '.gitignore', 'sub/.vscode/a'].map(path => home.check(path))).not.toContain(
    'protected',
  );
});

test('S1: a file that has other names is not written, and read only where package stores link theirs', () => {
  using home = place();
  const project = home.at('house/project');
  mkdirSync(join(project, 'node_modules'));
  linkSync(home.at('house/.ssh/key'), join(project, 'stolen'));
  linkSync(home.at('house/project-two/b'), join(project, 'node_modules/b'));
  expect([home.check('stolen', { use: 'read' }), home.check('node_modules/b', { use: 'read' }), home.check('node_modules/b')]).toEqual([
    'hard-link',
    '/house/project/node_modules/b',
    'hard-link',
  ]);
});

test('S3: secure mode confines nothing to a folder that holds the home', () => {
  using home = place();
  expect([home.check('a.txt', { cwd: home.at('house') }), home.check('/etc/passwd', { cwd: '/' })]).toEqual(['outside', 'outside']);
});

test('S15: on a system that ignores case, another spelling of the working directory is the working directory', () => {
  expect([
    isInside('/Users/A/Été/x', '/users/a/e\u0301te\u0301', true),
    isInside('/Users/A/x', '/users/a', false),
    isInside('/usersx', '/users', true),
  ]).toEqual([true, false, false]);
});

test('S2: no way of writing a path leads out, whatever it is made of', () => {
  using home = place();
  symlinkSync(home.at('house'), home.at('house/project/up'));
  const part = fc.constantFrom(
    '..',
    '.',
    'up',
    'sub',
    'a.txt',
    '~',
    '@',
    'file://',
    '/',
    '//',
    '\u00a0',
    'project-two',
    '.ssh',
    '%2e%2e',
    'new',
    '',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', ''), (parts, joint) => {
      const path = parts.join(joint);
      const checked = checkPath(path, { cwd: home.at('house/project'), mode: 'secure', forbidden: [] });
      return !checked.ok || isInside(checked.path, home.at('house/project'), false);
    }),
    { numRuns: 3_000 },
  );
});

test('a working directory that has been replaced by a link counts as what it leads to', () => {
  using home = place();
  renameSync(home.at('house/project'), home.at('house/moved'));
  symlinkSync(home.at('house/moved'), home.at('house/project'));
  expect([home.check('a.txt'), basename(expandPath('~', '/')) === basename(homedir())]).toEqual(['/house/moved/a.txt', true]);
  rmSync(home.at('house/moved/a.txt'));
});
