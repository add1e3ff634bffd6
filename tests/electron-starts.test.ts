import { expect, onTestFinished, test } from 'vitest';
import { becomeInstance } from '../kernel/host/instance.ts';
import { withoutSwitches } from '../shell/electron/deep-links.ts';
import { openDesktop, openedDesktop as opened, pause } from './support/fake-electron/open-desktop.ts';

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
