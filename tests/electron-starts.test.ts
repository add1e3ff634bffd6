import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { becomeInstance } from '../kernel/host/instance.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { withoutSwitches } from '../shell/electron/deep-links.ts';
import { openDesktop, openedDesktop as opened, pause } from './support/fake-electron/open-desktop.ts';
import { lacks, needing } from './support/needing.ts';

const onLinux = needing(process.platform !== 'linux' && lacks.linux);

test('E12: a second start ends at once, without a window or a kernel, and Electron hands its words to the first', async () => {
  const second = await openDesktop({ firstInstance: false });
  onTestFinished(() => second.close());
  const first = await opened();
  const seen: string[] = [];
  first.host.onDeepLink(url => seen.push(url.href));
  first.window.hide();
  const given = ['--gpu-launcher=/opt/evil', '--inspect', 'atelier://extensions/install/@acme/hello', 'https://example.com', '-x'];
  first.electron.emit('second-instance', ['/opt/atelier/atelier', '--allow-file-access', ...given]);
  await first.settled();
  expect({
    second: { exits: second.electron.exits, windows: second.electron.windows.length, processes: second.electron.processes.length },
    words: withoutSwitches(['/opt/atelier/atelier', ...given]),
    seen,
    shown: first.window.visible,
  }).toEqual({
    second: { exits: [0], windows: 0, processes: 0 },
    words: ['atelier://extensions/install/@acme/hello', 'https://example.com'],
    seen: ['atelier://extensions/install/@acme/hello'],
    shown: true,
  });
});

test('E12: a profile that the browser host has open is left to it, which gets the words', async () => {
  const first = await opened();
  const seen: string[] = [];
  first.host.onDeepLink(url => seen.push(url.href));
  const second = await openDesktop({ root: first.root, isOpenElsewhere: true, argv: ['atelier://cloud/connect'] });
  while (second.electron.exits.length === 0) await pause();
  await second.close();
  while (seen.length === 0) await pause();
  expect({ seen, exits: second.electron.exits, processes: second.electron.processes.length }).toEqual({
    seen: ['atelier://cloud/connect'],
    exits: [0],
    processes: 1,
  });
});

test('a start of the browser host with --quit ends the desktop program too, which shows no window for it', async () => {
  const first = await opened();
  first.window.hide();
  const { userData } = first.paths;
  const instance = await becomeInstance({ userData, argv: ['--quit'], acquireLock: () => undefined, onHandOver: () => undefined });
  await expect.poll(() => first.electron.exits).toEqual([0]);
  expect({ instance, shown: first.window.visible }).toEqual({ instance: undefined, shown: false });
});

test('a link that macOS brings before anything runs reaches the kernel once it does, and one on the command line too', async () => {
  const seen: string[] = [];
  const desktop = await openDesktop({
    platform: 'darwin',
    argv: ['atelier://from/argv'],
    kernel: { onStart: host => void host.onDeepLink(url => seen.push(url.href)) },
  });
  onTestFinished(() => desktop.close());
  desktop.electron.emit('open-url', 'atelier://from/event');
  await desktop.settled();
  expect(seen.toSorted()).toEqual(['atelier://from/argv', 'atelier://from/event']);
});

test('Windows puts a link behind an end of switches, so that no link is read as one', async () => {
  const { electron } = await opened({ platform: 'win32', isPackaged: true });
  expect(electron.log).toContain('scheme atelier /opt/atelier/atelier --');
});

const program = [join(import.meta.dirname, '../kernel/host/instance.fixture.ts')];
/** It holds the lock, takes connections, and says nothing. */
const mute = [
  '--eval',
  `const [, userData] = process.argv;
  const { join } = require('node:path');
  const { DatabaseSync } = require('node:sqlite');
  globalThis.lock = new DatabaseSync(join(userData, 'instance.lock'));
  lock.exec('BEGIN EXCLUSIVE');
  require('node:net').createServer(() => undefined).listen(join(userData, 'instance.sock'), () => console.log('first'));`,
];

/** A running Atelier of any host that has the profile of a desktop. */
async function runningIn(root: string, args = program): Promise<ChildProcess> {
  const userData = join(root, 'user-data');
  mkdirSync(userData, { recursive: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args, userData], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

onLinux(
  'in front of an Atelier that is frozen the desktop program asks before anything else, and leaves it where that is the answer',
  async () => {
    using folder = tempFolder();
    const first = await runningIn(folder.path);
    first.kill('SIGSTOP');
    const second = await openDesktop({ root: folder.path, answer: 1, languages: ['en-GB'] });
    const { asked, exits, processes, windows } = second.electron;
    expect({ asked, exits, started: [processes.length, windows.length], first: [first.exitCode, first.signalCode] }).toEqual({
      asked: [
        {
          message: expect.stringMatching(new RegExp(`does not answer \\(process ${first.pid}\\).* \\[host/instance-frozen\\]$`)),
          buttons: ['End it and start', 'Leave it'],
        },
      ],
      exits: [0],
      started: [0, 0],
      first: [null, null],
    });
  },
);

onLinux(
  'an Atelier that is frozen is ended by a click, or unasked with --replace, and the desktop program starts in its place',
  async () => {
    for (const [argv, questions] of [
      [[], 1],
      [['--replace'], 0],
    ] as const) {
      using folder = tempFolder();
      const first = await runningIn(folder.path);
      first.kill('SIGSTOP');
      const gone = once(first, 'exit');
      const second = await openDesktop({ root: folder.path, argv, answer: 0 });
      await gone;
      await second.settled();
      expect({ asked: second.electron.asked.length, host: second.host.paths.userData }).toEqual({
        asked: questions,
        host: second.paths.userData,
      });
      await second.close();
    }
  },
);

onLinux('an Atelier that works and does not answer is asked about too, and left to itself where that is the answer', async () => {
  using folder = tempFolder();
  const first = await runningIn(folder.path, mute);
  const second = await openDesktop({ root: folder.path, answer: 1, isOpenElsewhere: true });
  await expect.poll(() => second.electron.exits).toEqual([0]);
  const { asked, processes } = second.electron;
  expect([asked.length, processes.length, first.exitCode, first.signalCode]).toEqual([1, 1, null, null]);
});
