import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { brandedPackage } from './branded-package.ts';
import { place, standIn } from './cli.fixture.ts';
import { agentEnvironment, enginePackage, openAgentCli } from './cli.ts';

test('the real command line calls itself agent, keeps to the managed directory, and installs, lists and removes a package there', async () => {
  const directory = place();
  const skills = place();
  mkdirSync(join(skills, 'skills', 'one'), { recursive: true });
  writeFileSync(join(skills, 'package.json'), '{"name":"skills-of-a-test","version":"1.0.0","keywords":["pi-package"]}');
  writeFileSync(join(skills, 'skills', 'one', 'SKILL.md'), '---\nname: one\ndescription: A skill of a test.\n---\nDo it.\n');
  writeFileSync(
    join(directory, 'models.json'),
    '{"providers":{"own":{"baseUrl":"http://127.0.0.1:9/v1","api":"openai-completions","apiKey":"none","models":[{"id":"own-model"}]}}}',
  );
  const env = { ...process.env, PI_CODING_AGENT_DIR: '/nowhere', OPENAI_API_KEY: 'sk-of-a-test' };
  const cli = openAgentCli({ directory, node: process.execPath, env });

  const [help, version, empty] = await Promise.all([['--help'], ['--version'], ['list']].map(list => cli.runAgentExec(list)));
  const installed = await cli.runAgentExec(['install', skills]);
  const settings = JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8')) as { packages: readonly string[] };
  const [listed, models] = await Promise.all([['list'], ['--list-models']].map(list => cli.runAgentExec(list)));
  const removed = await cli.runAgentExec(['remove', skills]);
  const absent = await cli.runAgentExec(['install', '/nowhere/at-all']);

  expect({
    path: cli.getAgentBinaryPath(),
    help: help?.stdout.split('\n')[0],
    variable: /AGENT_CODING_AGENT_DIR/.test(help?.stdout ?? ''),
    version: version?.stdout.trim(),
    empty: empty?.stdout.trim(),
    installed: [installed.code, settings.packages.length],
    listed: listed?.stdout.includes(skills),
    models: /own\s+own-model/.test(models?.stdout ?? ''),
    othersModels: /openai/.test(models?.stdout ?? ''),
    removed: removed.code,
    absent: [absent.code, absent.stderr.trim()],
  }).toEqual({
    path: cli.getBundledAgentCliPath(),
    help: 'agent - AI coding assistant with read, bash, edit, write tools',
    variable: true,
    version: '0.87.1',
    empty: 'No packages installed.',
    installed: [0, 1],
    listed: true,
    models: true,
    othersModels: false,
    removed: 0,
    absent: [1, 'Error: Path does not exist: /nowhere/at-all'],
  });
});

test('the folder of the brand is made once, and mended where somebody changed it', () => {
  const directory = place();
  const engine = enginePackage() ?? '';
  const made = brandedPackage(directory, engine);
  const first = readFileSync(join(made, 'package.json'), 'utf8');
  writeFileSync(join(made, 'kept'), '');
  const again = brandedPackage(directory, engine);
  const kept = readFileSync(join(again, 'kept'), 'utf8');
  unlinkSync(join(made, 'dist'));
  symlinkSync(tmpdir(), join(made, 'dist'));
  brandedPackage(directory, engine);
  expect({ first: JSON.parse(first), again, kept, dist: readlinkSync(join(made, 'dist')) }).toEqual({
    first: { name: '@earendil-works/pi-coding-agent', version: '0.87.1', type: 'module', piConfig: { name: 'agent', configDir: '.agent' } },
    again: made,
    kept: '',
    dist: join(engine, 'dist'),
  });
});

