import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { isAlive } from '@atelier/kernel/children';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { demoReady, listen } from '../../agent/main/demo.fixture.ts';
import { type Run, TerminalChannel } from '../contract/index.ts';
import { detect } from './detect.ts';
import { KeptOutput } from './kept-output.ts';

const plugins = ['terminal', 'conversations', 'agent', 'providers', 'demo'].map(name => `@atelier/${name}`);

const codeOf = (error: unknown): string => (error as { code: string }).code;

/** A conversation of a project in a folder. */
async function conversationIn(kernel: TestKernel, folder: string, mode: 'open' | 'secure' = 'open'): Promise<string> {
  await demoReady(kernel);
  const channel = kernel.client(ConversationsChannel);
  const project = await channel.call('addProject', { folder });
  const { conversation } = await channel.call('send', { text: 'hello', project: project?.id ?? '' });
  await listen(kernel, conversation).ended();
  if (mode === 'open') await kernel.client(AgentChannel).call('setAccessMode', { conversation, mode });
  return conversation;
}

function place() {
  const temp = tempFolder();
  const folder = join(realpathSync(temp.path), 'tides');
  mkdirSync(folder);
  return { folder, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

/** The run once it has ended, and all that is kept of what it printed. */
async function endOf(kernel: TestKernel, conversation: string, id: string): Promise<{ run: Run; printed: string; cut: number }> {
  const client = kernel.client(TerminalChannel);
  const runOf = async () => (await client.call('overview', { conversation })).runs.find(run => run.id === id);
  await expect.poll(async () => (await runOf())?.state, { timeout: 60_000 }).not.toBe('running');
  const { head, cut, tail } = await client.call('output', { run: id, since: 0 });
  return { run: (await runOf()) as Run, printed: head + tail, cut };
}

test('a command runs in the folder of the conversation, and its output, both pipes of it, its exit code and its duration are told', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const client = kernel.client(TerminalChannel);
  const printed = new Set<string>();
  client.on('printed', ({ run }) => void printed.add(run));
  const { id } = await client.call('start', { conversation, line: 'pwd; echo é >&2; exit 3' });
  const end = await endOf(kernel, conversation, id);
  expect({ ...end, lines: end.printed.trim().split('\n').toSorted(), heard: printed.has(id) }).toMatchObject({
    run: { state: 'ended', code: 3, folder: at.folder, ms: expect.any(Number) },
    lines: [at.folder, 'é'].toSorted(),
    heard: true,
  });
});

test('stopping a run ends its child, a grandchild that has left its group, and one that ignores the request', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const client = kernel.client(TerminalChannel);
  const line = [
    "setsid sh -c 'echo $$ > left.pid; exec sleep 600' > /dev/null 2>&1 &",
    'sh -c \'trap "" TERM; echo $$ > deaf.pid; while :; do sleep 600; done\' &',
    'wait',
  ].join('\n');
  const { id } = await client.call('start', { conversation, line });
  const pids = () =>
    ['left.pid', 'deaf.pid'].map(name => (existsSync(join(at.folder, name)) ? readFileSync(join(at.folder, name), 'utf8').trim() : ''));
  await expect.poll(() => pids().every(pid => pid !== '' && isAlive(pid))).toBe(true);
  const stopped = await client.call('stop', { run: id });
  expect([stopped.state, pids().filter(isAlive)]).toEqual(['stopped', []]);
});

test('what is asked to end may save its work, also where the shell around it ends at once', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const client = kernel.client(TerminalChannel);
  writeFileSync(
    join(at.folder, 'serve.sh'),
    "trap 'n=0; while [ $n -lt 100000 ]; do n=$((n+1)); done; echo saved > saved; exit' TERM\necho up > up\nwhile :; do :; done\n",
  );
  const { id } = await client.call('start', { conversation, line: 'true && sh serve.sh; true' });
  await expect.poll(() => existsSync(join(at.folder, 'up'))).toBe(true);
  const { state } = await client.call('stop', { run: id });
  expect([state, existsSync(join(at.folder, 'saved'))]).toEqual(['stopped', true]);
});

test('what a command leaves in the background ends with it', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const { id } = await kernel.client(TerminalChannel).call('start', { conversation, line: 'sleep 600 & echo $! > left.pid' });
  const { run } = await endOf(kernel, conversation, id);
  expect([run.code, isAlive(readFileSync(join(at.folder, 'left.pid'), 'utf8').trim())]).toEqual([0, false]);
});

