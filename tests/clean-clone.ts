import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { processesUnder } from './support/processes.ts';
import { repositoryFiles } from './support/tree.ts';

/** Proves that a copy without packages starts and tests itself, with whatever Node the machine has. */
const copy = mkdtempSync(join(tmpdir(), 'atelier-clean-'));
const home = join(copy, '.build', 'home');
const failures: string[] = [];

process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await step('copy', copyTree);
await step('first start (installs)', () => startOnce());
await step('second start', () => startOnce());
await step('npm test', async () => run('npm', ['test']));
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(failures.length === 0 ? 'A clean copy starts and tests itself.\n' : 'A clean copy does not work.\n');
process.exitCode = failures.length === 0 ? 0 : 1;

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  try {
    await work();
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.stdout.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

async function copyTree(): Promise<void> {
  for (const path of repositoryFiles()) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    copyFileSync(path, join(copy, path));
  }
  mkdirSync(home, { recursive: true });
  // The walls ask git for the files there are.
  run('git', ['init', '--quiet']);
  run('git', ['add', '--all']);
}

/** The machine's environment, without what npm and this Node put into it. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|NODE|INIT_CWD|ATELIER_)/.test(name) || name === 'NODE_EXTRA_CA_CERTS',
  );
  const own = dirname(process.execPath);
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== own && !folder.includes('node_modules'));
  const profile = { ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_USER_DATA_DIR: join(home, 'data') };
  return { ...Object.fromEntries(kept), ...profile, PATH: path.join(delimiter) };
}

function run(command: string, args: readonly string[]): void {
  const ran = spawnSync(command, args, { cwd: copy, env: environment(), stdio: ['ignore', 'inherit', 'inherit'] });
  if (ran.status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` ended with ${ran.status ?? ran.signal ?? ran.error?.message}`);
}

async function startOnce(): Promise<void> {
  const npm = spawn('npm', ['start', '--silent', '--', '--headless', '--json'], {
    cwd: copy,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  try {
    const line = await Promise.race([firstLine(npm.stdout), ended.then(() => undefined)]);
    if (line === undefined) throw new Error('`npm start` ended before it printed a line');
    const { url, pid, userData } = JSON.parse(line) as { url: string; pid: number; userData: string };
    const answer = await fetch(url, { redirect: 'manual' });
    if (answer.status >= 400) throw new Error(`GET ${new URL(url).origin} answered ${answer.status}`);
    if (!existsSync(userData)) throw new Error(`${userData} is not there`);
    process.kill(pid, 0);
  } finally {
    npm.kill('SIGTERM');
    await stopped(ended);
  }
}

/** SIGTERM to npm must end everything; what is still there after ten seconds is named, and ended. */
async function stopped(ended: Promise<unknown>): Promise<void> {
  const patience = performance.now() + 10_000;
  while (processesUnder(copy).length > 0 && performance.now() < patience) await setTimeout(50);
  const left = processesUnder(copy);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  await ended;
  if (left.length > 0) throw new Error(`SIGTERM left running: ${left.map(({ command }) => command).join('; ')}`);
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: stream })) return line;
  return undefined;
}
