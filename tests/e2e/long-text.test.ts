import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { composer, field, files, openComposer } from './composer-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a pasted text of 20 MB becomes a file, and the page answers all the while', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).focus();
  await field(page).evaluate(target => {
    const data = new DataTransfer();
    data.setData('text/plain', 'line of text, again\n'.repeat(1_000_000));
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData: data }));
  });
  await page.keyboard.type('still here');
  await expect.poll(() => files(page)).toEqual(['pasted-text.txt']);
  await composer(page).locator('.file.limited').waitFor();
  expect(await field(page).inputValue()).toBe('still here');
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
