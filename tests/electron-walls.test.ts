import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FakeElectron } from './support/fake-electron/fake-electron.ts';
import { FakeFrame, type FakeWindow } from './support/fake-electron/fake-window.ts';
import { builtEntry, openedDesktop as opened, pause } from './support/fake-electron/open-desktop.ts';

test('E1: every window is sandboxed and isolated, without Node and without webviews, and the sandbox is on for the whole app', async () => {
  const { window, electron } = await opened();
  let refused = false;
  window.webContents.emit('will-attach-webview', {
    preventDefault: () => {
      refused = true;
    },
  });
  expect({ preferences: window.options.webPreferences, refused, sandbox: electron.log.includes('enableSandbox') }).toEqual({
    preferences: {
      preload: '/opt/atelier/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
    },
    refused: true,
    sandbox: true,
  });
});

test('E2: the page comes from a scheme of our own, with the strict policy, and nothing beside it is served', async () => {
  const { window, electron } = await opened();
  const asked = async (url: string, method = 'GET') => (await electron.request(url, { method })).status;
  const page = await electron.request('atelier-app://workbench/');
  expect({
    url: window.webContents.mainFrame.url,
    status: page.status,
    text: await page.text(),
    policy: page.headers.get('content-security-policy')?.split('; '),
    others: [
      await asked('atelier-app://workbench/.secret.js'),
      await asked('atelier-app://workbench/../user-data/key'),
      await asked('atelier-app://workbench/%2e%2e/user-data/key'),
      await asked('atelier-app://elsewhere/'),
      await asked('atelier-app://workbench/', 'POST'),
    ],
    head: [await asked('atelier-app://workbench/', 'HEAD'), page.headers.get('content-type'), page.headers.get('x-content-type-options')],
  }).toEqual({
    url: 'atelier-app://workbench/',
    status: 200,
    text: '<!doctype html><title>Atelier</title>',
    policy: [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "media-src 'self' blob:",
      'frame-src atelier-extension:',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "webrtc 'block'",
    ],
    others: [404, 404, 404, 404, 404],
    head: [200, 'text/html; charset=utf-8', 'nosniff'],
  });
});

test('E4: the window never leaves the app, and a frame never leaves the extension it came from', async () => {
  const { window } = await opened();
  const { webContents } = window;
  const main = ['https://example.com/', 'file:///etc/passwd', 'atelier-extension://acme--notes/', 'about:blank', 'javascript:0', '', 'x'];
  const empty = new FakeFrame('about:blank', webContents.mainFrame);
  const notes = new FakeFrame('atelier-extension://acme--notes/view.html', webContents.mainFrame);
  const way = (frame: FakeFrame, url: string) => webContents.navigates('will-frame-navigate', url, frame);
  expect({
    main: main.filter(
      url =>
        webContents.navigates('will-navigate', url) ||
        webContents.navigates('will-redirect', url) ||
        webContents.navigates('will-frame-navigate', url),
    ),
    itself: webContents.navigates('will-navigate', 'atelier-app://workbench/#/settings'),
    firstLoad: way(empty, 'atelier-extension://acme--notes/view.html'),
    within: way(notes, 'atelier-extension://acme--notes/other.html'),
    toAnother: way(notes, 'atelier-extension://acme--other/'),
    toApp: way(notes, 'atelier-app://workbench/'),
    toNet: way(notes, 'https://example.com/'),
    lookalike: way(empty, 'atelier-extension.example.com://acme--notes/'),
  }).toEqual({
    main: [],
    itself: true,
    firstLoad: true,
    within: true,
    toAnother: false,
    toApp: false,
    toNet: false,
    lookalike: false,
  });
});

test('E4, E5: no page opens a window; https and mailto go to the system’s programs, everything else nowhere', async () => {
  const { window, electron, host } = await opened();
  const urls = [
    ...['https://example.com/a', 'mailto:a@example.com', 'http://example.com/', 'file:///etc/passwd', 'smb://host/share'],
    ...['javascript:alert(1)', 'atelier-app://workbench/', 'atelier://cloud/connect', 'ms-msdt:/id', 'https://user:pw@example.com/', ''],
  ];
  const decisions = urls.map(url => window.webContents.openDecision?.({ url }).action);
  await host.openExternal('https://example.com/b');
  await expect(host.openExternal('file:///etc/passwd')).rejects.toMatchObject({ code: 'host/address-refused' });
  await pause();
  expect({ decisions: [...new Set(decisions)], opened: electron.opened }).toEqual({
    decisions: ['deny'],
    opened: ['https://example.com/a', 'mailto:a@example.com', 'https://example.com/b'],
  });
});

