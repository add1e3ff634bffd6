import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../shell/cli/build.ts';
import { copyRepository } from './support/repository-copy.ts';

const root = join(import.meta.dirname, '..');
const isRoot = process.geteuid?.() === 0;
// Root may write everywhere, so what a person meets is tried as nobody.
const person = isRoot ? { uid: 65534, gid: 65534 } : {};
const flags = ['--disable-warning=ExperimentalWarning', 'shell/browser/main.ts'];

// What is wrong must be the profile, not a page that nobody has built.
beforeAll(async () => void (await ensureBuilt(root)));

/** A home with a profile in it, both the person's own. */
function home() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-problem-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const userData = join(folder, 'Atelier');
  mkdirSync(userData, { mode: 0o700 });
  for (const path of [folder, userData]) giveToPerson(path);
  return { folder, userData };
}

function giveToPerson(path: string): void {
  if (isRoot) chownSync(path, 65534, 65534);
}

interface StartOptions {
  readonly cwd?: string;
  readonly asPerson?: boolean;
  readonly locale?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How many files it may open. */
  readonly handles?: number;
  /** How large a file may be, in blocks of the shell. */
  readonly fileBlocks?: number;
}

function start(folder: string, argv: readonly string[], options: StartOptions = {}) {
  const env = { XDG_CONFIG_HOME: folder, PATH: '/usr/bin', LANG: options.locale ?? 'en', ...options.env };
  const who = options.asPerson === false ? {} : person;
  const { handles, fileBlocks } = options;
  const ulimit = handles === undefined ? fileBlocks && `-f ${fileBlocks}` : `-n ${handles}`;
  const limit = ulimit === undefined ? [] : ['/bin/sh', '-c', `ulimit ${ulimit}; exec "$@"`, 'sh'];
  const [program = '', ...words] = [...limit, process.execPath, ...flags, '--headless', ...argv];
  const ran = spawnSync(program, words, {
    cwd: options.cwd ?? root,
    encoding: 'utf8',
    env,
    timeout: 120_000,
    ...who,
  });
  return { code: ran.status, out: ran.stdout, said: ran.stderr.trim().split('\n') };
}

/** Exit code 1, nothing on standard output, one sentence with its code, in each language another one. */
function oneSentence(english: ReturnType<typeof start>, french: ReturnType<typeof start>, code: string) {
  expect({ english, french: { ...french, same: french.said[0] === english.said[0] } }).toEqual({
    english: { code: 1, out: '', said: [expect.stringMatching(new RegExp(`^Atelier .*\\. \\[${code}\\]$`))] },
    french: { code: 1, out: '', said: [expect.stringMatching(new RegExp(`^Atelier .*\\. \\[${code}\\]$`))], same: false },
  });
}

test.for([
  ['that does not exist', (): string => '/nowhere/at/all', 'ENOENT'],
  ['that may not be written', (): string => ownedFolder(0o500), 'EACCES'],
] as const)('a folder for temporary files %s is named, with what to do', ([, make, why]) => {
  const { folder } = home();
  const TMPDIR = make();
  const [english, french] = [start(folder, [], { env: { TMPDIR } }), start(folder, [], { env: { TMPDIR }, locale: 'fr' })];
  oneSentence(english, french, 'host/temp-unusable');
  expect(english.said[0]).toContain(`${TMPDIR} (${why})`);
});

test('a profile that is a link to nothing, or lies behind one, is named with the link and its target', () => {
  const { folder, userData } = home();
  rmSync(userData, { recursive: true });
  symlinkSync('/media/gone/profile', userData);
  const [english, french] = [start(folder, []), start(folder, [], { locale: 'fr' })];
  oneSentence(english, french, 'host/profile-dangling');
  expect(english.said[0]).toContain(`${userData}, whose target /media/gone/profile does not exist`);
  const behind = join(folder, 'behind');
  symlinkSync('/media/gone', behind);
  expect(start(behind, []).said).toEqual([expect.stringContaining(`the link ${behind}, whose target /media/gone does not exist`)]);
});

test('a limit of open files that is too low is said before anything is changed', () => {
  const { folder, userData } = home();
  oneSentence(start(folder, [], { handles: 100 }), start(folder, [], { handles: 100, locale: 'fr' }), 'host/few-handles');
  expect(readdirSync(userData)).toEqual([]);
});

test.for(['--headless', '--export=all.zip', '--import=all.zip'])('a limit of the size of files is said, with what to do: %s', arg => {
  const { folder } = home();
  const limit = { fileBlocks: 20 };
  oneSentence(start(folder, [arg], limit), start(folder, [arg], { ...limit, locale: 'fr' }), 'host/file-size-limit');
});

test('paths that are too long for a socket, with what to do', () => {
  const { folder } = home();
  const long = join(folder, 'x'.repeat(120));
  mkdirSync(long, { mode: 0o700 });
  giveToPerson(long);
  const env = { XDG_RUNTIME_DIR: long };
  oneSentence(start(long, [], { env }), start(long, [], { env, locale: 'fr' }), 'host/path-too-long');
});

/** A folder of the person with these permissions. */
function ownedFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-problem-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  giveToPerson(folder);
  chmodSync(folder, mode);
  return folder;
}