test('the engine itself keeps to the managed directory when it is loaded under the brand', async () => {
  const directory = place();
  const engine = enginePackage() ?? '';
  const load = `const pi = await import(${JSON.stringify(pathToFileURL(join(engine, 'dist', 'index.js')).href)});
    console.log(JSON.stringify([pi.getAgentDir(), pi.CONFIG_DIR_NAME]));`;
  const env = {
    ...process.env,
    PI_PACKAGE_DIR: brandedPackage(directory, engine),
    AGENT_CODING_AGENT_DIR: directory,
    PI_CODING_AGENT_DIR: '/nowhere',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', load], { env });
  expect(JSON.parse(stdout)).toEqual([directory, '.agent']);
});

test('a program gets no key, no option of Node and no folder of a package from our environment', () => {
  const env = {
    PATH: '/usr/bin:/x/node_modules/.bin:.',
    HOME: '/h',
    OPENAI_API_KEY: 'k',
    NODE_OPTIONS: '--require=x',
    ELECTRON_RUN_AS_NODE: '1',
    PI_OFFLINE: '1',
  };
  expect(agentEnvironment(env, '/d', '/n/node')).toEqual({
    HOME: '/h',
    PATH: '/n:/usr/bin',
    AGENT_CODING_AGENT_DIR: '/d',
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
    NO_COLOR: '1',
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:ssh',
  });
});

test('K2: what a program prints comes back bounded, without colours and without any key', async () => {
  const directory = place();
  writeFileSync(join(directory, 'auth.json'), '{"openai":{"type":"api_key","key":"plain words that are a key"}}');
  const cli = standIn(
    directory,
    'printf "\\033[31mred plain words that are a key sk-0123456789abcdef\\n"; head -c 3000000 /dev/zero | tr "\\0" x; exit 3',
  );
  const { stdout, ...rest } = await cli.runAgentExec(['list']);
  expect({ ...rest, begins: stdout.slice(0, 20), length: stdout.length }).toEqual({
    code: 3,
    stderr: '',
    truncated: true,
    begins: 'red ••• •••\nxxxxxxxx',
    length: 256 * 1024,
  });
});

test('a program that never ends is ended with everything it started, and so is one when the app closes', async () => {
  const directory = place();
  const closing = new AbortController();
  const endless = standIn(directory, 'sleep 1000 & echo $! > child; wait');
  const late = await endless.runAgentExec(['list'], 3000).catch((error: unknown) => error);
  const child = Number(readFileSync(join(directory, 'child'), 'utf8'));
  const closed = standIn(directory, 'sleep 1000', closing.signal);
  const running = closed.runAgentExec(['list']).catch((error: unknown) => error);
  closing.abort();
  expect({ late, closed: await running, left: isAlive(child) }).toMatchObject({
    late: {
      code: 'agent/cli-timeout',
      message: 'The agent’s command list was stopped after 3 s without an answer. Check the network, then try again.',
    },
    closed: { code: 'agent/cli-stopped' },
    left: false,
  });
});

test('what a program leaves behind does not hold its answer up', async () => {
  const cli = standIn(place(), 'sleep 1000 & echo done');
  expect(await cli.runAgentExec(['list'])).toMatchObject({ code: 0, stdout: 'done\n' });
});

test('without any program, and with one that cannot be run, the sentence says so in both languages', async () => {
  const directory = place();
  const none = openAgentCli({ directory, node: process.execPath, from: '/nowhere/x.js' });
  const missing = await none.runAgentExec(['list']).catch((error: unknown) => error);
  const bad = openAgentCli({ directory, node: '/nowhere/node' });
  const failed = await bad.runAgentExec(['list']).catch((error: unknown) => error);
  expect({ bundled: none.getBundledAgentCliPath(), path: none.getAgentBinaryPath(), missing, failed }).toMatchObject({
    bundled: undefined,
    path: join(directory, 'bin', 'agent'),
    missing: { code: 'agent/cli-missing' },
    failed: { code: 'agent/cli-not-started', details: { reason: 'ENOENT' } },
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('K2: who follows a command hears what it prints without keys, and ends it by withdrawing the call', async () => {
  const directory = place();
  writeFileSync(join(directory, 'auth.json'), '{"company":{"type":"api_key","key":"canary-key-of-a-test"}}', { mode: 0o600 });
  const cli = standIn(directory, 'echo one; echo canary-key-of-a-test >&2; sleep 600');
  const stopping = new AbortController();
  const heard: string[] = [];
  const ended = cli
    .runAgentExec(['list'], undefined, {
      signal: stopping.signal,
      onOutput(stream, text) {
        heard.push(`${stream} ${text}`);
        if (heard.length === 2) stopping.abort();
      },
    })
    .catch((error: { code: string }) => error.code);
  expect([await ended, heard.toSorted()]).toEqual(['agent/cli-stopped', ['stderr •••\n', 'stdout one\n']]);
});
