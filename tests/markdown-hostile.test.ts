import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack } from './support/chromium.ts';
import { type ElementPages, openElementPages } from './support/element-pages.ts';
import { exfilPayloads } from './support/exfil-payloads.ts';

interface Shown extends HTMLElement {
  text: string;
}
declare const show: (text: string) => Promise<Shown>;
declare const frame: () => Promise<void>;

const lack = await chromiumLack();
let pages: ElementPages;
let sink: Server;
let address: string;
let hits: string[] = [];

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack !== undefined) return;
  sink = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('Connection', 'close').setHeader('Content-Type', 'image/png').end();
  });
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  // Another host than the page's, as a third-party extension’s is.
  address = `http://localhost:${(sink.address() as AddressInfo).port}`;
  pages = await openElementPages(join(import.meta.dirname, 'support', 'element-page'));
});
afterAll(async () => {
  await pages?.[Symbol.asyncDispose]();
  sink?.close();
  sink?.closeAllConnections();
});

test.each(['/', '/?bare'])(
  'R1: none of the payloads makes the page ask for anything, nor leave, even where no policy forbids it (%s)',
  async path => {
    hits = [];
    const { tab } = await pages.open(path);
    const payloads = exfilPayloads(address);
    const requests: string[] = [];
    tab.on('request', request => requests.push(request.url()));
    for (const payload of [...payloads, payloads.join('\n\n')]) {
      await tab.evaluate(async text => {
        const element = await show(text);
        // Hovering and focusing are no click.
        for (const one of element.shadowRoot?.querySelectorAll<HTMLElement>('a, button') ?? []) {
          one.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          one.focus();
        }
        await frame();
      }, payload);
    }
    await tab.waitForLoadState('networkidle');
    const asked = requests.filter(url => !url.startsWith(pages.origin));
    expect({ count: payloads.length >= 35, hits, asked, left: tab.url() }).toEqual({
      count: true,
      hits: [],
      asked: [],
      left: `${pages.origin}${path}`,
    });
    await tab.context().close();
  },
);

test('R3: a remote picture is a button that names its host, and only a click on it asks for that one picture', async () => {
  hits = [];
  const { tab } = await pages.open('/?bare');
  const asked = await tab.evaluate(async from => {
    const element = await show(`![a plan](${from}/one.png) and ![b](${from}/two.png)`);
    const [chip] = element.shadowRoot?.querySelectorAll<HTMLElement>('button.picture') ?? [];
    const seen: unknown[] = [chip?.innerText];
    element.addEventListener('ui-picture', event => seen.push((event as CustomEvent<{ href: string }>).detail.href), { once: true });
    const before = element.shadowRoot?.querySelectorAll('img').length;
    chip?.click();
    return [...seen, before];
  }, address);
  await expect.poll(() => hits).toEqual(['/one.png']);
  expect(asked).toEqual(['a plan\nlocalhost', `${address}/one.png`, 0]);
  await tab.context().close();
});

test('R3: who listens may load a picture in its own way, and then nothing is asked for from the page', async () => {
  hits = [];
  const { tab, complaints } = await pages.open();
  const source = await tab.evaluate(async from => {
    const element = await show(`![a plan](${from}/one.png)`);
    const bytes = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      letter => letter.charCodeAt(0),
    );
    element.addEventListener('ui-picture', event => {
      event.preventDefault();
      (event as CustomEvent<{ show(picture: Blob): void }>).detail.show(new Blob([bytes], { type: 'image/png' }));
    });
    element.shadowRoot?.querySelector<HTMLElement>('button.picture')?.click();
    const picture = element.shadowRoot?.querySelector('img');
    await picture?.decode();
    return [picture?.src.slice(0, 5), picture?.alt, picture?.naturalWidth];
  }, address);
  expect({ source, hits, complaints }).toEqual({ source: ['blob:', 'a plan', 1], hits: [], complaints: [] });
  await tab.context().close();
});