test('a port that another program uses is named, with what to do', async () => {
  const { folder } = home();
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  onTestFinished(() => void squatter.close());
  const port = `--port=${(squatter.address() as AddressInfo).port}`;
  oneSentence(start(folder, [port]), start(folder, [port], { locale: 'fr_FR.UTF-8' }), 'host/port-taken');
});

test('a profile that may not be written is named, and stays as it was', () => {
  const { folder, userData } = home();
  writeFileSync(join(userData, 'note'), 'mine');
  chmodSync(userData, 0o500);
  oneSentence(start(folder, []), start(folder, [], { locale: 'fr' }), 'host/profile-unwritable');
  expect(readdirSync(userData)).toEqual(['note']);
});

test('a file inside the profile that is somebody else’s is named by its path', context => {
  context.skip(!isRoot, 'needs root, to have a file of another user');
  const { folder, userData } = home();
  writeFileSync(join(userData, 'key'), 'theirs', { mode: 0o600 });
  const [english, french] = [start(folder, []), start(folder, [], { locale: 'fr' })];
  oneSentence(english, french, 'host/profile-unwritable');
  expect(english.said[0]).toContain(join(userData, 'key'));
});

test('a profile of another user is left alone, also by root', context => {
  context.skip(!isRoot, 'needs root, to be another user');
  const { folder, userData } = home();
  const asRoot = (locale: string) => start(folder, [], { asPerson: false, locale });
  oneSentence(asRoot('en'), asRoot('fr'), 'host/profile-foreign');
  expect(readdirSync(userData)).toEqual([]);
});

test('a copy that was not built says how to build it', () => {
  using copy = copyRepository();
  rmSync(join(copy.root, '.build', 'ui'), { recursive: true, force: true });
  const { folder } = home();
  const inCopy = (locale: string) => start(folder, [], { cwd: copy.root, asPerson: false, locale });
  if (isRoot) for (const path of [folder, join(folder, 'Atelier')]) chownSync(path, 0, 0);
  oneSentence(inCopy('en'), inCopy('fr'), 'host/page-missing');
});

test('where the profile’s own port is taken the app runs on another one, and says what that means', async () => {
  const { folder, userData } = home();
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  onTestFinished(() => void squatter.close());
  const { port } = squatter.address() as AddressInfo;
  writeFileSync(join(userData, 'port'), `${port}\n`);
  giveToPerson(join(userData, 'port'));
  const env = { XDG_CONFIG_HOME: folder, PATH: '/usr/bin', LANG: 'en' };
  const child = spawn(process.execPath, [...flags, '--headless'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...person });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', text => said.push(text));
  const [ready] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const status = (await fetch(ready.replace(/^.*: (?=http)/, ''), { redirect: 'manual' })).status;
  child.kill('SIGTERM');
  const ended = await once(child, 'close');
  expect({
    status,
    other: new URL(ready.replace(/^.*: (?=http)/, '')).port !== String(port),
    told: said.filter(text => text.includes('is back when the usual port is')).length,
    ended,
  }).toEqual({
    status: 303,
    other: true,
    told: 1,
    ended: [0, null],
  });
});

test('in front of a first start that is frozen a second one says so and what to do, and with --replace it ends that one and starts', async context => {
  context.skip(process.platform !== 'linux', 'the holder of a lock is known on Linux alone');
  const { folder, userData } = home();
  const env = { XDG_CONFIG_HOME: folder, PATH: '/usr/bin', LANG: 'en' };
  const running = (argv: readonly string[]) => {
    const child = spawn(process.execPath, [...flags, '--headless', ...argv], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...person,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, ready: once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>, ended: once(child, 'close') };
  };
  const first = running([]);
  await first.ready;
  first.child.kill('SIGSTOP');
  const [english, french] = [start(folder, []), start(folder, [], { locale: 'fr' })];
  oneSentence(english, french, 'host/instance-frozen');
  expect(english.said[0]).toContain(`${userData}, but does not answer (process ${first.child.pid})`);
  const second = running(['--replace']);
  const [ready] = await second.ready;
  second.child.kill('SIGTERM');
  expect({ ready: ready.startsWith('Atelier is ready: '), first: (await first.ended).length, second: await second.ended }).toEqual({
    ready: true,
    first: 2,
    second: [0, null],
  });
});

test('without a display the address is printed under the sentence that says why, and the app runs', async () => {
  const { folder } = home();
  const program = join(root, 'tests', 'support', 'serve-program.ts');
  const page = join(folder, 'page');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atelier</title>');
  const env = { XDG_CONFIG_HOME: mkdtempSync(join(folder, 'own-')), PATH: '/usr/bin', LANG: 'fr' };
  const child = spawn(process.execPath, [flags[0] ?? '', program, page], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = [(await lines.next()).value, (await lines.next()).value] as [string, string];
  const status = (await fetch(said[1].replace(/^.* : /, ''), { redirect: 'manual' })).status;
  child.kill('SIGTERM');
  expect({
    why: said[0],
    ready: said[1].startsWith('Atelier est prêt : http://127.0.0.1:'),
    status,
    ended: await once(child, 'close'),
  }).toEqual({
    why: expect.stringMatching(/^Atelier n’a pas ouvert de fenêtre : il n’y a pas d’écran ici .*\. \[host\/no-display\]$/),
    ready: true,
    status: 303,
    ended: [0, null],
  });
});
