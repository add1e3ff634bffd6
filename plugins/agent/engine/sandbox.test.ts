import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, makesAttacks, needing } from '../../../tests/support/needing.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import { detectSandbox } from './detect-sandbox.ts';
import { macosProfile } from './macos-profile.ts';
import { protectedNames } from './protected-paths.ts';
import { bashOperations, type CommandSettings } from './sandbox.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = await detectSandbox();
const here = needing(sandbox === undefined && lacks.sandbox);
const isRoot = process.getuid?.() === 0;

/** A project in a folder of its own, and what a command in it says. */
function place(settings: Partial<CommandSettings> = {}) {
  const folder = tempFolder();
  const cwd = folder.file('project');
  mkdirSync(cwd);
  const operations = bashOperations({ mode: 'secure', cwd, network: false, forbidden: [], sandbox, ...settings });
  const run = async (command: string, options: { signal?: AbortSignal; timeout?: number; env?: NodeJS.ProcessEnv } = {}) => {
    let output = '';
    const onData = (data: Buffer) => {
      output += data.toString('utf8');
    };
    return operations.exec(command, cwd, { onData, ...options }).then(
      ({ exitCode }) => ({ exitCode, output }),
      (error: Error) => ({ error: error.message, output }),
    );
  };
  return { ...folder, cwd, run, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Runs every attack in a program of its own, as this user or another. */
async function attack(mode: string, uid?: number) {
  using folder = tempFolder();
  chmodSync(folder.path, 0o777);
  const script = join(import.meta.dirname, 'escapes.fixture.ts');
  const command = [process.execPath, script, folder.path, mode, ...(sandbox ? [sandbox] : [])];
  const [program = '', ...args] =
    uid === undefined ? command : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...command];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  await new Promise(resolve => child.once('close', resolve));
  return JSON.parse(text) as { work: string; escapes: string[]; attacks: string[]; left: string[] };
}

const stopped = (outcome: Awaited<ReturnType<typeof attack>>) => ({
  tried: outcome.attacks.length,
  escapes: outcome.escapes,
  worked: outcome.work.endsWith('[0]') && outcome.work.startsWith('T\nmore'),
  left: outcome.left,
});
const held = { tried: 42, escapes: ["the project's own .env"], worked: true, left: ['.env', '.git', 'a.txt', 'c.txt', 'link', 'up'] };

here(
  'S1, S4, S5, S6, S7, S9: no attack by shell leaves secure mode but reading the own .env; editing and committing go on',
  async context => {
    makesAttacks(context, 42);
    expect(stopped(await attack('secure'))).toEqual(held);
  },
);

needing(sandbox === undefined && lacks.sandbox, !isRoot && lacks.root)('S1: nor as a user who is not root', async context => {
  makesAttacks(context, 42);
  expect(stopped(await attack('secure', 12345))).toEqual(held);
});

for (const uid of [undefined, ...(isRoot ? [12345] : [])]) {
  here(`S6, S8: in open mode too, no command reads what belongs to the app or stays (${uid ?? 'as this user'})`, async context => {
    makesAttacks(context, 42);
    const { escapes } = await attack('open', uid);
    expect(escapes.filter(name => /auth\.json|key in the environment|environment of processes|stays/.test(name))).toEqual([]);
    expect(escapes).toContain('write into home');
  });
}

test('S3: without a sandbox, or with one that does not start, secure mode refuses and runs nothing', async () => {
  using bare = place({ sandbox: undefined });
  using missing = place({ sandbox: '/nonexistent/bwrap' });
  using broken = place({ sandbox: '/bin/false' });
  const outcomes = await Promise.all([bare, missing, broken].map(at => at.run('touch ran')));
  expect({ outcomes, ran: [bare, missing, broken].map(at => readdirSync(at.cwd)) }).toEqual({
    outcomes: [
      { error: 'The command was not run, because secure mode has no sandbox on this machine and nobody approved it.', output: '' },
      { error: expect.stringContaining('could not be started in its sandbox'), output: expect.any(String) },
      { error: expect.stringContaining('could not be started in its sandbox: it gave no reason'), output: '' },
    ],
    ran: [[], [], []],
  });
});

here('S3: a working directory that holds the home is refused', async () => {
  using at = place({ cwd: '/' });
  expect(await at.run('id')).toEqual({ error: expect.stringContaining('Choose a narrower working directory.'), output: '' });
});

here('S4: a write outside is an error that the model sees', async () => {
  using at = place();
  const { output } = await at.run(
    'for p in / /root /usr /etc /dev /run /var; do echo x > $p/planted && echo "wrote $p"; done; echo x > /tmp/mine && echo fine',
  );
  expect(output.split('\n').filter(line => /wrote|fine/.test(line))).toEqual(['fine']);
});

here('S5: the environment of a command is a list of what it needs', async () => {
  using at = place();
  const env = {
    PATH: '/usr/bin',
    LANG: 'fr_FR.UTF-8',
    OPENAI_API_KEY: 'sk-1',
    AGENT_CODING_AGENT_DIR: '/x',
    HTTPS_PROXY: 'http://u:p@h',
    GH_TOKEN: 'g',
  };
  const { output } = await at.run('env | cut -d= -f1 | sort', { env });
  const names = output
    .trim()
    .split('\n')
    .filter(name => !/^(?:GIT_|SHLVL|PWD|_$)/.test(name));
  expect(names).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR', 'XDG_CACHE_HOME']);
});

test('S5: in open mode a command has the environment of the person, without ours and without keys of models', async () => {
  using at = place({ mode: 'open', sandbox: undefined });
  const env = {
    PATH: '/usr/bin:/bin',
    EDITOR: 'vi',
    ANTHROPIC_API_KEY: 'k',
    MY_API_KEY: 'k',
    ELECTRON_RUN_AS_NODE: '1',
    AGENT_X: '1',
    PI_MODEL: 'm',
    NODE_OPTIONS: '',
  };
  const { output } = await at.run('env | cut -d= -f1 | sort', { env });
  expect(
    output
      .trim()
      .split('\n')
      .filter(name => !/^(?:SHLVL|PWD|_|ATELIER_COMMAND)$/.test(name)),
  ).toEqual(['EDITOR', 'PATH']);
});

here(
  'S5: the data of the app is out of reach of a command as a whole, also under later names, and neither it nor a parent is moved',
  async () => {
    using folder = tempFolder();
    const house = realpathSync(folder.path);
    const data = join(house, 'config/data');
    for (const path of ['project', 'config/data/.agent/agent', 'config/data/open/one']) mkdirSync(join(house, path), { recursive: true });
    for (const path of ['key', '.agent/agent/auth.json']) writeFileSync(join(data, path), 'SECRET');
    writeFileSync(join(data, 'open/one/a.txt'), 'READABLE');
    const opened = [join(data, 'open'), join(data, 'not-there')];
    const ran = async (mode: 'open' | 'secure', cwd: string, command: string) => {
      let output = '';
      const operations = bashOperations({ mode, cwd, network: false, sandbox, forbidden: [data], opened });
      const onData = (piece: Buffer) => {
        output += piece.toString('utf8');
      };
      return operations.exec(command, cwd, { onData }).then(
        ({ exitCode }) => `${output}${exitCode}`,
        (error: Error) => error.message,
      );
    };
    const project = join(house, 'project');
    const attacks = [
      `mv ${data}/.agent ${data}/old`,
      // Without the copy that `mv` makes where a folder cannot be renamed.
      `perl -e 'rename "${data}", "${house}/moved" or exit 1'`,
      `perl -e 'rename "${house}/config", "${house}/moved" or exit 1'`,
      `echo x > ${data}/later`,
      `mkdir ${data}/.agent`,
    ];
    const open = [];
    for (const command of attacks) open.push((await ran('open', project, `${command} 2>/dev/null`)) !== '0');
    writeFileSync(join(data, 'nobody-knows.json'), 'SECRET');
    const reading = `cat ${data}/key ${data}/nobody-knows.json ${data}/.agent/agent/auth.json 2>/dev/null; ls -A ${data}; cat ${data}/open/one/a.txt`;
    const around = join(house, 'config');
    expect({
      open,
      left: readdirSync(data).toSorted(),
      moved: readdirSync(house).toSorted(),
      fromProject: await ran('open', project, reading),
      writing: await ran('open', join(data, 'open/one'), 'echo y > b.txt; cat a.txt b.txt'),
      inOpened: await ran('secure', join(data, 'open/one'), `${reading}; echo z > c.txt; cat c.txt`),
      around: await ran('secure', around, reading),
      secure: (await ran('secure', project, `${reading} 2>/dev/null`)).includes('READABLE'),
      closed: await ran('open', join(data, '.agent'), reading),
      alsoClosed: await ran('secure', join(data, '.agent'), reading),
    }).toEqual({
      open: attacks.map(() => true),
      left: ['.agent', 'key', 'nobody-knows.json', 'open'],
      moved: ['config', 'project'],
      fromProject: 'open\nREADABLE0',
      writing: 'READABLEy\n0',
      inOpened: 'open\nREADABLEz\n0',
      around: 'open\nREADABLE0',
      secure: false,
      closed: expect.stringContaining('holds data of the app itself'),
      alsoClosed: expect.stringContaining('holds data of the app itself'),
    });
  },
);

here('S8: when a command has ended, what it left in the background has ended before', async () => {
  using at = place();
  const left: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    await at.run('for i in 1 2 3 4 5; do (setsid sleep 4444 >/dev/null 2>&1 &); done');
    left.push(processesUnder('sleep 4444').length);
  }
  expect(left).toEqual(left.map(() => 0));
});

