import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack, openChromium } from '../support/chromium.ts';
import { Complaints } from './complaints.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const scripts = `
console.error('planted error');
console.warn('planted warning');
fetch('/refused');
new Image().src = 'http://127.0.0.1:9/unreachable.png';
const inline = document.createElement('script');
inline.textContent = 'document.title = "policy was not kept"';
document.head.append(inline);
setTimeout(() => { throw new Error('planted throw'); });
`;

test('planted: an error, a warning, a throw, a refused and a failed request, and a broken policy are all found', async () => {
  const server = createServer((request, response) => {
    const type = request.url === '/main.js' ? 'text/javascript' : 'text/html';
    response.writeHead(request.url === '/refused' ? 403 : 200, {
      'Content-Type': type,
      'Content-Security-Policy': "script-src 'self'; connect-src 'self'; img-src http:",
    });
    response.end(request.url === '/main.js' ? scripts : '<!doctype html><link rel="icon" href="data:,"><script src="/main.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const browser = await openChromium();
  onTestFinished(() => browser.close());
  const complaints = new Complaints();
  const context = await browser.newContext();
  await complaints.watch(context);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const found = () => {
    const all = complaints.left().join('\n');
    return [
      /console error: planted error/,
      /console warning: planted warning/,
      /error: Error: planted throw/,
      /request refused: 403 .*\/refused/,
      /console error: Failed to load resource: .*403.* http:\S+\/refused/,
      /request failed: .*unreachable\.png/,
      /policy violated: script-src-elem by inline/,
    ].filter(pattern => pattern.test(all)).length;
  };
  await expect.poll(found).toBe(7);
  complaints.allow(/./);
  expect(complaints.left()).toEqual([]);
});
