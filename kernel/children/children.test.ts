import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lacks, needing } from '../../tests/support/needing.ts';
import { waitForDeath } from '../../tests/support/processes.ts';
import { runProgram, socketServer, startFork, startProgram, startThread } from './index.ts';

const onLinux = needing(process.platform !== 'linux' && lacks.linux);
const bounds = { limitMs: 60_000, maxBytes: 1000 };

test('a program that is missing, has no folder, too many arguments or a name with a zero is told as not started, once, and swallows what is written', async () => {
  const told: unknown[] = [];
  for (const [program, args, cwd] of [
    ['/nowhere/program', [], '/'],
    ['/bin/true', [], '/nowhere'],
    ['/bin/true', ['x'.repeat(4_000_000)], '/'],
    ['/bin/\0', [], '/'],
  ] as const) {
    const child = startProgram(program, args, { cwd, stdio: 'pipe' });
    child.stdin.write('into nothing');
    child.kill();
    child.killGroup();
    const started = await child.started.catch((error: NodeJS.ErrnoException) => error.code);
    const [exited, closed] = await Promise.all([child.exited, child.closed]);
    told.push([child.pid, started, exited.code, exited.failure === closed.failure, child.hasEnded]);
  }
  expect(told).toEqual([
    [undefined, 'ENOENT', null, true, true],
    [undefined, 'ENOENT', null, true, true],
    [undefined, 'E2BIG', null, true, true],
    [undefined, 'ERR_INVALID_ARG_VALUE', null, true, true],
  ]);
});

test('writing to a program that was killed fails nowhere, however often', async () => {
  const child = startProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  await child.started;
  child.kill('SIGKILL');
  for (let write = 0; write < 50; write += 1) for (const pipe of [child.stdin, child.stdio[3]]) pipe?.write('x'.repeat(100_000));
  expect(await child.closed).toEqual({ code: null, signal: 'SIGKILL' });
  child.stdin.write('afterwards');
  child.stdin.end();
});

const echo = () =>
  startFork(new URL('./echo.fixture.ts', import.meta.url), [], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });

onLinux('messages to a process that has died are told to their senders, each once, and one without a listener ends nothing', async () => {
  const child = echo();
  await new Promise(resolve => {
    child.onMessage(resolve);
    child.send({ begun: true });
  });
  const failures: string[] = [];
  child.send({ end: true });
  waitForDeath(child.pid ?? 0);
  // Nothing has told the event loop yet: each of these meets a broken pipe.
  for (let one = 0; one < 3; one += 1) child.send({ one }, error => failures.push((error as NodeJS.ErrnoException).code ?? error.message));
  for (let one = 0; one < 3; one += 1) child.send({ without: 'a listener' });
  const ended = await child.exited;
  child.send({ late: true }, error => failures.push(error.message));
  child.disconnect();
  expect({ ended, failures }).toEqual({
    ended: expect.objectContaining({ code: null, signal: 'SIGKILL' }),
    failures: ['EPIPE', 'EPIPE', 'EPIPE', 'its channel is closed'],
  });
});

test('a message that cannot be copied is told to its sender, and the next one arrives', async () => {
  const child = echo();
  const heard = new Promise(resolve => child.onMessage(resolve));
  const failed = new Promise<Error>(resolve => child.send({ cannot: () => undefined } as object, resolve));
  child.send({ fine: true });
  expect([(await failed).message, await heard]).toEqual([expect.stringContaining('could not be cloned'), { fine: true }]);
  child.disconnect();
  expect((await child.exited).code).toBe(0);
});

test('a program is run to its end, with its input, the beginning of its output, and killed when it is late', async () => {
  const cat = await runProgram('/bin/cat', [], { ...bounds, input: 'abc' });
  const long = await runProgram('/bin/sh', ['-c', 'head -c 100000 /dev/zero; exit 3'], bounds);
  const late = await runProgram('/bin/sleep', ['1000'], { ...bounds, limitMs: 20 });
  const stopped = await runProgram('/bin/sleep', ['1000'], { ...bounds, signal: AbortSignal.abort() });
  expect([
    [cat.stdout, cat.code, cat.isTruncated],
    [long.stdout.length, long.code, long.isTruncated],
    [late.isLate, late.signal, late.failure],
    [stopped.failure?.name, stopped.isLate],
  ]).toEqual([
    ['abc', 0, false],
    [1000, 3, true],
    [true, 'SIGKILL', undefined],
    ['AbortError', false],
  ]);
});

test('a thread that throws, and one that cannot be started, tell their error and end nothing else', async () => {
  const thrown = startThread("setTimeout(() => { throw new Error('inside') })");
  const impossible = startThread('', { execArgv: ['--no-such-option'] });
  impossible.post('nobody reads this');
  await impossible.end();
  expect([(await thrown.ended)?.message, (await impossible.ended)?.name]).toEqual(['inside', 'Error']);
});

test('a server whose address is in use tells so', async () => {
  const failures: Error[] = [];
  const first = socketServer(
    () => undefined,
    error => failures.push(error),
  ).listen(0, '127.0.0.1');
  await new Promise(resolve => first.once('listening', resolve));
  const { port } = first.address() as { port: number };
  await new Promise<void>(resolve => {
    socketServer(
      () => undefined,
      error => {
        failures.push(error);
        resolve();
      },
    ).listen(port, '127.0.0.1');
  });
  first.close();
  expect(failures.map(error => (error as NodeJS.ErrnoException).code)).toEqual(['EADDRINUSE']);
});

onLinux('a process without a handle left is told so by each start, lives on, and starts programs again later', () => {
  const fixture = join(import.meta.dirname, 'no-handles.fixture.ts');
  const output = execFileSync('/bin/sh', ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, '--no-warnings', fixture], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual([
    'EMFILE',
    ['program', null, 'EMFILE'],
    ['fork', null, 'EMFILE', 'its channel is closed'],
    ['run', '', 'EMFILE'],
    ['run now', null],
    ['with handles', 'x\n'],
  ]);
});
