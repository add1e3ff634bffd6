import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { keyboardReaches } from './keyboard.ts';
import { connected, screen } from './screen.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('the app opens without a complaint, keeps to the rules of accessibility, is reached by keyboard, and shows the same after a reload and in a second window', async () => {
  await using app = await openApp({ locale: 'en-GB', theme: 'dark' });
  await connected(app.page);
  // The demo has its model a moment after the first paint.
  await app.page.locator('conversations-composer .model', { hasText: 'Demo' }).waitFor();
  const before = await screen(app.page);
  await app.keep('opened');
  await axeClean(app.page);
  const reached = await keyboardReaches(app.page);
  await app.page.reload();
  await connected(app.page);
  const second = await app.openPage();
  await connected(second);
  await expect.poll(() => screen(app.page)).toEqual(before);
  await expect.poll(() => screen(second)).toEqual(before);
  expect({ words: before.length > 0, reached: reached.length > 0 }).toEqual({ words: true, reached: true });
});