test('a command that prints 20 MB keeps its beginning and its end, and says how much is not kept', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const line = 'echo first; head -c 20000000 /dev/zero | tr "\\0" x; echo; echo last';
  const { id } = await kernel.client(TerminalChannel).call('start', { conversation, line });
  const { printed, cut, run } = await endOf(kernel, conversation, id);
  expect([run.code, printed.startsWith('first\nx'), printed.endsWith('x\nlast\n'), printed.length + cut]).toEqual([
    0,
    true,
    true,
    20_000_012,
  ]);
});

test('nothing runs in secure access, without a project, and in a folder that is gone; each is said', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  writeFileSync(join(at.folder, 'go.mod'), 'module tides\n');
  const secure = await conversationIn(kernel, at.folder, 'secure');
  const { conversation: alone } = await kernel.client(ConversationsChannel).call('send', { text: 'hello' });
  const client = kernel.client(TerminalChannel);
  const tried = async (conversation: string) => [
    (await client.call('overview', { conversation })).off,
    await client.call('start', { conversation, line: 'touch ran' }).catch(codeOf),
  ];
  expect([await tried(secure), await tried(alone), existsSync(join(at.folder, 'ran'))]).toEqual([
    ['not-open', 'terminal/not-open'],
    ['no-project', 'terminal/no-project'],
    false,
  ]);
  expect(await client.call('stop', { run: 'nobody' }).catch(codeOf)).toBe('terminal/no-run');
});

test('a run ends when the app ends, and one that is closed is known no more', async () => {
  await using kernel = await testKernel({ plugins });
  using at = place();
  const conversation = await conversationIn(kernel, at.folder);
  const client = kernel.client(TerminalChannel);
  const closed = await client.call('start', { conversation, line: 'sleep 600' });
  await client.call('close', { run: closed.id });
  await client.call('start', { conversation, line: 'echo $$ > run.pid; exec sleep 600' });
  const file = join(at.folder, 'run.pid');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim() !== '').toBe(true);
  const { runs } = await client.call('overview', { conversation });
  await kernel.close();
  expect([runs.length, isAlive(readFileSync(file, 'utf8').trim())]).toEqual([1, false]);
});

test('the commands of a folder are those of its files, by the package manager that the project uses; names for a shell are none', async () => {
  using at = place();
  const put = (name: string, text: string) => writeFileSync(join(at.folder, name), text);
  put('package.json', JSON.stringify({ scripts: { dev: 'vite', 'test:unit': 'vitest', 'a; rm -rf b': 'odd' } }));
  put('pnpm-lock.yaml', '');
  put(
    'Makefile',
    'CC := gcc\n.PHONY: all\nall: build\nbuild clean:\n\techo one: two\n%.o: %.c\nX = $(a:b=c)\nexport A: b\nvpath %.c src:lib\ninclude a:b\nexport: all\n',
  );
  put('Cargo.toml', '');
  put('go.mod', '');
  put('pyproject.toml', '[tool.pytest.ini_options]\n');
  const lines = (await detect(at.folder)).map(({ line }) => line);
  put('package.json', JSON.stringify({ packageManager: 'yarn@4.1.0', scripts: { dev: 'vite' } }));
  const named = (await detect(at.folder))[0];
  put('package.json', '{ "scripts": ');
  const broken = (await detect(at.folder))[0];
  expect({ lines, named, broken }).toEqual({
    lines: [
      ...['pnpm run dev', 'pnpm run test:unit', 'make all', 'make build', 'make clean', 'make export', 'pytest'],
      ...['cargo run', 'cargo build', 'cargo test', 'go run .', 'go build', 'go test ./...'],
    ],
    named: { line: 'yarn run dev', from: 'package.json' },
    broken: { line: 'make all', from: 'Makefile' },
  });
});

test('reading on from any position gives every character once, until some are not kept', () => {
  const kept = new KeptOutput({ head: 4, tail: 6 });
  kept.add('abc');
  const first = kept.since(0);
  kept.add('defgh');
  const second = kept.since(first.end);
  kept.add('ijklmnopqrstuvwxyz');
  expect([first.head, second.tail, kept.since(8), kept.since(22)]).toEqual([
    'abc',
    'defgh',
    { isWhole: true, head: 'abcd', cut: 16, tail: 'uvwxyz', end: 26 },
    { isWhole: false, head: '', cut: 0, tail: 'wxyz', end: 26 },
  ]);
});
