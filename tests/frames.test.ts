import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetsOf, openBrowserHost } from '@atelier/kernel/host';
import { expect, test } from 'vitest';
import { chromiumLack, openChromium } from './support/chromium.ts';

test('X8: a frame of an extension runs its own assets and reaches neither the page, nor its storage, nor any network', async context => {
  const lack = await chromiumLack();
  context.skip(lack !== undefined, lack);
  const root = mkdtempSync(join(tmpdir(), 'atelier-frames-'));
  const [page, folder] = [join(root, 'page'), join(root, 'package')];
  for (const path of [page, folder]) mkdirSync(path);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atelier</title>');
  writeFileSync(join(folder, 'style.css'), 'body { color: rgb(1, 2, 3); }');
  writeFileSync(
    join(folder, 'view.html'),
    '<!doctype html><link rel="stylesheet" href="style.css"><body><script type="module" src="view.js"></script>',
  );
  writeFileSync(join(folder, 'other.js'), 'export const other = "imported";');
  writeFileSync(
    join(folder, 'view.js'),
    `import { APP } from './app.js';
     import { other } from './other.js';
     const tried = { other, origin: self.origin };
     const attempt = async (name, work) => { try { tried[name] = String(await work()); } catch (error) { tried[name] = error.name; } };
     await attempt('dom', () => parent.document.title);
     await attempt('storage', () => localStorage.length);
     await attempt('cookie', () => document.cookie);
     await attempt('ownFetch', () => fetch('other.js').then(answer => answer.status));
     await attempt('appFetch', () => fetch(APP).then(answer => answer.status));
     await attempt('socket', () => new Promise((resolve, reject) => {
       const socket = new WebSocket(APP.replace('http', 'ws') + '/__host/link');
       socket.onopen = () => resolve('open');
       socket.onerror = () => reject({ name: 'refused' });
     }));
     await attempt('inline', () => { const script = document.createElement('script'); script.textContent = 'self.inline = 1'; document.body.append(script); return self.inline; });
     await attempt('eval', () => eval('1'));
     await attempt('popup', () => window.open('https://example.com'));
     await attempt('top', () => { top.location = 'https://example.com'; return 'went'; });
     tried.colour = getComputedStyle(document.body).color;
     parent.postMessage(tried, '*');`,
  );
  const host = await openBrowserHost({
    paths: { userData: join(root, 'user-data'), bundled: root, installed: join(root, 'extensions'), temp: join(root, 'temp') },
    node: process.execPath,
    page,
    port: 0,
    assets: assetsOf(slug => (slug === 'acme--notes' ? folder : undefined)),
    openAddress: async () => undefined,
    log: () => undefined,
  });
  writeFileSync(join(folder, 'app.js'), `export const APP = ${JSON.stringify(host.origin)};`);
  const browser = await openChromium();
  try {
    const tab = await browser.newPage();
    await tab.goto(host.enterUrl());
    const tried = await tab.evaluate(
      address =>
        new Promise(resolve => {
          addEventListener('message', event => resolve({ ...event.data, from: event.origin }));
          const frame = document.createElement('iframe');
          frame.sandbox.add('allow-scripts');
          frame.src = address;
          document.body.append(frame);
        }),
      `${host.frameOrigin('acme--notes')}/view.html`,
    );
    const standing = tab.url();
    const alone = await tab.goto(`${host.frameOrigin('acme--notes')}/view.html`);
    expect({ tried, standing, alone: alone?.status() }).toEqual({
      tried: {
        other: 'imported',
        origin: 'null',
        from: 'null',
        dom: 'SecurityError',
        storage: 'SecurityError',
        cookie: 'SecurityError',
        ownFetch: 'TypeError',
        appFetch: 'TypeError',
        socket: 'refused',
        inline: 'undefined',
        eval: 'EvalError',
        popup: 'null',
        top: 'SecurityError',
        colour: 'rgb(1, 2, 3)',
      },
      standing: `${host.origin}/`,
      alone: 403,
    });
  } finally {
    await browser.close();
    await host.close();
    rmSync(root, { recursive: true, force: true });
  }
});