test('E6: every permission is refused, asked for or looked up', async () => {
  const { session } = (await opened()).window.webContents;
  const granted: boolean[] = [];
  for (const permission of [
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'hid',
    'serial',
    'usb',
    'openExternal',
    'fullscreen',
  ]) {
    session.requested?.(undefined, permission, answer => granted.push(answer));
  }
  const streams: unknown[] = [];
  session.media?.({}, stream => streams.push(stream));
  expect({ granted: new Set(granted), count: granted.length, checked: session.checked?.(), device: session.device?.(), streams }).toEqual({
    granted: new Set([false]),
    count: 9,
    checked: false,
    device: false,
    streams: [null],
  });
});

test('E7: the one message a page can send is heard from the app’s own page only', async () => {
  const desktop = await opened();
  const { electron, window } = desktop;
  const handed: string[] = [];
  const frame = (name: string, url: string, parent: FakeFrame | null) => {
    const made = new FakeFrame(url, parent);
    made.postMessage = () => void handed.push(name);
    return made;
  };
  const top = frame('the page', 'atelier-app://workbench/', null);
  window.ipcFrom(frame('a frame of an extension', 'atelier-extension://acme--notes/', top), 'atelier:connect');
  window.ipcFrom(frame('a frame of the app', 'atelier-app://workbench/', top), 'atelier:connect');
  window.ipcFrom(frame('another site', 'https://example.com/', null), 'atelier:connect');
  window.ipcFrom(frame('a lookalike', 'atelier-app://workbench.example.com/', null), 'atelier:connect');
  window.ipcFrom(null, 'atelier:connect');
  const otherWindow = new electron.BrowserWindow(window.options) as FakeWindow;
  otherWindow.ipcFrom(frame('another window', 'atelier-app://workbench/', null), 'atelier:connect');
  window.ipcFrom(top, 'atelier:connect');
  await desktop.settled();
  expect({ handed, channels: electron.listeners() }).toEqual({ handed: ['the page'], channels: ['atelier:connect'] });
});

