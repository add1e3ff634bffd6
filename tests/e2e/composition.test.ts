import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { field, gateCalls, openComposer } from './composer-page.ts';
import { callAs, demoReady } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const shown = (page: Page) => field(page).inputValue();
const saved = async (page: Page) => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of: 'global' })).text;

/** An input method of the system, as the browser hears of it. */
async function inputMethod(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const key = (type: 'rawKeyDown' | 'keyUp', name: string) =>
    browser.send('Input.dispatchKeyEvent', { type, key: name, code: name, windowsVirtualKeyCode: 229 });
  return {
    compose: (text: string) => browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    commit: (text: string) => browser.send('Input.insertText', { text }),
    async press(name: string) {
      await key('rawKeyDown', name);
      await key('keyUp', name);
    },
  };
}

test('D25: what another window writes, and words that are put back, leave a composition alone and are there when it has ended', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const other = await app.openPage();
  await openComposer(other);
  const method = await inputMethod(page);
  await page.bringToFront();
  await field(page).focus();
  await method.compose('に');
  await method.compose('にほ');
  await expect.poll(() => shown(other)).toBe('にほ');
  await field(other).fill('from the other window\nにほ');
  await expect.poll(() => saved(other)).toBe('from the other window\nにほ');
  // Another change, of which this window has heard when its own question is answered.
  await callAs(page, 'conversations', 'prefill', { of: 'global', text: 'put back' });
  await saved(page);
  const during = await shown(page);
  await method.compose('にほん');
  await method.commit('日本');
  await expect.poll(() => shown(page)).toContain('put back');
  const lines = (await shown(page)).split('\n').toSorted();
  expect({ during, lines }).toEqual({ during: 'にほ', lines: ['from the other window', 'put back', '日本'] });
  await expect.poll(async () => (await saved(page)) === (await shown(page))).toBe(true);
});

test('D25: the Enter that ends a composition sends nothing, and a message that could not be sent comes back after the composition', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await demoReady(page);
  const method = await inputMethod(page);
  await field(page).focus();
  await method.compose('はい');
  await method.press('Enter');
  await method.commit('はい');
  const { rows } = await callAs<{ rows: readonly unknown[] }>(page, 'conversations', 'list');
  expect([rows.length, await shown(page)]).toEqual([0, 'はい']);
  const gate = await gateCalls(page, 'conversations:send');
  await page.reload();
  await openComposer(page);
  await expect.poll(() => shown(page)).toBe('はい');
  const other = await app.openPage();
  await openComposer(other);
  await page.bringToFront();
  gate.hold();
  await field(page).press('Enter');
  await expect.poll(() => shown(page)).toBe('');
  // It sends other words, after which the draft of this window is an earlier one.
  await callAs(other, 'conversations', 'send', { text: 'Hello', draft: 'global', sends: 0, model: 'demo/demo' });
  await method.compose('いい');
  gate.release();
  await page.getByText(/another window/).waitFor();
  const during = await shown(page);
  await method.compose('いいえ');
  await method.commit('いいえ');
  await expect.poll(() => saved(page)).toBe('はい\nいいえ');
  await expect.poll(() => shown(page)).toBe('はい\nいいえ');
  expect(during).toBe('いい');
});
