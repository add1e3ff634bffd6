import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { composer, field, files, openComposer } from './composer-page.ts';
import { callAs, demoReady, row, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** The page's connections from now on, each with whether it was closed. */
function sockets(page: Page): readonly { readonly isClosed: boolean }[] {
  const seen: { isClosed: boolean }[] = [];
  page.on('websocket', socket => {
    const one = { isClosed: false };
    seen.push(one);
    socket.on('close', () => {
      one.isClosed = true;
    });
  });
  return seen;
}

test('a pasted text of 30 MB becomes a file, is sent and answered, and the page answers all the while over one connection', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await demoReady(page);
  app.allow(/WebSocket|ERR_/);
  const seen = sockets(page);
  await page.reload();
  await field(page).focus();
  await field(page).evaluate(target => {
    const data = new DataTransfer();
    data.setData('text/plain', 'line of text, again\n'.repeat(1_500_000));
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData: data }));
  });
  await page.keyboard.type('still here');
  await expect.poll(() => files(page)).toEqual(['pasted-text.txt']);
  await composer(page).locator('.file.limited').waitFor();
  const text = await field(page).inputValue();
  await field(page).press('Enter');
  await row(page, 'still here').waitFor();
  await expect.poll(() => files(page)).toEqual([]);
  expect({ text, left: await field(page).inputValue(), seen }).toEqual({ text: 'still here', left: '', seen: [{ isClosed: false }] });
});

test('a message of 30 MB that a view sends as it is, is refused with a sentence, and the connection stays', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  app.allow(/WebSocket|ERR_/);
  const seen = sockets(page);
  await page.reload();
  await thread(page).waitFor();
  const told = await thread(page).evaluate(async element => {
    const { view } = element as unknown as {
      view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } };
    };
    const text = 'line of text, again\n'.repeat(1_500_000);
    return await view
      .connect({ id: 'conversations' })
      .call('send', { text })
      .catch((error: { code: string; message: string }) => [error.code, error.message]);
  });
  const { rows } = await callAs<{ rows: readonly object[] }>(page, 'conversations', 'list');
  expect({ told, rows, seen }).toEqual({
    told: ['link/too-long', expect.stringContaining('at most 16 MB can be sent at once')],
    rows: [],
    seen: [{ isClosed: false }],
  });
});

test('a text of 3 MB that comes into the field becomes a file; one that cannot be attached stays in the field, with a sentence', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).focus();
  const come = (lines: number) =>
    field(page).evaluate((target, count) => {
      (target as HTMLTextAreaElement).value = `${'word '.repeat(200)}\n`.repeat(count);
      target.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }, lines);
  await come(3_000);
  await expect.poll(() => files(page)).toEqual(['pasted-text.txt']);
  const left = await field(page).inputValue();
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 19 }, (_, at) => ({ name: `${at}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') })));
  await expect.poll(async () => (await files(page)).length).toBe(20);
  await come(510);
  const refusal = composer(page).locator('ui-alert');
  await refusal.waitFor();
  await expect.poll(async () => (await field(page).inputValue()).length).toBe(510 * 1001);
  await field(page).press('Enter');
  await expect.poll(async () => await refusal.innerText()).toContain('too long for a message');
  expect({ left, kept: (await field(page).inputValue()).length, files: (await files(page)).length }).toEqual({
    left: '',
    kept: 510 * 1001,
    files: 20,
  });
});