test('E8: the page finds one function, which gives nothing back, and the preload script requires nothing but electron', async () => {
  const { window } = await opened();
  const { exposed } = window.webContents.mainFrame;
  const script = await builtEntry('preload');
  expect({
    exposed: Object.entries(exposed).map(([name, value]) => [name, typeof value, (value as (...args: unknown[]) => unknown)('x', {})]),
    required: [...script.matchAll(/require\(["']([^"']+)["']\)/g)].map(match => match[1]),
    imports: /^\s*import\b|import\(/m.test(script),
  }).toEqual({ exposed: [['atelierConnect', 'function', undefined]], required: ['electron'], imports: false });
});

test('the main process is one CommonJS file that requires electron and Node only', async () => {
  const script = await builtEntry('main');
  const required = [...script.matchAll(/require\(["']([^"']+)["']\)/g)].map(match => match[1] ?? '');
  expect({
    strange: required.filter(name => name !== 'electron' && !name.startsWith('node:')),
    electron: required.includes('electron'),
  }).toEqual({
    strange: [],
    electron: true,
  });
});

test('the fake refuses what Electron’s documentation forbids, so that what runs on it keeps the order', async () => {
  const { electron, window } = await opened();
  const insecure = (change: object) => () =>
    new electron.BrowserWindow({ ...window.options, webPreferences: { ...window.options.webPreferences, ...change } });
  const notReady = new FakeElectron({ preloadScript: '', program: () => undefined });
  expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow(/before app is ready/);
  expect(() => electron.protocol.handle('https', async () => new Response())).toThrow(/not registered/);
  expect(() => electron.app.enableSandbox()).toThrow(/before the app is ready/);
  expect(() => electron.app.setPath('sessionData', '/')).toThrow(/before the app is ready/);
  expect(() => new notReady.BrowserWindow(window.options)).toThrow(/before the app is ready/);
  expect(() => new notReady.Tray('tray.png')).toThrow(/before the app is ready/);
  expect(() => notReady.utilityProcess.fork('a.js')).toThrow(/before the app is ready/);
  for (const change of [
    { sandbox: false },
    { sandbox: undefined },
    { contextIsolation: false },
    { nodeIntegration: true },
    { webSecurity: false },
    { webviewTag: true },
  ]) {
    expect(insecure(change)).toThrow(/is refused/);
  }
  expect(() => new FakeFrame('atelier-app://workbench/', null).runPreload("require('fs')", () => undefined)).toThrow(
    /module not found: fs/,
  );
});

test('P1, P2, P3, P4: an extension’s address gives files of its package that may be shown, while it may be shown, and nothing else', async () => {
  const folders: Record<string, string> = {};
  const { root, electron } = await opened({ kernel: { folders } });
  const folder = join(root, 'notes');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  mkdirSync(join(root, 'notes-outside'));
  for (const file of ['view.html', 'package.json', '.env', 'node_modules/a.js', 'program.exe']) writeFileSync(join(folder, file), file);
  writeFileSync(join(root, 'notes-outside', 'a.js'), 'outside');
  symlinkSync(join(root, 'notes-outside', 'a.js'), join(folder, 'link.js'));
  const status = async (path: string) => (await electron.request(`atelier-extension://${path}`)).status;
  const before = await status('acme--notes/view.html');
  folders['acme--notes'] = folder;
  const good = await status('acme--notes/view.html');
  const literal = await status('@acme/notes/view.html');
  const hostile = [
    ...['package.json', '.env', 'node_modules/a.js', 'link.js', 'program.exe', '', 'view.html/', '../notes-outside/a.js'],
    ...['..%2fnotes-outside%2fa.js', '%2e%2e/notes-outside/a.js', '..%5cnotes-outside%5ca.js', '%00view.html', 'view.html%00.js', '%'],
  ].map(path => `acme--notes/${path}`);
  const hosts = [
    '__proto__/view.html',
    'constructor/view.html',
    '..%2facme--notes/view.html',
    'ACME--NOTES.example/view.html',
    '/view.html',
  ];
  const leaked: string[] = [];
  for (const path of [...hostile, ...hosts]) {
    // An address that is none is refused before it gets here.
    if ((await status(path).catch(() => 404)) !== 404) leaked.push(path);
  }
  // A host that would end its own directive and begin another.
  folders["a; script-src 'unsafe-inline'"] = folder;
  folders['a;b'] = folder;
  for (const path of ['a;b/view.html', 'a;b/__atelier/frame.html', "a;%20script-src%20'unsafe-inline'/view.html"]) {
    if ((await status(path).catch(() => 404)) !== 404) leaked.push(path);
  }
  const written = (await electron.request('atelier-extension://acme--notes/view.html', { method: 'POST' })).status;
  delete folders['acme--notes'];
  expect({ before, good, literal, leaked, written, after: await status('acme--notes/view.html') }).toEqual({
    before: 404,
    good: 200,
    literal: 200,
    leaked: [],
    written: 404,
    after: 404,
  });
});

test('P5: what an extension’s origin serves carries its policy, its type and nothing that lets it be guessed or kept', async () => {
  const folders: Record<string, string> = {};
  const { root, electron } = await opened({ kernel: { folders } });
  folders['acme--notes'] = root;
  writeFileSync(join(root, 'view.js'), 'export {};');
  const { headers } = await electron.request('atelier-extension://acme--notes/view.js');
  const frame = await electron.request('atelier-extension://acme--notes/__atelier/frame.html');
  expect({
    headers: Object.fromEntries(headers),
    frame: [frame.status, await frame.text(), frame.headers.get('content-security-policy') === headers.get('content-security-policy')],
    outside: (await electron.request('atelier-extension://acme--notes/__atelier/../user-data/key')).status,
  }).toEqual({
    headers: {
      'access-control-allow-origin': 'null',
      'cache-control': 'no-store',
      'connection-allowlist': '(response-origin);webrtc=block',
      'content-length': '10',
      'content-security-policy':
        "default-src 'none'; script-src atelier-extension://acme--notes; style-src atelier-extension://acme--notes 'unsafe-inline'; " +
        'img-src atelier-extension://acme--notes data: blob:; font-src atelier-extension://acme--notes; ' +
        "media-src atelier-extension://acme--notes blob:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors atelier-app://workbench; webrtc 'block'; sandbox allow-scripts",
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
    },
    frame: [200, '<!doctype html><title>frame</title>', true],
    outside: 404,
  });
});
