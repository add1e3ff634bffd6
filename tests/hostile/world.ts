import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/local-servers.ts';

/** What no hostile extension may ever hold in its hands. */
export const canary = 'canary-4711';

/** Everything a hostile extension could want, each able to tell that it was reached. */
export interface World extends AsyncDisposable {
  readonly folder: string;
  /** How the kernel keeps extensions apart here. */
  readonly isolation: 'sandbox' | 'permissions';
  /** What an attack is told, so that it need not guess. */
  readonly targets: Readonly<Record<string, unknown>>;
  /** What the attack got, read off the world and not off what it says; undefined where it got nothing. */
  gained(answer: unknown): Promise<string | undefined>;
}

/** Builds it around a profile; `neighbourDatabase` is the file of an extension that does no harm. */
export async function openWorld(userData: string, neighbourDatabase: string, isolation: World['isolation']): Promise<World> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-hostile-')));
  const secret = join(folder, 'secret.json');
  const mark = join(folder, 'home', '.bashrc');
  mkdirSync(join(folder, 'home'));
  writeFileSync(secret, `{"CANARY":"${canary}"}\n`);
  writeFileSync(join(folder, 'escape.js'), `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x')`);
  const held = openSync(secret, 'r');
  const reached = { count: 0 };
  const unix = join(folder, 'app.sock');
  const abstract = `\0atelier-hostile-${process.pid}`;
  const servers = await Promise.all([listening({ port: 0, host: '127.0.0.1' }, reached), listening({ path: unix }, reached)]);
  if (process.platform === 'linux') servers.push(await listening({ path: abstract }, reached));
  const udp = createSocket('udp4').on('message', () => (reached.count += 1));
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve));
  const free = await freePort();
  const victim = { running: startVictim() };
  let before = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function look(answer: unknown): Promise<string | undefined> {
    await arrived(unix);
    const marked = existsSync(mark);
    rmSync(mark, { force: true });
    const contacts = reached.count - before - 1;
    before = reached.count;
    if (marked) return 'wrote outside its folder';
    if (contacts > 0) return 'reached a server';
    if (await isServed(free)) return 'can be reached as a server';
    if (readFileSync(secret, 'utf8') !== `{"CANARY":"${canary}"}\n`) return 'changed a file of the person';
    if (Object.hasOwn(Object.prototype, 'polluted')) return 'changed the prototype of all objects';
    if (await isEnded(victim)) return 'ended a program of the person';
    const text = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '');
    if (text.includes(canary)) return 'read a secret';
    return answer === undefined || answer === null || isHarmless(answer) ? undefined : `was answered ${text.slice(0, 100)}`;
  }

  return {
    folder,
    isolation,
    get targets() {
      return {
        ...{ folder, secret, mark, unix, abstract, userData, neighbourDatabase },
        addon: join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds/linux-x64.node'),
        pid: process.pid,
        victim: victim.running.pid,
        tcp: portOf(servers),
        udp: udp.address().port,
        free,
      };
    },
    // One at a time: each looks by a contact of its own, which another would take for the attack's.
    gained(answer) {
      const found = last.then(() => look(answer));
      last = found.catch(() => undefined);
      return found;
    },
    async [Symbol.asyncDispose]() {
      victim.running.kill('SIGKILL');
      closeSync(held);
      udp.close();
      for (const server of servers) server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const portOf = ([server]: readonly Server[]) => (server?.address() as { port: number } | undefined)?.port;

// What carries no secret and no word of success is what it may say for itself.
const isHarmless = (answer: unknown) => typeof answer === 'object' && !Object.hasOwn(answer as object, '__proto__');

function listening(where: { port: number; host: string } | { path: string }, reached: { count: number }): Promise<Server> {
  return new Promise(resolve => {
    const server = createServer(socket => {
      reached.count += 1;
      socket.on('error', () => undefined).destroy();
    });
    server.listen(where, () => resolve(server));
  });
}

const isServed = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

// What an attack sent over a socket arrives a turn later than its answer; one of our own, sent after, is behind it.
function arrived(path: string): Promise<void> {
  return new Promise(resolve =>
    connect({ path })
      .on('close', () => setImmediate(resolve))
      .on('error', () => undefined),
  );
}

const echo = "process.stdin.on('data', text => process.stdout.write(text))";
function startVictim() {
  const running = spawn(process.execPath, ['-e', echo], { detached: true, stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  running.stdin.on('error', () => undefined);
  return running;
}

/** Whether the program that somebody could end was ended; the next attack finds a new one. */
async function isEnded(victim: { running: ReturnType<typeof startVictim> }): Promise<boolean> {
  const { stdin, stdout } = victim.running;
  const over = new AbortController();
  const { signal } = over;
  stdin.write('x');
  const gone = victim.running.signalCode === null ? once(victim.running, 'exit', { signal }) : Promise.resolve();
  const answered = await Promise.race([once(stdout, 'data', { signal }).then(() => true), gone.then(() => false)]);
  gone.catch(() => undefined);
  over.abort();
  if (!answered) victim.running = startVictim();
  return !answered;
}
