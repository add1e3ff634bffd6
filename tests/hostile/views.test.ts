import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, openApp, windowOnly } from '../e2e/app.ts';
import { connected } from '../e2e/screen.ts';
import { installThirdParty } from '../e2e/third-party.ts';
import { enter, palette } from '../e2e/window.ts';
import { chromiumLack } from '../support/chromium.ts';
import type { Row } from './report.ts';

const file = join(import.meta.dirname, 'extensions', 'views.mjs');
const { attacks } = (await import(file)) as { attacks: Record<string, { tries: string; typing?: true; dialog?: true }> };
const lack = await chromiumLack();

const hits: string[] = [];
const sink = createServer((request, response) => {
  hits.push(`${request.method} ${request.url}`);
  response.end();
});
// A connection alone is a name that was looked up and an address that was told.
sink.on('connection', () => hits.push('a connection'));
const stun = createSocket('udp4').on('message', () => hits.push('a datagram'));
const logged: string[] = [];
let app: App;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack !== undefined) return;
  await once(sink.listen(0, '127.0.0.1'), 'listening');
  stun.bind(0, '127.0.0.1');
  await once(stun, 'listening');
  const where = { sink: `http://127.0.0.1:${(sink.address() as AddressInfo).port}`, stun: `stun:127.0.0.1:${stun.address().port}` };
  app = await openApp({
    off: windowOnly,
    locale: 'en-GB',
    prepare: userData => {
      for (const name of Object.keys(attacks)) install(userData, name, where);
    },
  });
  // What they try is what the page complains of; here that is the point.
  app.allow(/./);
  app.page.on('console', message => logged.push(`${message.text()} ${message.location().url}`));
  await connected(app.page);
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  sink.close();
  stun.close();
});

test.for(Object.entries(attacks))('X8: in the window: %s', async ([name, { tries, typing, dialog }], { task }) => {
  const { page, context } = app;
  hits.length = 0;
  logged.length = 0;
  const downloads: unknown[] = [];
  page.on('download', one => downloads.push(one));
  const id = `@acme/${name}`;
  await enter(page, `Attack ${name}`);
  const frame = page.frameLocator('main iframe');
  await frame.getByRole('button', { name: 'Attack' }).waitFor();
  const address = page.url();
  await frame.getByRole('button', { name: 'Attack' }).click();
  if (typing) await type(page);
  const covered = dialog ? await answerDialog(page) : undefined;
  // A view that was closed for what it did has nothing more to say; the card in its place has.
  const card = page.getByText(new RegExp(`of ${id} was closed`));
  const output = frame.locator('output[data-done]');
  await expect
    .poll(async () => (await card.count()) + ((await page.locator('main iframe').count()) > 0 ? await output.count() : 0))
    .toBeGreaterThan(0);
  const closed = (await card.count()) > 0 ? await card.first().innerText() : undefined;
  const got = closed === undefined ? (JSON.parse(await output.innerText()) as string[]) : [];
  // What the first try lost is the price of finding it out; the view has gone, and no key goes astray any more.
  const typed = typing ? await type(page) : undefined;
  const gained = [
    ...got,
    ...hits.map(hit => `reached the sink: ${hit}`),
    ...(downloads.length > 0 ? ['a download'] : []),
    ...(page.url() === address ? [] : [`the address is ${page.url()}`]),
    ...(context.pages().length === 1 ? [] : ['a window']),
    ...(typed === undefined || typed === 'rights 4711' ? [] : [`the person could type only "${typed}"`]),
    ...(covered ? ['it covered the dialog'] : []),
  ];
  const responsive = await answers(page);
  const said = logged.filter(line => !line.includes('Unrecognized')).find(line => line.includes(id) || line.includes(`ext-acme--${name}-`));
  const shown = await page.getByText(id).count();
  task.meta.attack = {
    attack: name,
    extension: id,
    tried: tries,
    isolation: 'frame',
    gained: gained.length > 0 ? gained.join('; ') : undefined,
    stoppedBy: closed ?? said ?? 'the sandbox of its frame and its content policy',
    named: [
      ...(dialog ? ['the question of the window'] : []),
      ...(closed ? ['the card in its place'] : []),
      ...(said ? ['the console of the window'] : []),
      ...(shown > 0 ? ['the window'] : []),
    ],
    responsive,
    unseen: !dialog && closed === undefined && said === undefined && shown === 0,
  } satisfies Row;
  expect({ gained, responsive, shown: shown >= 0 }).toEqual({ gained: [], responsive: true, shown: true });
});

function install(userData: string, name: string, where: { sink: string; stun: string }): void {
  installThirdParty(userData, {
    word: name,
    atelier: { contributes: { views: [{ id: `${name}.view`, slot: 'main', title: `Attack ${name}`, element: `${name}-view` }] } },
    ui: `import { attacks } from './attacks.mjs';
export const elements = { '${name}-view': class extends LitElement {
  static properties = { view: { attribute: false }, done: { state: true } };
  async attack() {
    const view = { open: url => this.view.connect(WindowChannel).call('openExternal', { url }) };
    this.done = await attacks['${name}'].run({ ...${JSON.stringify(where)}, view });
  }
  render() { return html\`<button @click=\${() => this.attack()}>Attack</button>\${this.done && html\`<output data-done>\${JSON.stringify(this.done)}</output>\`}\`; }
} };\n`,
  });
  const folder = join(userData, 'extensions', name);
  copyFileSync(file, join(folder, 'attacks.mjs'));
}

/** Types into the palette while the frame is at work; answers what arrived there. */
async function type(page: Page): Promise<string> {
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await field.waitFor();
  await page.keyboard.type('rights 4711', { delay: 80 });
  const value = await field.inputValue();
  await page.keyboard.press('Escape');
  return value;
}

/** Whether anything lies over the buttons of the app's question; then says no. */
async function answerDialog(page: Page): Promise<boolean> {
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  const covered = await cancel.evaluate(button => {
    const { x, y, width, height } = button.getBoundingClientRect();
    let top = document.elementFromPoint(x + width / 2, y + height / 2);
    while (top?.shadowRoot) {
      const inner = top.shadowRoot.elementFromPoint(x + width / 2, y + height / 2);
      if (!inner || inner === top) break;
      top = inner;
    }
    return top?.localName === 'iframe' || top?.closest('dialog') === undefined;
  });
  await cancel.click();
  return covered;
}

/** The window still does what the person asks of it. */
async function answers(page: Page): Promise<boolean> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  return true;
}
