import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestBrowserHost } from '../kernel/host/browser-host.fixture.ts';
import { AppWindows } from '../shell/browser/app-windows.ts';
import { findBrowser, searchPaths } from '../shell/browser/find-browser.ts';
import { type AppWindow, openWindow } from '../shell/browser/open-window.ts';
import { windowFlags } from '../shell/browser/window-flags.ts';
import { processesUnder } from './support/processes.ts';

const lack = findBrowser(process.env, process.platform) === undefined ? 'there is no browser with windows here' : undefined;
beforeEach(context => context.skip(lack !== undefined, lack));

async function opened(options: { readonly env?: NodeJS.ProcessEnv; readonly page?: string } = {}) {
  const { host, root, logged, close } = await openTestBrowserHost();
  onTestFinished(close);
  if (options.page !== undefined) writeFileSync(join(root, 'page', 'index.html'), options.page);
  const seen: string[] = [];
  const arrived = Promise.withResolvers<void>();
  // The page's connection: a window that was let in gets one, every other is refused.
  host.links.onConnection(link => {
    seen.push(link.id);
    arrived.resolve();
  });
  const window = await openWindow({
    target: host,
    userData: root,
    env: options.env ?? process.env,
    log: (_level, text) => void logged.push(text),
    flags: ['--headless=new', '--disable-dev-shm-usage'],
  });
  if (!isAppError(window)) onTestFinished(() => window.close());
  return { host, root, logged, seen, arrived: arrived.promise, window };
}

const connecting = `<!doctype html><title>Atelier</title><link rel="icon" href="data:,"><script type="module" src="/assets/main.js"></script>`;
const asWindow = (window: unknown) => window as AppWindow;

test('K2: a window is let in over a pipe: no secret stands in any argument, and its browser ends with it', async () => {
  const { host, root, window } = await opened();
  const processes = processesUnder(root).map(({ command }) => command);
  const { pid, entered } = asWindow(window);
  await asWindow(window).focus();
  await asWindow(window).close();
  await asWindow(window).closed;
  // Its helpers are the system's to end, a moment after it.
  await expect.poll(() => processesUnder(root).length).toBe(0);
  expect({
    entered,
    asApp: processes.some(command => command.includes(`--app=${host.bootUrl}`) && command.includes('--class=Atelier')),
    secrets: processes.filter(command => command.includes(host.cookie.value) || command.includes('/__host/enter')),
    alive: isAlive(pid),
  }).toEqual({ entered: 'cookie', asApp: true, secrets: [], alive: false });
});

test('the window shows the app itself, with its connection', async () => {
  const { host, root } = await openTestBrowserHost().then(made => {
    onTestFinished(made.close);
    return made;
  });
  writeFileSync(join(root, 'page', 'index.html'), connecting);
  writeFileSync(join(root, 'page', 'assets', 'main.js'), "new WebSocket('ws://' + location.host + '/__host/link');");
  const connected = new Promise<string>(resolve => host.links.onConnection(link => resolve(link.id)));
  const window = await openWindow({ target: host, userData: root, env: process.env, log: () => undefined, flags: ['--headless=new'] });
  expect(isAppError(window)).toBe(false);
  expect(await connected).toBe('page-1');
  await asWindow(window).close();
});