for (const [kind, settings] of [
  ['sandboxed', {}],
  ['open', { mode: 'open' }],
  ['open and without a sandbox', { mode: 'open', sandbox: undefined }],
] as const) {
  const needsSandbox = !kind.endsWith('without a sandbox') && sandbox === undefined;
  needing(needsSandbox && lacks.sandbox)(
    `S8, S17: a ${kind} command that is stopped or takes too long leaves no process behind, nor does one that ends`,
    async () => {
      using at = place(settings);
      const stop = new AbortController();
      const endless = at.run('touch begun; setsid sleep 4343 & nohup sleep 4343 & trap "" TERM INT; while :; do :; done', {
        signal: stop.signal,
      });
      while (!existsSync(join(at.cwd, 'begun'))) await new Promise(resolve => setImmediate(resolve));
      stop.abort();
      const left = await at.run('(setsid sleep 4343 >/dev/null 2>&1 &); echo over');
      const timedOut = await at.run('sleep 4343', { timeout: 0.2 });
      expect({
        endless: (await endless) as object,
        left,
        timedOut,
        processes: processesUnder(at.path),
        sleeping: processesUnder('sleep 4343'),
      }).toMatchObject({
        endless: { error: 'aborted' },
        left: { exitCode: 0, output: 'over\n' },
        timedOut: { error: 'timeout:0.2' },
        processes: [],
        sleeping: [],
      });
    },
  );
}

