import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { startupBehaviourOf } from '../shell/browser/startup-behaviour.ts';
import { openingBounds } from '../shell/electron/bounds.ts';
import { openDesktop } from './support/fake-electron/open-desktop.ts';

test('switches of the tray and of the settings are the same ones, hold at once and are kept', async () => {
  const desktop = await openDesktop({ isPackaged: true, languages: ['en-GB'] });
  await desktop.settled();
  await desktop.window.loaded.promise;
  const checked = () => desktop.electron.menus.at(-1)?.flatMap(item => (item.type === 'checkbox' ? [item.checked] : []));
  const before = [await desktop.host.startupBehaviour({}), checked()];
  const after = [await desktop.host.startupBehaviour({ startMinimised: true, startAtLogin: true }), checked()];
  desktop.electron.menus
    .at(-1)
    ?.find(item => item.label === 'Start minimised')
    ?.click?.();
  const clicked = await desktop.host.startupBehaviour({});
  const entry = readFileSync(join(desktop.root, 'config', 'autostart', 'atelier.desktop'), 'utf8').includes('Exec="/opt/atelier/atelier"');
  const kept = JSON.parse(readFileSync(join(desktop.paths.userData, 'desktop.json'), 'utf8'));
  await desktop.close();
  expect({ before, after, clicked, entry, kept: [kept.startAtLogin, kept.startMinimised] }).toEqual({
    before: [{ startAtLogin: false, startMinimised: false, closeToBackground: true }, [false, false]],
    after: [{ startAtLogin: true, startMinimised: true, closeToBackground: true }, [true, true]],
    clicked: { startAtLogin: true, startMinimised: false, closeToBackground: true },
    entry: true,
    kept: [true, false],
  });
});

test('where the person wants it, closing the window ends the program; on macOS it never does', async () => {
  const ended: unknown[] = [];
  for (const platform of ['linux', 'darwin'] as const) {
    const desktop = await openDesktop({ platform });
    await desktop.settled();
    await desktop.window.loaded.promise;
    const startupBehaviour = await desktop.host.startupBehaviour({ closeToBackground: false });
    desktop.window.userCloses();
    if (platform === 'linux') await expect.poll(() => desktop.electron.exits.length).toBeGreaterThan(0);
    ended.push([platform, startupBehaviour.closeToBackground, desktop.electron.exits.length]);
    await desktop.close();
  }
  expect(ended).toEqual([
    ['linux', false, 1],
    ['darwin', undefined, 0],
  ]);
});

test('a window opens where it was, on any display that is still there, and no larger than it', () => {
  const [left, right] = [
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 1280, height: 720 },
  ];
  const last = { x: 2000, y: 100, width: 1000, height: 600 };
  const large = { x: 1930, y: 10, width: 1900, height: 1000 };
  expect([
    openingBounds(last, [left, right]),
    openingBounds(last, [left]),
    openingBounds(large, [left, right]),
    openingBounds({ ...large, width: 3000 }, [right]),
    openingBounds(undefined, [left]),
  ]).toEqual([
    last,
    { width: 1000, height: 600 },
    { x: 1920, y: 0, width: 1280, height: 720 },
    { x: 1920, y: 0, width: 1280, height: 720 },
    { width: 1280, height: 800 },
  ]);
});

test('the browser host keeps what is chosen beside what the desktop program keeps, and starts at login without a window where asked', () => {
  using folder = tempFolder();
  const env = { XDG_CONFIG_HOME: join(folder.path, 'config') };
  const options = { userData: folder.path, env, platform: 'linux', command: ['/opt/no de', '/opt/main.js'], isSecond: false } as const;
  const startupBehaviour = startupBehaviourOf(options);
  const [before, after] = [startupBehaviour({}), startupBehaviour({ startAtLogin: true, startMinimised: true, closeToBackground: false })];
  const entry = readFileSync(join(env.XDG_CONFIG_HOME, 'autostart', 'atelier.desktop'), 'utf8');
  expect({ before, after, entry: entry.split('\n')[3], second: startupBehaviourOf({ ...options, isSecond: true })({}) }).toEqual({
    before: { startAtLogin: false, startMinimised: false, closeToBackground: true },
    after: { startAtLogin: true, startMinimised: true, closeToBackground: false },
    entry: 'Exec="/opt/no de" "/opt/main.js" "--headless"',
    second: { closeToBackground: false },
  });
});