test('a second wish for a window brings the first to the front; one that was closed is said to be, and opens again', async () => {
  const { host, root } = await openTestBrowserHost().then(made => {
    onTestFinished(made.close);
    return made;
  });
  let closed = 0;
  const options = { target: host, userData: root, env: process.env, log: () => undefined, flags: ['--headless=new'] };
  const windows = new AppWindows(options, () => {
    closed += 1;
  });
  onTestFinished(() => windows.close());
  const browsers = () =>
    processesUnder(root).filter(({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='));
  const lacks = [await windows.show(), await windows.show()];
  const [first] = browsers();
  const count = browsers().length;
  process.kill(first?.pid ?? 0, 'SIGTERM');
  await expect.poll(() => closed).toBe(1);
  lacks.push(await windows.show());
  const again = browsers();
  await windows.close();
  expect({ lacks, count, again: [again.length, again[0]?.pid === first?.pid], closed, left: browsers().length }).toEqual({
    lacks: [undefined, undefined, undefined],
    count: 1,
    again: [1, false],
    closed: 1,
    left: 0,
  });
});

test('a browser that cannot be spoken to is let in by a ticket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-deaf-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'chromium');
  const said = join(folder, 'said');
  // It ends at once when it is given pipes, as one does that hands its address to a browser already running.
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do case "$word" in --remote-debugging-pipe) exit 0;; --app=*) echo "$word" > ${said};; esac; done\nexec sleep 60\n`,
  );
  chmodSync(program, 0o755);
  const { window, logged, host } = await opened({ env: { ...process.env, CHROMIUM: program } });
  const { entered, closed } = asWindow(window);
  await expect.poll(() => readFileSync(said, { encoding: 'utf8', flag: 'a+' })).toMatch(/^--app=http.*\/__host\/enter\?t=[\w-]{32}\n$/);
  const ticket = readFileSync(said, 'utf8').trim().replace('--app=', '');
  const answer = await fetch(ticket, { redirect: 'manual' });
  await asWindow(window).close();
  await closed;
  expect({ entered, status: answer.status, logged: logged.length, origin: ticket.startsWith(host.origin) }).toEqual({
    entered: 'ticket',
    status: 303,
    logged: 1,
    origin: true,
  });
});

test('the window has no network: an address that is not ours is not even tried', async context => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find(each => each?.family === 'IPv4' && !each.internal)?.address;
  context.skip(address === undefined, 'this machine has no address but the loopback one');
  let hits = 0;
  const outside = createServer((_request, response) => {
    hits += 1;
    response.end('outside');
  }).listen(0, address);
  await once(outside, 'listening');
  onTestFinished(() => void outside.close());
  const { port } = outside.address() as AddressInfo;
  const { host, root } = await openTestBrowserHost().then(made => {
    onTestFinished(made.close);
    return made;
  });
  writeFileSync(join(root, 'page', 'index.html'), connecting);
  // Navigation is what no policy of a page can stop.
  const script = `const link = new WebSocket('ws://' + location.host + '/__host/link'); link.onopen = () => { location.href = 'http://${address}:${port}/'; };`;
  writeFileSync(join(root, 'page', 'assets', 'main.js'), script);
  const left = new Promise<void>(resolve => host.links.onConnection(link => link.onClose(resolve)));
  const window = await openWindow({ target: host, userData: root, env: process.env, log: () => undefined, flags: ['--headless=new'] });
  await left;
  // The server is reachable; it is the window that may not reach it.
  const probe = connect(port, address).end();
  await once(probe, 'close');
  await asWindow(window).close();
  expect(hits).toBe(0);
});

test('without a display, or without a browser, the sentence says what to do', async () => {
  const { host, root } = await openTestBrowserHost().then(made => {
    onTestFinished(made.close);
    return made;
  });
  const ask = (env: Record<string, string>) => openWindow({ target: host, userData: root, env, log: () => undefined });
  const codes = [await ask({ PATH: '/nowhere' }), await ask({ PATH: '/nowhere', DISPLAY: ':0' })];
  expect(codes.map(code => isAppError(code) && code.code)).toEqual(['host/no-display', 'host/no-browser']);
});

test('the browser keeps its own sandbox unless root starts it, and has no network either way', () => {
  const of = (isRoot: boolean) => windowFlags('/profile', isRoot).filter(flag => /sandbox|proxy-server|user-data-dir/.test(flag));
  const always = ['--user-data-dir=/profile/window', '--proxy-server=http://127.0.0.1:9'];
  expect([of(false), of(true)]).toEqual([always, [...always, '--no-sandbox']]);
});

test('each system is searched where its browsers lie', () => {
  expect({
    linux: searchPaths({ PATH: '/usr/bin' }, 'linux').slice(0, 2),
    mac: searchPaths({ PATH: '', HOME: '/Users/me' }, 'darwin')[0],
    windows: searchPaths({ PROGRAMFILES: 'C:\\P', LOCALAPPDATA: 'C:\\L' }, 'win32'),
  }).toEqual({
    linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
    mac: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    windows: [
      'C:\\P\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\L\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\P\\Chromium\\Application\\chrome.exe',
      'C:\\L\\Chromium\\Application\\chrome.exe',
      'C:\\P\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\L\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
