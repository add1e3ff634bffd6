import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { heard } from './heard.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const landmark = /^(?:banner|main|navigation|complementary|contentinfo)\b/;
const nameless = (all: readonly string[]) =>
  all.filter(one => /^(?:button|textbox|combobox|navigation|complementary|region|heading)$/.test(one));

/** Everything that the transcript says aloud from now on. */
const listen = (page: Page) =>
  thread(page)
    .locator('ui-transcript .aloud')
    .evaluate(aloud => {
      const log: string[] = [];
      Object.assign(window, { aloud: log });
      new MutationObserver(() => log.push(aloud.textContent?.trim() ?? '')).observe(aloud, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });

test('who listens meets the landmarks in order, each named, the composer before what is below it, and hears an answer by sentences and its end once', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await demoReady(page);
  await page.locator('conversations-start').getByRole('button', { name: 'Take the tour' }).waitFor();
  const start = await heard(page);
  const at = (name: RegExp) => start.findIndex(one => name.test(one));
  const conversation = await say(page, 'thanks');
  await rested(page, conversation);
  await listen(page);
  await callAs(page, 'conversations', 'send', { text: 'help', conversation });
  await rested(page, conversation);
  await expect.poll(() => page.evaluate(() => (window as unknown as { aloud: string[] }).aloud.at(-1))).toMatch(/\S/);
  const log = await page.evaluate(() => (window as unknown as { aloud: string[] }).aloud);
  const inThread = await heard(page);
  expect({
    landmarks: start.filter(one => landmark.test(one)),
    nameless: [...nameless(start), ...nameless(inThread)],
    order: [/^heading Good/, /^textbox Message/, /^button Take the tour/].map(at).toSorted((a, b) => a - b),
    messages: inThread.filter(one => one.startsWith('article ')),
    aloud: [log.join(' ').slice(0, 14), log.join(' ').split('Done.').length - 1, log.length <= 4],
  }).toEqual({
    landmarks: [
      'navigation Skip links',
      'navigation Sidebar',
      'banner Top bar',
      'main Content',
      'navigation Ideas to start with',
      'contentinfo Status line',
    ],
    nameless: [],
    order: [/^heading Good/, /^textbox Message/, /^button Take the tour/].map(at),
    messages: ['article You', 'article Atelier', 'article You', 'article Atelier'],
    aloud: ['Hello! I am no', 1, true],
  });
});