here('S8: when the process that runs a command is killed, the command is gone as well', async () => {
  using at = place();
  const program = `
    import { bashOperations } from ${JSON.stringify(join(import.meta.dirname, 'sandbox.ts'))};
    const settings = { mode: 'secure', cwd: ${JSON.stringify(at.cwd)}, network: false, forbidden: [], sandbox: ${JSON.stringify(sandbox)} };
    await bashOperations(settings).exec('setsid sleep 4545 & touch begun; sleep 4545', settings.cwd, { onData() {} });`;
  const host = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  while (!existsSync(join(at.cwd, 'begun'))) await new Promise(resolve => setImmediate(resolve));
  host.kill('SIGKILL');
  await new Promise(resolve => host.once('exit', resolve));
  await expect.poll(() => processesUnder('sleep 4545')).toEqual([]);
});

here('S8: a command that is stopped while its sandbox starts leaves nothing, and its call settles', async () => {
  using at = place();
  const outcomes: object[] = [];
  for (let round = 0; round < 40; round += 1) {
    const stop = new AbortController();
    const running = at.run('setsid sleep 4646 & sleep 4646', { signal: stop.signal });
    const begun = performance.now();
    while (performance.now() - begun < round / 2) await new Promise(resolve => setImmediate(resolve));
    stop.abort();
    outcomes.push(await running);
  }
  expect({ outcomes, left: processesUnder('sleep 4646'), stuck: processesUnder(at.path) }).toEqual({
    outcomes: outcomes.map(() => ({ error: 'aborted', output: '' })),
    left: [],
    stuck: [],
  });
});

here('S8: a command that was stopped before it began does not begin', async () => {
  using at = place();
  expect({ outcome: await at.run('touch ran', { signal: AbortSignal.abort() }), ran: readdirSync(at.cwd) }).toEqual({
    outcome: { error: 'aborted', output: '' },
    ran: [],
  });
});

