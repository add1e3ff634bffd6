import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { testGit } from '../../../tests/support/test-git.ts';
import { detectSandbox } from './detect-sandbox.ts';
import { fileOperations } from './file-operations.ts';
import { guardNames } from './guard-names.ts';
import { pinnedInGit, protectedNames, redirectsOfGit } from './protected-paths.ts';
import { bashOperations } from './sandbox.ts';

const sandbox = await detectSandbox();
const here = needing(sandbox === undefined && lacks.sandbox);

/** A project, in a repository or not, and what a command in it says in secure mode. */
function place({ git = true } = {}) {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const cwd = join(root, 'home/project');
  mkdirSync(cwd, { recursive: true });
  const put = (name: string, text = '') => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  const plain = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
  put('a.txt', 'a\n');
  if (git) {
    plain('init', '-q');
    plain('add', '-A');
    plain('commit', '-qm', 'first');
  }
  const operations = bashOperations({ mode: 'secure', cwd, network: false, forbidden: [], sandbox });
  const run = async (command: string) => {
    let output = '';
    const onData = (data: Buffer) => {
      output += data.toString('utf8');
    };
    const end = await operations.exec(command, cwd, { onData }).then(
      ({ exitCode }) => String(exitCode),
      (error: Error) => error.message,
    );
    return { output, end };
  };
  const at = (name: string) => join(cwd, name);
  const until = async (name: string) => {
    while (!existsSync(at(name))) await new Promise(resolve => setImmediate(resolve));
  };
  return { root, cwd, at, put, plain, run, until, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

const ended = /^The command was ended, because (.+) appeared in the project while it ran/;
const setAside = (folder: string) => readdirSync(folder).filter(name => name.includes('.set-aside-'));

for (const git of [true, false]) {
  here(`S18: a command lists what is on the disk and nothing else, ${git ? 'in a repository' : 'in a folder without one'}`, async () => {
    using at = place({ git });
    const { output } = await at.run('ls -A; ls -A .git 2>/dev/null; find . -name .git -prune -o -print | wc -l');
    const inGit = git ? readdirSync(at.at('.git')).toSorted() : [];
    expect(output.split('\n').filter(line => line !== '')).toEqual([...readdirSync(at.cwd).toSorted(), ...inGit, '2']);
    expect(readdirSync(at.cwd).toSorted()).toEqual(git ? ['.git', 'a.txt'] : ['a.txt']);
  });
}

const inGit = [...redirectsOfGit, 'modules'].map(name => `.git/${name}`);

describe('S7, S18: a command that makes a name is ended, and the name is free again', () => {
  const ways: Readonly<Record<string, (name: string) => string>> = {
    'a folder with a file': name => `mkdir -p ${name}; echo x > ${name}/x; echo survived; sleep 5555`,
    'a prepared folder': name => `mkdir -p p; echo x > p/x; mv -T p ${name}; echo survived; sleep 5555`,
    'a file': name => `echo x > ${name}; sleep 5555`,
    'a link': name => `mkdir -p p; ln -s ${name.startsWith('.git/') ? '../p' : 'p'} ${name}; sleep 5555`,
    'a folder that nothing may be moved out of': name =>
      `mkdir -p p; echo x > p/x; mv -T p ${name}; chmod 500 ${dirname(name)}; sleep 5555`,
    'a folder among thousands of others': name =>
      `perl -e 'for (1..9000) { mkdir "d$_"; rmdir "d$_" }'; mkdir -p ${name}; perl -e 'for (;;) { mkdir "d"; rmdir "d" }'`,
  };
  test.for(Object.entries(ways))('%s', async ([, way], context) => {
    context.skip(sandbox === undefined, lacks.sandbox);
    for (const name of ['.vscode', '.git/commondir']) {
      using at = place();
      const { end } = await at.run(way(name));
      expect({ name, end, left: lstatSync(at.at(name), { throwIfNoEntry: false }) }).toEqual({
        name,
        end: expect.stringMatching(ended),
        left: undefined,
      });
    }
  });

  here('every name of the tables', async () => {
    for (const name of [...protectedNames, ...inGit]) {
      using at = place();
      const { end } = await at.run(`mkdir p; echo x > p/x; mv -T p ${name}; sleep 5555`);
      const folder = dirname(at.at(name));
      // Into .git, which is a mount of its own, the folder is copied, so that the guard may take it before its file comes.
      const kept = setAside(folder).map(moved => (folder === at.cwd ? readdirSync(join(folder, moved)) : ['x']));
      expect({ name, told: ended.exec(end)?.[1], left: existsSync(at.at(name)), kept }).toEqual({
        name,
        told: name,
        left: false,
        kept: [['x']],
      });
    }
  });

  here('a repository in a folder that is none', async () => {
    using at = place({ git: false });
    const { end } = await at.run('git init -q; sleep 5555');
    expect({ told: ended.exec(end)?.[1], left: existsSync(at.at('.git')) }).toEqual({ told: '.git', left: false });
  });
});

here('S7: what exists is not written, not moved and not replaced, by commands or by file tools', async () => {
  using at = place();
  for (const name of [...protectedNames.filter(name => !name.endsWith('json') && name !== '.envrc'), '.git/modules'])
    at.put(`${name}/x`, 'theirs\n');
  for (const name of ['.mcp.json', '.envrc', '.devcontainer.json', '.git/config.worktree']) at.put(name, 'theirs\n');
  const names = [...protectedNames, ...pinnedInGit.map(name => `.git/${name}`), '.git/config.worktree'];
  const { output } = await at.run(
    names
      .map(
        name =>
          `for to in ${name} ${name}/x ${name}/new; do echo mine 2>/dev/null >> $to && echo wrote $to; done; mv ${name} moved && echo moved ${name}; rm -rf ${name}`,
      )
      .join('\n'),
  );
  const { writeFile } = fileOperations({ cwd: at.cwd, mode: 'secure', forbidden: [] }).write;
  const refused = await Promise.all(
    names.map(name =>
      writeFile(at.at(`${name}/new`), 'mine').then(
        () => name,
        () => 'refused',
      ),
    ),
  );
  expect({
    wrote: output.split('\n').filter(line => /^(?:wrote|moved)/.test(line)),
    refused: refused.filter(name => name !== 'refused'),
    mcp: readFileSync(at.at('.mcp.json'), 'utf8'),
    vscode: readdirSync(at.at('.vscode')),
  }).toEqual({ wrote: [], refused: [], mcp: 'theirs\n', vscode: ['x'] });
});

here('S18: of two commands at once, the first that ends takes no guard from the other', async () => {
  using at = place();
  const wait = (name: string) => `while [ ! -e ${name} ]; do :; done`;
  const first = at.run(`touch one; ${wait('end-one')}`);
  await at.until('one');
  const second = at.run(`touch two; ${wait('end-two')}; mkdir -p .pi/extensions; sleep 5555`);
  await at.until('two');
  writeFileSync(at.at('end-one'), '');
  const { end } = await first;
  writeFileSync(at.at('end-two'), '');
  expect({ first: end, second: ended.exec((await second).end)?.[1], left: existsSync(at.at('.pi')) }).toEqual({
    first: '0',
    second: '.pi',
    left: false,
  });
});

here('S7: a protected name that is a link stays that link, and what it leads to in the project is not written', async () => {
  using at = place();
  at.put('conf/x', 'theirs\n');
  symlinkSync('conf', at.at('.vscode'));
  symlinkSync('nowhere', at.at('.idea'));
  const written = await at.run('for to in .vscode/x conf/x; do echo mine >> $to && echo wrote $to; done; mv conf moved && echo moved');
  const tool = fileOperations({ cwd: at.cwd, mode: 'secure', forbidden: [] }).write;
  const byTool = await tool.writeFile(at.at('conf/x'), 'mine').catch((error: Error) => error.message);
  const replaced = [];
  for (const name of ['.vscode', '.idea']) {
    replaced.push(ended.exec((await at.run(`rm ${name}; mkdir ${name}; echo x > ${name}/tasks.json; sleep 5555`)).end)?.[1]);
  }
  const swapped = await at.run('mkdir own; rm -f .vscode; ln -s own .vscode; sleep 5555');
  expect({
    written: written.output.split('\n').filter(line => /^(?:wrote|moved)/.test(line)),
    byTool,
    replaced,
    swapped: swapped.end,
    left: ['.vscode', '.idea'].map(name => lstatSync(at.at(name), { throwIfNoEntry: false })?.isDirectory()),
  }).toEqual({
    written: [],
    byTool: expect.stringContaining('.vscode can be read, not written'),
    replaced: ['.vscode', '.idea'],
    swapped: expect.stringMatching(ended),
    left: [undefined, undefined],
  });
});

here('S6, S9, S19: a link of the project mounts nothing of the machine, whatever it is called and wherever it leads', async () => {
  for (const name of ['.vscode', '.envrc', '.git', '.git/hooks', '.git/config.worktree', '.git/info']) {
    for (const target of ['/run', '/tmp', '/etc', '/dev']) {
      using at = place({ git: name !== '.git' });
      const inSandbox = (await at.run('ls -A /run /tmp /dev /etc')).output;
      const up = at
        .at(name)
        .split('/')
        .slice(2)
        .map(() => '..')
        .join('/');
      execFileSync('rm', ['-rf', at.at(name)]);
      symlinkSync(`${up}${target}`, at.at(name));
      const { output } = await at.run('ls -A /run /tmp /dev /etc');
      expect({ name, target, output }).toEqual({ name, target, output: inSandbox });
    }
  }
});

here('S19: the configured folder of hooks, and configurations that others include, are only read, existing or not', async () => {
  using at = place();
  at.put('.husky/_/pre-commit', 'theirs\n');
  at.put('.husky/pre-commit', 'theirs\n');
  at.put('conf/shared', '[user]\n\tname = x\n');
  at.plain('config', 'core.hooksPath', '.husky/_');
  at.plain('config', 'include.path', '../conf/shared');
  at.plain('config', 'includeIf.gitdir:/nowhere.path', '../deep/er/other');
  const files = ['.husky/_/pre-commit', '.husky/pre-commit', '.husky/new', 'conf/shared'];
  const { output } = await at.run(
    `for to in ${files.join(' ')}; do echo mine >> $to && echo wrote $to; done; mv .husky moved && echo moved; echo x > conf/more && echo fine`,
  );
  const { writeFile } = fileOperations({ cwd: at.cwd, mode: 'secure', forbidden: [] }).write;
  const refused = await Promise.all(
    files.map(name =>
      writeFile(at.at(name), 'mine').then(
        () => name,
        (error: Error) => error.message,
      ),
    ),
  );
  const made = ended.exec((await at.run('mkdir deep; mkdir deep/er; echo x > deep/er/other; sleep 5555')).end)?.[1];
  const prepared = ended.exec((await at.run('rm -r deep; mkdir -p p/er; echo x > p/er/other; mv p deep; sleep 5555')).end)?.[1];
  at.plain('config', 'core.hooksPath', 'tools/hooks');
  const hooks = ended.exec((await at.run('mkdir -p tools/hooks; sleep 5555')).end)?.[1];
  expect({ output: output.split('\n').filter(line => /^(?:wrote|moved|fine)/.test(line)), refused, made, prepared, hooks }).toEqual({
    output: ['fine'],
    refused: files.map(name => expect.stringContaining(`${name === 'conf/shared' ? name : '.husky'} can be read, not written`)),
    made: 'deep/er/other',
    prepared: 'deep/er/other',
    hooks: 'tools/hooks',
  });
});

here('S7, S12: what leads git elsewhere is not made in a worktree of a conversation, nor in those of the person', async () => {
  using at = place();
  const theirs = join(at.root, 'home/theirs');
  at.plain('worktree', 'add', '-q', theirs);
  at.plain('config', 'extensions.worktreeConfig', 'true');
  const inMain = await at.run(
    'echo ../../../evil > .git/worktrees/theirs/commondir && echo wrote; echo x > .git/worktrees/theirs/config.worktree && echo wrote; mv .git/worktrees w && echo moved',
  );
  const operations = bashOperations({ mode: 'secure', cwd: theirs, network: false, forbidden: [], sandbox });
  const attack = 'd=$(git rev-parse --git-dir); echo x > $d/config.worktree; sleep 5555';
  const inWorktree = await operations.exec(attack, theirs, { onData() {} }).then(
    () => 'ran',
    (error: Error) => error.message,
  );
  const own = join(at.cwd, '.git/worktrees/theirs');
  expect({
    inMain: inMain.output.split('\n').filter(line => /^(?:wrote|moved)/.test(line)),
    inWorktree,
    left: existsSync(join(own, 'config.worktree')),
    commondir: readFileSync(join(own, 'commondir'), 'utf8'),
  }).toEqual({ inMain: [], inWorktree: expect.stringMatching(ended), left: false, commondir: '../..\n' });
});

here('S7, S12: a repository whose folders are links gives a worktree nothing of the machine', async () => {
  using at = place();
  const worktree = join(at.root, 'home/worktree');
  at.plain('worktree', 'add', '-q', worktree);
  const beside = join(at.root, 'home/beside');
  mkdirSync(beside);
  mkdirSync(at.at('.git/refs/heads'), { recursive: true });
  symlinkSync(beside, at.at('.git/refs/heads/atelier'));
  const operations = bashOperations({ mode: 'secure', cwd: worktree, network: false, forbidden: [], sandbox });
  const end = await operations.exec('echo ran', worktree, { onData() {} }).then(
    () => 'ran',
    (error: Error) => error.message,
  );
  expect(end).toContain('is a link to another folder');
});

here('G1, S18: what commands prepare for git, one after the other or at once, is not run when the app reads', async () => {
  using at = place();
  const mark = join(at.root, 'ran');
  const config = `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = o\n[remote "o"]\n\turl = ${at.cwd}\n\tpromisor = true\n\tuploadpack = "touch ${mark} #"\n`;
  at.put('evil.config', config);
  const git = testGit(join(at.root, 'own'));
  const blob = at.plain('rev-parse', 'HEAD:a.txt').trim();
  const prepare = `mkdir -p evil/objects evil/refs; cp evil.config evil/config; rm -f .git/objects/${blob.slice(0, 2)}/${blob.slice(2)}; touch ready`;
  await at.run(prepare);
  const writer = at.run('while :; do echo ../evil > .git/commondir; done');
  for (let round = 0; round < 5; round += 1) {
    await git.reading.mark(at.cwd);
    await git.reading.marked(at.cwd, [at.at('a.txt')], 100);
    await git.reading.changed(at.cwd);
    await git.reading.files(at.cwd);
  }
  expect({ writer: ended.exec((await writer).end)?.[1], left: existsSync(at.at('.git/commondir')), ran: existsSync(mark) }).toEqual({
    writer: '.git/commondir',
    left: false,
    ran: false,
  });
});

test('names are guarded for each command by itself, and what appears is moved, not removed', async () => {
  using at = place({ git: false });
  const first = await guardNames([{ path: at.at('x'), from: at.cwd }], () => undefined);
  const seen = Promise.withResolvers<void>();
  const second = await guardNames(
    [
      { path: at.at('x'), from: at.cwd },
      { path: at.at('deep/y'), from: at.cwd },
    ],
    seen.resolve,
  );
  expect(await first.end()).toEqual([]);
  mkdirSync(at.at('deep'));
  writeFileSync(at.at('deep/y'), 'kept');
  await seen.promise;
  const [moved] = await second.end();
  writeFileSync(at.at('x'), '');
  expect({ path: moved?.path, kept: readFileSync(moved?.to ?? '', 'utf8'), free: existsSync(at.at('x')) }).toEqual({
    path: at.at('deep/y'),
    kept: 'kept',
    free: true,
  });
});