test('R4: whatever is written, the page holds only what a text is made of, and no address or script', async () => {
  const { tab, complaints } = await pages.open();
  const piece = fc.constantFrom(
    ...exfilPayloads('http://evil.example'),
    '[a](javascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)',
    '[a]',
    '**',
    '`',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '    ',
    '|',
    '| - |\n',
    '```html\n',
    '<div onclick=alert(1)>',
    '</div>',
    '<!--',
    '-->',
    '$',
    '&lt;script&gt;',
    '&#x6A;',
    'text ',
  );
  const texts = fc.sample(fc.array(piece, { minLength: 1, maxLength: 12 }), { numRuns: 300, seed: 4 }).map(parts => parts.join(''));
  const odd = await tab.evaluate(async all => {
    const tags =
      'DIV SPAN P UL OL LI BLOCKQUOTE H1 H2 H3 H4 H5 H6 HR BR STRONG EM DEL CODE A SUP TABLE THEAD TBODY TR TH TD INPUT BUTTON UI-CODE'.split(
        ' ',
      );
    const names =
      'class title role tabindex scope start type disabled checked aria-label data-depth data-href data-note data-to-note data-picture data-host data-block language'.split(
        ' ',
      );
    const found = new Set<string>();
    for (const text of all) {
      const element = await show(text);
      for (const node of element.shadowRoot?.querySelectorAll('*') ?? []) {
        if (node.namespaceURI?.includes('MathML') === true || node.localName === 'style') continue;
        if (!tags.includes(node.tagName)) found.add(node.tagName);
        for (const { name } of node.attributes) if (!names.includes(name)) found.add(`${node.tagName} ${name}`);
        const href = (node as HTMLElement).dataset?.href;
        if (href !== undefined && !/^(?:https?:|mailto:|#)/.test(href)) found.add(href);
      }
      for (const node of element.shadowRoot?.querySelectorAll('math *, math') ?? [])
        for (const { name, value } of node.attributes)
          if (/href|src|style|^on|class/.test(name) && value !== 'left') found.add(`math ${name}`);
    }
    return [...found];
  }, texts);
  expect({ odd, complaints }).toEqual({ odd: [], complaints: [] });
  await tab.context().close();
});

test('R6: a link shows whose machine it leads to, and one whose words name another is marked', async () => {
  const { tab } = await pages.open();
  const links = await tab.evaluate(async () => {
    const element = await show(
      'The [docs](https://example.org/a), https://example.org/b, [bank.example](https://evil.example/), [apple](https://\u0430pple.example/), [x](javascript:alert(1)).',
    );
    return [...(element.shadowRoot?.querySelectorAll<HTMLElement>('a') ?? [])].map(link => [
      link.innerText.replaceAll('\u00a0', ' '),
      link.title,
      link.className,
    ]);
  });
  expect(links).toEqual([
    ['docs example.org', 'https://example.org/a', ''],
    ['https://example.org/b', 'https://example.org/b', ''],
    ['bank.example evil.example', 'Careful, this name may imitate another: https://evil.example/', 'doubtful'],
    ['apple xn--pple-43d.example', 'Careful, this name may imitate another: https://xn--pple-43d.example/', 'doubtful'],
  ]);
  await tab.context().close();
});

test('a link is followed by nobody but who listens, by mouse, middle button or key', async () => {
  const { tab } = await pages.open();
  await tab.evaluate(async from => {
    const element = await show(`See [this](${from}/page) and [that](#x).`);
    const seen: string[] = [];
    Object.assign(globalThis, { seen: seen });
    document.addEventListener('ui-link', event => seen.push((event as CustomEvent<{ href: string }>).detail.href));
    element.focus();
  }, address);
  const link = tab.getByRole('link', { name: /this/ });
  await link.click();
  await link.click({ button: 'middle' });
  await link.press('Enter');
  await tab.getByRole('link', { name: /that/ }).click();
  const asked = await tab.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect({ asked, url: tab.url(), tabs: tab.context().pages().length }).toEqual({
    asked: [`${address}/page`, `${address}/page`, `${address}/page`, '#x'],
    url: `${pages.origin}/`,
    tabs: 1,
  });
  await tab.context().close();
});
