import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { sqliteLock } from './instance.fixture.ts';
import { becomeInstance, type HandOver } from './instance.ts';

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