here('S17: a fork bomb and a memory bomb stay within their limits, and end', async () => {
  using at = place({ limits: { processes: 60, memoryBytes: 200_000_000 } });
  const forks = await at.run(
    "perl -e 'my $n = 0; for (1..200) { my $p = fork(); last if !defined $p; if (!$p) { sleep 60; exit } $n++ } print $n'",
  );
  const memory = await at.run('perl -e \'my $x = "x" x 600_000_000; print "FILLED"\'');
  expect({ forks: Number(forks.output) > 20 && Number(forks.output) <= 60, memory: memory.output.includes('FILLED') }).toEqual({
    forks: true,
    memory: false,
  });
});

here('S17: a gigabyte of output keeps its beginning and its end, says what is missing, and fills no memory', async () => {
  using at = place();
  const before = process.memoryUsage().rss;
  const { output } = await at.run('echo first; yes | head -c 1000000000; echo last');
  expect({
    first: output.startsWith('first\ny\n'),
    last: output.endsWith('y\nlast\n'),
    cut: /\n\[[\d,]{11,} bytes of output are left out here\]\n/.test(output),
    short: output.length < 50_000 && output.split('\n').length < 2_000,
    grown: (process.memoryUsage().rss - before) / 1e6 < 150,
  }).toEqual({ first: true, last: true, cut: true, short: true, grown: true });
});

here('S9: with the network allowed a command reaches it, and still no unix socket of the machine', async () => {
  using at = place({ network: true });
  const { output } = await at.run(
    'perl -e \'use Socket; print socket(my $s, AF_UNIX, SOCK_STREAM, 0) ? "unix " : "none "; print socket(my $t, AF_INET, SOCK_STREAM, 0) ? "inet" : "none"\'; ls /sys /proc/net/dev',
  );
  using alone = place();
  const own = await alone.run('wc -l < /proc/net/dev');
  expect({ output: output.split('\n')[0]?.startsWith('none inet'), interfaces: own.output.trim() }).toEqual({
    output: true,
    interfaces: '3',
  });
});

here('S13: a bubblewrap that the project brings along is not taken', async () => {
  using at = place();
  writeFileSync(join(at.cwd, 'bwrap'), '#!/bin/sh\nexit 7\n');
  chmodSync(join(at.cwd, 'bwrap'), 0o755);
  expect(await detectSandbox(`${at.cwd}:.:node_modules/.bin`, at.cwd)).toBe(sandbox);
});

here('S13: an app that was started in the root of the disk finds the sandbox', async () => {
  expect(await detectSandbox(process.env.PATH, '/')).toBe(sandbox);
});

test('S13: no folder of a package or of the project is on the path of a command', () => {
  using folder = tempFolder();
  const env = { PATH: `${folder.path}/bin:/x/node_modules/.bin:.:bin:/usr/bin`, HOME: '/people/nobody' };
  const { env: clean } = sandboxArguments(
    { mode: 'secure', cwd: folder.path, network: false, forbidden: [] },
    { disablesUserNamespaces: true },
    env,
  );
  expect(clean.PATH).toBe('/usr/bin:/usr/local/bin:/bin');
});

here('the exit code of a command is told, that of one that was killed as a shell tells it', async () => {
  using at = place();
  expect([await at.run('exit 3'), await at.run('kill -9 $$'), await at.run('exit 1; ')]).toEqual([
    { exitCode: 3, output: '' },
    { exitCode: 137, output: '' },
    { exitCode: 1, output: '' },
  ]);
});

test('the profile for macOS denies what bubblewrap hides; it was run on no Mac', () => {
  const profile = macosProfile(
    { mode: 'secure', cwd: '/Users/a/p "x"', network: false, forbidden: ['/Users/a/Library/Atelier'] },
    '/Users/a',
  );
  const rows = profile.split('\n').filter(line => /Users|network|default/.test(line));
  expect(rows).toEqual([
    '(deny default)',
    '(deny file-read* (subpath "/Users/a"))',
    '(deny file-read* file-write* (subpath "/Users/a/Library/Atelier"))',
    '(allow file-read* file-write* (subpath "/Users/a/p \\"x\\""))',
    ...[
      ...protectedNames,
      ...['hooks', 'config', 'info', 'modules', 'commondir', 'gitdir', 'config.worktree', 'worktrees'].map(name => `.git/${name}`),
    ].map(name => `(deny file-write* (subpath "/Users/a/p \\"x\\"/${name}"))`),
    '(deny file-write-unlink (literal "/Users/a/p \\"x\\"/.git"))',
    '(deny network*)',
  ]);
});
