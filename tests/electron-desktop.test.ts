import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openingBounds } from '../shell/electron/bounds.ts';
import { loadableAddress } from '../shell/electron/origins.ts';
import { startPathsOf } from '../shell/electron/start-paths.ts';
import { openDesktop, openedDesktop as opened, pause } from './support/fake-electron/open-desktop.ts';

function profile(): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-desktop-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test('E11: a profile folder counts in an automation instance of a copy only, and a package takes nothing of ours from the environment', () => {
  const asked = {
    ATELIER_USER_DATA_DIR: '/elsewhere/data',
    XDG_CONFIG_HOME: '/people/ada/.config',
    NODE_OPTIONS: '--require /opt/evil.js',
  };
  const allowed = { ...asked, ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_NODE: '/opt/own/node', ELECTRON_RUN_AS_NODE: '1' };
  const place = (built: string, isPackaged: boolean, env: Record<string, string>) => {
    const {
      userData,
      automation,
      node,
      kernelProcess,
      env: passed,
    } = startPathsOf({ built, isPackaged, resources: '/opt/res', env, platform: 'linux' });
    return { userData, automation, node, kernelProcess, passed };
  };
  expect({
    copy: place('/src/.build/electron', false, asked),
    automation: place('/src/.build/electron', false, allowed),
    packaged: place('/opt/res/app.asar/.build/electron', true, allowed),
  }).toEqual({
    copy: {
      userData: '/people/ada/.config/Atelier',
      automation: false,
      node: 'node',
      kernelProcess: '/src/.build/electron/kernel/kernel-process.js',
      passed: { ATELIER_USER_DATA_DIR: '/elsewhere/data', XDG_CONFIG_HOME: '/people/ada/.config', ATELIER_NODE: 'node' },
    },
    automation: {
      userData: '/elsewhere/data',
      automation: true,
      node: '/opt/own/node',
      kernelProcess: '/src/.build/electron/kernel/kernel-process.js',
      passed: {
        ATELIER_USER_DATA_DIR: '/elsewhere/data',
        XDG_CONFIG_HOME: '/people/ada/.config',
        ATELIER_ALLOW_AUTOMATION_INSTANCE: '1',
        ATELIER_NODE: '/opt/own/node',
      },
    },
    packaged: {
      userData: '/people/ada/.config/Atelier',
      automation: false,
      node: '/opt/res/node/bin/node',
      kernelProcess: '/opt/res/app.asar.unpacked/.build/electron/kernel/kernel-process.js',
      passed: { XDG_CONFIG_HOME: '/people/ada/.config', ATELIER_NODE: '/opt/res/node/bin/node' },
    },
  });
});

test('E11: an automation instance takes no lock and claims no links; the person’s own does both, before the first window', async () => {
  const [own, automation] = [await opened(), await opened({ automation: true })];
  expect([own.electron.log, automation.electron.log]).toEqual([
    [
      'setPath userData',
      'setPath sessionData',
      'enableSandbox',
      'lock',
      'scheme atelier /opt/atelier/atelier /opt/atelier/main.cjs',
      'tray tray.png',
    ],
    ['setPath userData', 'setPath sessionData', 'enableSandbox', 'tray tray.png'],
  ]);
});

test('a window that is closed stays in the background with its link, and is shown again from the tray', async () => {
  const { window, electron } = await opened();
  window.bounds = { x: 100, y: 50, width: 900, height: 700 };
  const stays = window.userCloses();
  const [open] = electron.menus.at(-1) ?? [];
  const hidden = window.visible;
  open?.click?.();
  expect({ stays, hidden, shown: window.visible, did: window.did, windows: electron.windows.length }).toEqual({
    stays: true,
    hidden: false,
    shown: true,
    did: ['show', 'hide', 'show', 'focus'],
    windows: 1,
  });
});

test('the next start opens where the window was, and unseen where it was asked to start minimised', async () => {
  const root = profile();
  const first = await openDesktop({ root });
  await first.settled();
  await first.window.loaded.promise;
  first.window.bounds = { x: 100, y: 50, width: 900, height: 700 };
  first.window.maximized = true;
  first.electron.menus
    .at(-1)
    ?.find(item => item.label === 'Démarrer réduit')
    ?.click?.();
  await first.close();
  const second = await opened({ root });
  const { x, y, width, height } = second.window.options;
  expect({
    bounds: [x, y, width, height],
    visible: second.window.visible,
    mode: statSync(join(root, 'user-data', 'desktop.json')).mode & 0o777,
  }).toEqual({
    bounds: [100, 50, 900, 700],
    visible: false,
    mode: 0o600,
  });
});

