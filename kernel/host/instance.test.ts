import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AppError } from '@atelier/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import { lacks, needing } from '../../tests/support/needing.ts';
import { sqliteLock } from './instance.fixture.ts';
import { becomeInstance, type HandOver } from './instance.ts';
import { endHolder, lockHolder } from './lock-holder.ts';

const onLinux = needing(process.platform !== 'linux' && lacks.linux);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function profile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-instance-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function first(userData: string, heard: HandOver[] = []) {
  const instance = await becomeInstance({ userData, argv: [], acquireLock: sqliteLock, onHandOver: handOver => heard.push(handOver) });
  ends.push(() => instance?.release());
  return heard;
}

test('E12: the second start hands its arguments to the first and ends', async () => {
  const userData = profile();
  const heard = await first(userData);
  const second = await becomeInstance({
    userData,
    argv: ['atelier://install/x', 'é\n'],
    acquireLock: sqliteLock,
    onHandOver: () => undefined,
  });
  expect({ second, heard }).toEqual({ second: undefined, heard: [{ argv: ['atelier://install/x', 'é\n'], cwd: process.cwd() }] });
});

test('E12: what is handed over is untrusted: a message that is no list of words, too long or no JSON is dropped, and the next is accepted', async () => {
  const userData = profile();
  const heard = await first(userData);
  const socket = join(userData, 'instance.sock');
  for (const text of ['nonsense\n', '{"argv":[1],"cwd":"/"}\n', '{"argv":"x","cwd":"/"}\n', 'null\n', `"${'x'.repeat(70_000)}"\n`]) {
    const client = connect(socket);
    client.on('error', () => undefined);
    client.write(text);
    await once(client.resume(), 'close');
  }
  await becomeInstance({ userData, argv: ['ok'], acquireLock: sqliteLock, onHandOver: () => undefined });
  expect({ heard: heard.map(({ argv }) => argv), mode: statSync(socket).mode & 0o777 }).toEqual({ heard: [['ok']], mode: 0o600 });
});

test('after a release the next start is the first', async () => {
  const userData = profile();
  const options = { userData, argv: [], acquireLock: sqliteLock, onHandOver: () => undefined };
  await (await becomeInstance(options))?.release();
  const next = await becomeInstance(options);
  await next?.release();
  expect(next).toBeDefined();
});

test('of eight simultaneous starts exactly one is first and receives all others, also right after the owner was killed', async () => {
  const userData = profile();
  for (let round = 0; round < 2; round += 1) {
    const said: string[] = [];
    const children: ChildProcess[] = [];
    await new Promise<void>(resolve => {
      for (let n = 0; n < 8; n += 1) {
        const child = spawn(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'instance.fixture.ts'), userData, String(n)],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        children.push(child);
        createInterface({ input: child.stdout }).on('line', line => {
          said.push(line.split(' ', 1)[0] ?? '');
          if (said.length === 15) resolve();
        });
      }
    });
    const gone = children.map(child => (child.exitCode === null ? once(child, 'exit') : undefined));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    const count = (word: string) => said.filter(other => other === word).length;
    expect({ first: count('first'), handed: count('handed'), heard: count('heard') }).toEqual({ first: 1, handed: 7, heard: 7 });
  }
});

/** Another process that owns the profile. */
async function owner(userData: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'instance.fixture.ts'), userData],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  ends.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  return child;
}

/** Longer than any test runs: whoever waits for it is told nothing. */
const never = 2 ** 31 - 1;

async function toldTo(options: Parameters<typeof becomeInstance>[0]) {
  const told: string[] = [];
  const answer = await becomeInstance({ ...options, onWaiting: () => told.push('it takes longer') }).catch((error: AppError) => error);
  return [...told, answer];
}

const frozenIn = (userData: string, { pid }: ChildProcess) =>
  expect.objectContaining({ code: 'host/instance-frozen', details: { userData, pid } });

onLinux(
  'a start in front of a stopped owner waits for one short answer only, and says so with the process; ended, the next start is the first',
  async () => {
    const userData = profile();
    const frozen = await owner(userData);
    frozen.kill('SIGSTOP');
    const options = { userData, argv: [], acquireLock: sqliteLock, onHandOver: () => undefined };
    const told = await toldTo({ ...options, patience: { answerMs: never, stoppedAnswerMs: 20 } });
    const gone = once(frozen, 'exit');
    await endHolder(join(userData, 'instance.lock'), frozen.pid ?? 0);
    await gone;
    const next = await becomeInstance(options);
    await next?.release();
    expect({ told, next: next !== undefined }).toEqual({ told: [frozenIn(userData, frozen)], next: true });
  },
);

onLinux(
  'a start in front of an owner in an endless loop says first that it takes longer, and then that the owner does not answer',
  async () => {
    const userData = profile();
    const looping = await owner(userData);
    const options = { userData, acquireLock: sqliteLock, onHandOver: () => undefined };
    const heard = await becomeInstance({ ...options, argv: ['loop'] });
    const told = await toldTo({ ...options, argv: [], patience: { answerMs: 20, stoppedAnswerMs: never } });
    expect({ heard, told }).toEqual({ heard: undefined, told: ['it takes longer', frozenIn(userData, looping)] });
  },
);

onLinux('a process that does not hold the lock is never ended', async () => {
  const userData = profile();
  await first(userData);
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  ends.push(async () => {
    bystander.kill('SIGKILL');
    await once(bystander, 'exit');
  });
  await endHolder(join(userData, 'instance.lock'), bystander.pid ?? 0);
  expect({ ended: bystander.exitCode ?? bystander.signalCode, holder: lockHolder(join(userData, 'instance.lock')) }).toEqual({
    ended: null,
    holder: process.pid,
  });
});

test('S14: a profile with a long path has its socket in a folder of this user, and none where another user was first', async context => {
  context.skip(process.platform === 'win32', 'a pipe of Windows is in no folder');
  const temp = profile();
  vi.stubEnv('TMPDIR', temp);
  vi.stubEnv('XDG_RUNTIME_DIR', undefined);
  ends.push(() => vi.unstubAllEnvs());
  const userData = join(profile(), 'x'.repeat(100));
  mkdirSync(userData);
  const own = join(temp, `atelier-${process.getuid?.()}`);
  const attempt = async () => {
    const instance = await becomeInstance({ userData, argv: [], acquireLock: sqliteLock, onHandOver: () => undefined }).catch(
      (error: { code: string }) => error.code,
    );
    if (typeof instance === 'object') await instance.release();
    return typeof instance === 'object' ? lstatSync(own).mode & 0o777 : instance;
  };
  const fine = await attempt();
  chmodSync(own, 0o777);
  const open = await attempt();
  rmSync(own, { recursive: true });
  symlinkSync(profile(), own);
  expect([fine, open, await attempt()]).toEqual([0o700, 'host/temp-of-another', 'host/temp-of-another']);
});
