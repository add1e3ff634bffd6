import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ProvidersChannel } from '@atelier/providers/contract';
import { Ajv } from 'ajv';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { builderConfig, builderVersion, fuses } from '../shell/build/builder-config.ts';
import { packageFiles } from '../shell/build/package-files.ts';
import { stage } from '../shell/build/stage.ts';
import { ensureBuilt } from '../shell/cli/build.ts';
import { RequestChannel } from '../shell/electron/request-channel.ts';
import type { StartMessage } from '../shell/electron/run-kernel.ts';
import { inBrowserHost } from './support/whole-program.ts';

const root = join(import.meta.dirname, '..');
const linux = { platform: 'linux', arch: 'x64' } as const;
const config = (target: { platform: NodeJS.Platform; arch: string } = linux) =>
  builderConfig({ target, root, staged: '/staged', electronVersion: '45.3.4' });

beforeAll(async () => {
  expect(await ensureBuilt(root, 'electron')).toBe(0);
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-package-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('electron-builder’s own schema accepts the configuration for each system, and would refuse a slip', () => {
  // `scheme.json` of app-builder-lib at that version, without its descriptions.
  const scheme = JSON.parse(
    readFileSync(join(import.meta.dirname, `support/electron-builder/generated/scheme-${builderVersion}.json`), 'utf8'),
  );
  const validate = new Ajv({ strict: false, allErrors: true }).compile(scheme);
  const targets = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'].map(
    name => name.split('-') as [NodeJS.Platform, string],
  );
  const wrong = targets.flatMap(([platform, arch]) => (validate(config({ platform, arch })) ? [] : (validate.errors ?? [])));
  expect({
    wrong,
    slip: validate({ ...config(), asarUnpck: [] }),
    slipInFuse: validate({ ...config(), electronFuses: { runAsNod: true } }),
  }).toEqual({
    wrong: [],
    slip: false,
    slipInFuse: false,
  });
});

test('there are a dmg, an nsis installer, an AppImage, a deb and an rpm, each with a plain Node and npm beside the program', () => {
  const { linux: forLinux, mac, win, extraResources, protocols } = config();
  const sources = extraResources.map(({ from }) => from);
  expect({
    targets: [...forLinux.target, ...mac.target, ...win.target].map(({ target }) => target),
    resources: extraResources.map(({ to }) => to),
    missing: sources.filter(source => !existsSync(source)),
    links: protocols,
    icons: [forLinux.icon, mac.icon, win.icon].filter(icon => !existsSync(join(root, 'shell/electron/icons', icon))),
  }).toEqual({
    targets: ['AppImage', 'deb', 'rpm', 'dmg', 'nsis'],
    resources: ['npm', 'npm/node_modules', 'node/bin/node'],
    missing: [],
    links: [{ name: 'Atelier', schemes: ['atelier'] }],
    icons: [],
  });
  expect(() => config({ platform: 'freebsd', arch: 'x64' })).toThrow(/no Node 24 for freebsd-x64/);
});

test('E3: every fuse is named, and each that would let somebody else’s code or files in is off', () => {
  const scheme = JSON.parse(
    readFileSync(join(import.meta.dirname, `support/electron-builder/generated/scheme-${builderVersion}.json`), 'utf8'),
  );
  const known = Object.keys(scheme.definitions.FuseOptionsV1.properties);
  expect({ unnamed: known.filter(name => !Object.hasOwn(fuses, name)), fuses, used: config().electronFuses }).toEqual({
    unnamed: [],
    fuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    },
    used: fuses,
  });
});

test('the archive holds what a start needs: built programs, pages, icons, plugins, the kernel’s fed programs and their packages', () => {
  const paths = [...packageFiles(root, linux).keys()];
  const needed = [
    '.build/electron/main/main.cjs',
    '.build/electron/preload/preload.cjs',
    '.build/electron/kernel/kernel-process.js',
    '.build/electron/plugins/template/package.json',
    '.build/electron/plugins/template/main/index.js',
    '.build/electron/icons/tray.png',
    '.build/ui/index.html',
    'kernel/main/isolate/isolate-child.ts',
    'kernel/main/isolate/isolate-store.ts',
    'node_modules/@atelier/kernel/api/index.ts',
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/tapable/package.json',
    'node_modules/ajv/package.json',
    'node_modules/ws/package.json',
  ];
  expect(needed.filter(path => !paths.includes(path))).toEqual([]);
});