test('a window whose display is gone, or a damaged memory of it, costs its place only', async () => {
  const displays = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  const root = profile();
  (await openDesktop({ root })).close();
  writeFileSync(join(root, 'user-data', 'desktop.json'), '{"bounds":{"x":"1e9"},"startMinimised":"yes"');
  const { window } = await opened({ root });
  expect({
    usual: openingBounds(undefined, displays),
    there: openingBounds({ x: 1800, y: 900, width: 800, height: 600 }, displays),
    elsewhere: openingBounds({ x: 3000, y: 100, width: 800, height: 600 }, displays),
    titleAbove: openingBounds({ x: 0, y: -300, width: 800, height: 600 }, displays),
    damaged: [window.options.width, window.options.height, window.options.x, window.visible],
  }).toEqual({
    usual: { width: 1280, height: 800 },
    there: { x: 1800, y: 900, width: 800, height: 600 },
    elsewhere: { width: 800, height: 600 },
    titleAbove: { width: 800, height: 600 },
    damaged: [1280, 800, undefined, true],
  });
});

test('the tray offers the same five things in both languages, and follows the language that the person chooses in the page', async () => {
  const desktop = await opened({ languages: ['en-GB'] });
  const labels = () => desktop.electron.menus.at(-1)?.flatMap(({ label }) => label ?? []);
  const english = labels();
  const port = await desktop.connect();
  port.postMessage({ v: 1, id: 1, kind: 'call', to: 'kernel:hello', body: { locale: 'fr' } });
  while (labels()?.[0] === english?.[0]) await pause();
  port.close();
  expect([english, labels()]).toEqual([
    ['Open Atelier', 'New conversation', 'Start at login', 'Start minimised', 'Quit'],
    ['Ouvrir Atelier', 'Nouvelle conversation', 'Démarrer à l’ouverture de session', 'Démarrer réduit', 'Quitter'],
  ]);
});

test('a new conversation from the tray shows the window and tells its page', async () => {
  const desktop = await opened();
  const port = await desktop.connect();
  const told = new Promise(resolve => port.on('message', resolve));
  desktop.window.userCloses();
  desktop.electron.menus.at(-1)?.[1]?.click?.();
  const frame = await told;
  port.close();
  expect({ frame, visible: desktop.window.visible }).toEqual({
    frame: { v: 1, id: 0, kind: 'event', to: 'host:newConversationChosen', body: {} },
    visible: true,
  });
});

test('start at login writes a desktop entry on Linux and asks the system elsewhere, and is taken back', async () => {
  const linux = await opened({ isPackaged: true });
  const mac = await opened({ isPackaged: true, platform: 'darwin' });
  const file = join(linux.root, 'config', 'autostart', 'atelier.desktop');
  const turn = (desktop: typeof linux) => desktop.electron.menus.at(-1)?.[3]?.click?.();
  turn(linux);
  const [written, checked] = [readFileSync(file, 'utf8'), linux.electron.menus.at(-1)?.[3]?.checked];
  turn(linux);
  turn(mac);
  turn(mac);
  expect({ written, checked, gone: !existsSync(file), mac: mac.electron.log.filter(line => line.startsWith('login')) }).toEqual({
    written: '[Desktop Entry]\nType=Application\nName=Atelier\nExec="/opt/atelier/atelier"\nX-GNOME-Autostart-enabled=true\n',
    checked: true,
    gone: true,
    mac: ['login true', 'login false'],
  });
});

test('a notification is the system’s own, and its click shows the window and runs the command it names', async () => {
  const ran: unknown[] = [];
  const desktop = await opened({ kernel: { onRun: (command, args) => ran.push([command, args]) } });
  desktop.window.userCloses();
  await desktop.host.notify({ title: 'Done', body: 'It is done.', command: 'notes.open', args: { note: 'n1' } });
  const [shown] = desktop.electron.shown;
  shown?.click();
  await desktop.settled();
  expect({ title: shown?.title, body: shown?.body, ran, visible: desktop.window.visible }).toEqual({
    title: 'Done',
    body: 'It is done.',
    ran: [['notes.open', { note: 'n1' }]],
    visible: true,
  });
});

test('a folder is picked in the system’s dialog', async () => {
  const { host } = await opened({ pickedFolder: '/people/ada/project' });
  expect(await host.pickFolder()).toBe('/people/ada/project');
});

