import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Bench, bench, sandbox } from './support.ts';

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 30_000 });

const canary = 'canary-4711';

/** Everything a hostile extension could want, each able to tell that it was reached. */
async function world(built: Bench) {
  const { folder } = built;
  const secret = join(folder, 'secret.json');
  const data = built.options.dataFolder;
  writeFileSync(secret, `{"CANARY":"${canary}"}\nCANARY=${canary}\n`);
  mkdirSync(data);
  mkdirSync(`${data}-sibling`);
  for (const alike of [`${data}-sibling/secret.json`, `${data}.json`]) writeFileSync(alike, canary);
  symlinkSync(secret, join(data, 'planted'));
  writeFileSync(built.options.databaseFile, 'kept');
  let reached = 0;
  const listen = (where: number | string) =>
    new Promise<ReturnType<typeof createServer>>(resolve => {
      const server = createServer(socket => {
        reached += 1;
        socket.destroy();
      });
      server.listen(typeof where === 'number' ? { port: 0, host: '127.0.0.1' } : { path: where }, () => resolve(server));
    });
  const unix = join(folder, 'app.sock');
  const abstract = `\0atelier-${process.pid}-${folder}`;
  const [tcp, ...sockets] = await Promise.all([listen(0), listen(unix), listen(abstract)]);
  const udp = createSocket('udp4').on('message', () => (reached += 1));
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve));
  const victim = startVictim();
  const targets = {
    ...{ folder, secret, data, unix, abstract, canary },
    assets: built.options.packageFolder,
    database: built.options.databaseFile,
    kernel: join(import.meta.dirname, '../../kernel/main/isolate/isolate.ts'),
    mark: join(folder, 'mark'),
    addon: join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds/linux-x64.node'),
    pid: process.pid,
    victim: victim.pid,
    tcp: (tcp.address() as { port: number }).port,
    udp: udp.address().port,
  };
  const close = () => {
    seen.victim.kill('SIGKILL');
    for (const server of [tcp, ...sockets, udp]) server.close();
  };
  const seen = { targets, victim, close, reached: () => reached };
  return seen;
}

const echo = "process.stdin.on('data', text => process.stdout.write(text))";
const startVictim = () => spawn(process.execPath, ['-e', echo], { detached: true, stdio: ['pipe', 'pipe', 'ignore'], env: {} });

/** What the probe gained, read off the world and not off what the probe says; empty where it gained nothing. */
async function gained(answer: string, seen: Awaited<ReturnType<typeof world>>, before: number, built: Bench): Promise<boolean> {
  const { targets, reached } = seen;
  const planted = join(targets.assets, 'planted.mjs');
  const marks = [targets.mark, planted].filter(existsSync);
  for (const mark of marks) rmSync(mark, { recursive: true });
  const spoiled = readFileSync(built.options.databaseFile, 'utf8') !== 'kept';
  const told = answer.includes(canary) || /secret\.json|export async function startIsolated|^loaded$|^bound$|^attached$|^ws:/.test(answer);
  const moved = answer === targets.folder;
  const listening = /^\d{2,5}$/.test(answer) && (await reachable(Number(answer)));
  await settled(seen, answer);
  return marks.length > 0 || spoiled || told || moved || listening || reached() > before || (await ended(seen));
}

// What was sent over a socket arrives a turn later than the sender's answer.
async function settled({ targets }: Awaited<ReturnType<typeof world>>, answer: string): Promise<void> {
  if (answer === '') return;
  await new Promise<void>(resolve => connect({ path: targets.unix.replace('app', 'none') }).on('error', () => setImmediate(resolve)));
}

const reachable = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Whether the victim was ended, which is so when it does not answer any more; the next probe gets a new one. */
async function ended(seen: Awaited<ReturnType<typeof world>>): Promise<boolean> {
  const { stdin, stdout } = seen.victim;
  stdin.on('error', () => undefined);
  const answered = await new Promise<boolean>(resolve => {
    stdout.once('data', () => resolve(true));
    seen.victim.once('exit', () => resolve(false));
    if (seen.victim.signalCode !== null) resolve(false);
    stdin.write('x');
  });
  if (answered) return false;
  seen.victim = startVictim();
  seen.targets.victim = seen.victim.pid;
  return true;
}

async function gains(changed: Parameters<typeof bench>[1]) {
  process.env.CANARY = canary;
  await using built = bench('probes.mjs', changed);
  const seen = await world(built);
  const names: string[] = [];
  try {
    await built.start();
    for (const name of (await built.run('names')) as string[]) {
      const before = seen.reached();
      const { answer } = (await built.run('probe', { name, world: seen.targets }).catch(() => ({ answer: '' }))) as { answer: string };
      if (await gained(answer, seen, before, built)) names.push(name);
    }
    // A probe that ended its own process would make all after it look harmless.
    return { gained: names, probed: ((await built.run('names')) as string[]).length };
  } finally {
    seen.close();
  }
}

test('X1, X2, X3: in the sandbox of the system (bubblewrap) no probe of a hostile extension gains anything', async context => {
  context.skip(!sandbox, 'this machine has no bubblewrap that works');
  expect(await gains({})).toEqual({ gained: [], probed: 46 });
});

test('X2: with permission flags alone a hostile extension gains nothing but the network, signals and links that others planted', async () => {
  expect(await gains({ sandbox: undefined })).toEqual({
    gained: [
      'read outside, by a planted link',
      'connect to the machine',
      'ask the machine over http',
      'fetch by itself',
      'send a datagram',
      'connect to a socket file',
      'connect to an abstract socket',
      'listen',
      'end a program',
      'end a group of programs',
    ],
    probed: 46,
  });
});