test('the archive holds no test, no source that is not run, no tool, no other machine’s binaries and nothing of a person', () => {
  const files = packageFiles(root, linux);
  const paths = [...files.keys()];
  const strange =
    /\.(?:test|fixture|spec)\.|(?:^|\/)(?:tests?|docs|deps|\.git|coverage|dist-types)\/|tsconfig|\.map$|\.tsbuildinfo$|\.env$|\.d\.ts$/;
  const tools =
    /^node_modules\/(?:electron|npm|vite|vitest|typescript|playwright-core|@biomejs|@sparticuz|node-(?:bin|linux|darwin|win)|lit)\b/;
  const natives = paths.filter(path => path.endsWith('.node')).toSorted();
  const sources = paths.filter(
    path => path.endsWith('.ts') && !/^kernel\/(?:children|main)\//.test(path) && !path.startsWith('node_modules/@atelier/kernel/api/'),
  );
  const bytes = [...files.values()].reduce((sum, file) => sum + statSync(file).size, 0);
  expect({
    strange: paths.filter(path => strange.test(path)),
    tools: paths.filter(path => tools.test(path)),
    natives,
    sources,
    inHundredMegabytes: bytes < 100_000_000,
  }).toEqual({
    strange: [],
    tools: [],
    natives: [
      'node_modules/@earendil-works/pi-tui/native/linux/prebuilds/linux-x64/linux-platform-x11.node',
      'node_modules/@lydell/node-pty-linux-x64/prebuilds/linux-x64/pty.node',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ],
    sources: [],
    inHundredMegabytes: true,
  });
});

test('the staged program’s kernel starts away from the repository, runs our plugin, and confines a third-party extension with a database', async () => {
  const place = folder();
  const staged = join(place, 'app');
  stage(root, staged, { platform: process.platform, arch: process.arch });
  const userData = join(place, 'user-data');
  writeThirdParty(join(userData, 'extensions', 'early'));
  const begin: StartMessage = {
    userData,
    bundled: join(staged, '.build/electron/plugins'),
    node: process.execPath,
    argv: [],
    automation: true,
    safe: false,
    replace: false,
    language: 'fr',
    sealedWith: { kind: 'file' },
  };
  const child = fork(join(import.meta.dirname, 'support/kernel-in-node.ts'), [join(staged, '.build/electron/kernel/kernel-process.js')], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const requests = requestsOf(child);
  requests.answer('begin', () => begin);
  const ready = new Promise<void>(resolve => requests.answer('ready', () => resolve()));
  await Promise.race([ready, once(child, 'exit')]);
  const asset = (await requests.ask('asset', { slug: 'acme--early', path: '/view.js' })) as { type: string } | undefined;
  const gone = once(child, 'exit');
  // It wakes what asked to run at start before it stops.
  await requests.ask('close', undefined);
  const [code] = await gone;
  const lines = readdirSync(join(userData, 'logs')).flatMap(name =>
    readFileSync(join(userData, 'logs', name), 'utf8')
      .trim()
      .split('\n'),
  );
  const logged = lines.map(line => JSON.parse(line) as { source: string; text: string; level: string });
  expect({
    code,
    asset: asset?.type,
    said: logged.filter(({ source }) => source === '@acme/early').map(({ text }) => text),
    complaints: logged.filter(({ level }) => level === 'warn' || level === 'error'),
  }).toEqual({
    code: 0,
    asset: 'text/javascript; charset=utf-8',
    said: ['The database of @acme/early went from step 0 to 10.', 'confined, and counted 1'],
    complaints: [],
  });
});

test('the staged program’s agent finds its engine there, holds a conversation', async () => {
  const staged = join(folder(), 'app');
  stage(root, staged, { platform: process.platform, arch: process.arch });
  await using program = await inBrowserHost(join(staged, '.build/electron/plugins'));
  const window = program.openWindow();
  const providers = window.client(ProvidersChannel);
  await expect.poll(async () => (await providers.call('listModels', {})).some(model => model.demo)).toBe(true);
  const agent = window.client(AgentChannel);
  const ends: (string | undefined)[] = [];
  agent.on('event', ({ kind, ended }) => void (kind === 'turnEnded' && ends.push(ended)));
  await agent.call('prompt', { conversation: 'packaged', text: 'Hello' });
  await expect.poll(() => ends).toEqual(['done']);
  const { entries } = await agent.call('transcript', { conversation: 'packaged' });
  const [engine = ''] = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('engine-process'));
  expect({ kinds: entries.map(entry => entry.kind), staged: engine.includes(staged) }).toEqual({
    kinds: ['user', 'assistant'],
    staged: true,
  });
});

function writeThirdParty(at: string): void {
  mkdirSync(at, { recursive: true });
  // What it requires is woken first, and where that fails it does not run.
  const atelier = { main: './main.js', activation: 'startup', requires: { '@atelier/workbench': '^0.1.0' } };
  const manifest = { name: '@acme/early', version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, atelier };
  writeFileSync(join(at, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(at, 'view.js'), 'export {};');
  writeFileSync(
    join(at, 'main.js'),
    `export default { activate(ctx) {
      const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY) STRICT') }]);
      db.prepare('INSERT INTO rows DEFAULT VALUES').run();
      const { count } = db.prepare('SELECT count(*) AS count FROM rows').get();
      ctx.log.info((process.permission === undefined ? 'free' : 'confined') + ', and counted ' + count);
    } };\n`,
  );
}

function requestsOf(child: ChildProcess): RequestChannel {
  return new RequestChannel({
    post: message => void child.send(message),
    onMessage: listener => void child.on('message', message => listener(message, [])),
  });
}