test('K10: secrets are sealed by the system’s key store where there is one, by the key file where not, and never in plain', async () => {
  const root = profile();
  const open = async (keyStore: 'gnome_libsecret' | 'basic_text' | 'none') => {
    const desktop = await openDesktop({ root, keyStore });
    await desktop.settled();
    const { secrets } = desktop.host;
    await desktop.close();
    return secrets;
  };
  const basic = await open('basic_text');
  const byFile = await basic.seal('clé');
  const none = await open('none');
  const os = await open('gnome_libsecret');
  const byOs = await os.seal('clé');
  const later = await open('gnome_libsecret');
  writeFileSync(join(root, 'user-data', 'key.os'), 'locked today');
  const locked = await open('gnome_libsecret');
  expect({
    kinds: [basic.kind, none.kind, os.kind, locked.kind],
    fileStillOpens: await later.open(byFile),
    osOpensNextTime: await later.open(byOs),
    otherKey: await locked.open(byOs).catch((error: { code: string }) => error.code),
    kept: readFileSync(join(root, 'user-data', 'key.os'), 'utf8'),
    plain: [byFile, byOs].some(bytes => Buffer.from(bytes).includes('clé')),
  }).toEqual({
    kinds: ['file', 'file', 'os', 'file'],
    fileStillOpens: 'clé',
    osOpensNextTime: 'clé',
    otherKey: 'host/secret-unreadable',
    kept: 'locked today',
    plain: false,
  });
});

test('quitting waits for the kernel to close, once, then ends the program; its process is gone by then', async () => {
  const order: string[] = [];
  const closing = Promise.withResolvers<void>();
  const desktop = await openDesktop({
    kernel: {
      onClose: async () => {
        order.push('kernel closes');
        await closing.promise;
        order.push('kernel closed');
      },
    },
  });
  await desktop.settled();
  const [child] = desktop.electron.processes;
  let asked = 0;
  const quit = () => desktop.electron.emit('before-quit');
  desktop.electron.app.on('before-quit', () => {
    asked += 1;
  });
  quit();
  quit();
  await desktop.settled().catch(() => undefined);
  const [before, closes] = [[...desktop.electron.exits], desktop.window.userCloses()];
  closing.resolve();
  await desktop.close();
  expect({ before, closes, order, exits: desktop.electron.exits, gone: child?.exited, asked }).toEqual({
    before: [],
    closes: false,
    order: ['kernel closes', 'kernel closed'],
    exits: [0],
    gone: true,
    asked: 3,
  });
});

test('a kernel that dies is started again, and the open page gets a new port; one that dies three times in a minute ends the app with a sentence', async () => {
  const desktop = await opened({ languages: ['en'] });
  const first = await desktop.connect();
  const lost = new Promise(resolve => first.on('close', resolve));
  const kill = () => desktop.electron.processes.at(-1)?.end(139);
  kill();
  await desktop.settled();
  const again = await desktop.connect();
  const arrived = new Promise(resolve => desktop.host.links.onConnection(resolve));
  const port = await desktop.connect();
  await arrived;
  for (const each of [first, again, port]) each.close();
  await lost;
  kill();
  await desktop.settled();
  kill();
  await pause();
  expect({ processes: desktop.electron.processes.length, exits: desktop.electron.exits, errors: desktop.electron.errors }).toEqual({
    processes: 3,
    exits: [1],
    errors: [expect.stringMatching(/kernel stopped 3 times in a row \(code 139\).*Restart Atelier.*\[desktop\/kernel-stopped\]$/)],
  });
});

test('a start that fails says why in one sentence of the person’s language, and ends', async () => {
  const desktop = await openDesktop({ page: '/nowhere', languages: ['fr-CA'] });
  onTestFinished(() => desktop.close());
  expect({ errors: desktop.electron.errors, exits: desktop.electron.exits, windows: desktop.electron.windows.length }).toEqual({
    errors: [expect.stringMatching(/^Atelier n’a pas de page à montrer : \/nowhere .* \[host\/page-missing\]$/)],
    exits: [1],
    windows: 0,
  });
});

test('the environment of the kernel’s process is what the place allows, and nothing more', async () => {
  const { electron, root } = await opened();
  expect(electron.processes[0]?.options).toEqual({ env: { HOME: root }, serviceName: 'Atelier kernel', stdio: 'inherit' });
});

test('P2: the literal address of a scoped package is mapped to its slug, and no other address is touched', () => {
  const addresses = [
    'atelier-extension://@acme/notes/view.html',
    'atelier-extension://@acme/notes',
    'atelier-extension://@acme/notes?x#y',
    'atelier-extension://notes/view.html',
    'atelier-extension://@acme/../view.html',
    'atelier-extension://@acme/n%6ftes/view.html',
    'https://@acme/notes/view.html',
  ];
  expect(addresses.map(loadableAddress)).toEqual([
    'atelier-extension://acme--notes/view.html',
    'atelier-extension://acme--notes',
    'atelier-extension://acme--notes?x#y',
    ...addresses.slice(3),
  ]);
});
