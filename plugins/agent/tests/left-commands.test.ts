import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import { engines } from './running-turn.fixture.ts';

// Whatever is killed, no command stays: at the latest the next start ends it.

const fixture = fileURLToPath(new URL('./left-commands.fixture.ts', import.meta.url));
const inSandbox = needing((await detectSandbox()) === undefined && lacks.sandbox);
const onLinux = needing(process.platform !== 'linux' && lacks.linux);

/** What an earlier run of this file may have left is not taken for ours. */
const ownSeconds = (which: number) => `98${process.pid}${which}`;
const sleepsOf = (seconds: string) => processesUnder(`sleep ${seconds}`).filter(({ command }) => /^(?:\/bin\/)?sleep/.test(command));

interface Place {
  readonly folder: string;
  /** A number of seconds that nothing else sleeps for. */
  readonly seconds: string;
  /** `bare`: without a sandbox. */
  readonly words: readonly string[];
}

function startKernelIn(folder: string, words: readonly string[], path = process.env.PATH): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, folder, ...words], {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const saysReady = (child: ChildProcess) => once(child.stdout!, 'data');

function engineOf(kernel: ChildProcess): number {
  const [engine] = engines(kernel.pid);
  if (engine === undefined) throw new Error('The kernel has no engine.');
  return engine;
}

/** Kills the kernel and then the engine, both in the midst of a command whose processes have left it; the engine can do nothing in between. */
async function killAll({ folder, seconds, words }: Place, engineStays: boolean): Promise<number> {
  const command = `trap "" TERM INT HUP; env -i /usr/bin/setsid -f /bin/sleep ${seconds}; (setsid sleep ${seconds} &); sleep ${seconds}`;
  const server = await openModelServer({ tools: [{ name: 'bash', arguments: { command } }] });
  onTestFinished(() => server[Symbol.asyncDispose]());
  writeLocalModel(join(folder, 'kernel'), server.url);
  const kernel = startKernelIn(folder, words);
  await expect.poll(() => sleepsOf(seconds).length).toBe(3);
  const engine = engineOf(kernel);
  process.kill(engine, 'SIGSTOP');
  const exited = once(kernel, 'exit');
  kernel.kill('SIGKILL');
  await exited;
  if (!engineStays) process.kill(engine, 'SIGKILL');
  return engine;
}

onLinux('D39: without a sandbox the next start ends the commands of a kernel and an engine that were both killed', async () => {
  using folder = tempFolder();
  const left = { folder: folder.path, seconds: ownSeconds(1), words: ['bare'] };
  await killAll(left, false);
  const before = sleepsOf(left.seconds).length;
  const again = startKernelIn(left.folder, [...left.words, 'rest']);
  await saysReady(again);
  await expect.poll(() => sleepsOf(left.seconds)).toEqual([]);
  expect(before).toBe(3);
});

inSandbox('D39: in a sandbox the commands of a kernel and an engine that were both killed end at once', async () => {
  using folder = tempFolder();
  const left = { folder: folder.path, seconds: ownSeconds(2), words: [] };
  await killAll(left, false);
  await expect.poll(() => sleepsOf(left.seconds)).toEqual([]);
});

onLinux('D39: the next start ends an engine that was frozen when its kernel was killed, with its commands', async () => {
  using folder = tempFolder();
  const left = { folder: folder.path, seconds: ownSeconds(3), words: ['bare'] };
  const engine = await killAll(left, true);
  const before = sleepsOf(left.seconds).length;
  const again = startKernelIn(left.folder, [...left.words, 'rest']);
  await saysReady(again);
  await expect.poll(() => sleepsOf(left.seconds)).toEqual([]);
  expect({ before, engines: engines(1).filter(pid => pid === engine) }).toEqual({ before: 3, engines: [] });
});

inSandbox('D39: an engine that is killed while the sandbox of a command starts leaves neither', async () => {
  using folder = tempFolder();
  const seconds = ownSeconds(4);
  const [begun, go] = [folder.file('begun'), folder.file('go')];
  const programs = join(folder.path, 'slow');
  mkdirSync(programs);
  // As slow as a machine under load: the real one is started when the engine is dead already.
  const wait = `case "$*" in *${seconds}*) touch ${begun}; while [ ! -e ${go} ]; do sleep 0.02; done;; esac`;
  writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\n${wait}\nexec ${(await detectSandbox()) ?? ''} "$@"\n`, { mode: 0o755 });
  const server = await openModelServer({ tools: [{ name: 'bash', arguments: { command: `sleep ${seconds}` } }] });
  onTestFinished(() => server[Symbol.asyncDispose]());
  writeLocalModel(join(folder.path, 'kernel'), server.url);
  const kernel = startKernelIn(folder.path, [], `${programs}:${process.env.PATH}`);
  await expect.poll(() => existsSync(begun)).toBe(true);
  process.kill(engineOf(kernel), 'SIGKILL');
  await expect.poll(() => engines(kernel.pid)).toEqual([]);
  writeFileSync(go, '');
  await expect.poll(() => processesUnder(seconds).map(({ command }) => command)).toEqual([]);
});
