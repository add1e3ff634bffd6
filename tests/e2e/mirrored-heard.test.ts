import type { Page } from 'playwright-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { heard, listenEverywhere, saidAloud } from './heard.ts';
import { tabTo } from './keyboard.ts';
import { openModelServer } from './model-server.ts';
import { asks, send, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';
import { command, focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** Lets Tab begin before everything. */
const fromTheTop = (page: Page) =>
  page.evaluate(() => {
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });

const landmark = /^(?:banner|main|navigation|complementary|contentinfo)\b/;

test('a language that is read from the right is walked in the same order: landmarks, headings, messages and Tab, on each screen', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await demoReady(page);
  const conversation = await say(page, 'thanks');
  await rested(page, conversation);
  const screens: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['conversation', () => thread(page).locator('ui-transcript').waitFor()],
    [
      'start',
      async () => {
        await page.keyboard.press('Control+n');
        await page.locator('conversations-start').getByRole('button', { name: 'Take the tour' }).waitFor();
      },
    ],
    [
      'extensions',
      async () => {
        await command(page, 'Find extensions');
        await page.locator('extensions-panel').getByRole('tab').first().waitFor();
        await page
          .locator('extensions-panel')
          .getByRole('tab', { name: /Installed/ })
          .click();
        await page.locator('extensions-row').first().waitFor();
      },
    ],
    [
      'settings',
      async () => {
        await page.keyboard.press('Control+,');
        await page.locator('settings-page').getByRole('heading', { level: 1 }).waitFor();
        await page.locator('ui-skeleton').first().waitFor({ state: 'detached' });
      },
    ],
  ];
  /** What one meets by the accessibility tree, and by Tab from the first control on. */
  const walk = async () => {
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const tree = (await heard(page)).filter(one => !/^listitem/.test(one)).map(one => one.replaceAll(/\d+ (?:min|h)\b|\d\d:\d\d/g, 'then'));
    const tabs: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      tabs.push(await focused(page));
    }
    return { tree, tabs };
  };
  const direction = (dir: 'ltr' | 'rtl') => page.evaluate(to => document.documentElement.setAttribute('dir', to), dir);
  const found: Record<string, readonly string[]> = {};
  for (const [name, open] of screens) {
    await open();
    // What comes to a screen between the two walks, such as a number in the sidebar, is in both of the next ones.
    await vi.waitFor(
      async () => {
        await direction('ltr');
        await fromTheTop(page);
        const left = await walk();
        await direction('rtl');
        await fromTheTop(page);
        const right = await walk();
        expect({ name, ...right }).toEqual({ name, ...left });
        found[name] = right.tree.filter(one => landmark.test(one)).map(one => one.split(' ', 1)[0] ?? '');
      },
      { timeout: 60_000 },
    );
    await axeClean(page);
    await app.keep(`mirrored-heard-${name}`);
    await direction('ltr');
  }
  expect(found.conversation).toEqual(['navigation', 'navigation', 'banner', 'main', 'contentinfo']);
});

test('in a language that is read from the right a streamed answer is said by sentences, in order, each once, with its question between, and its end once', async () => {
  const sentences = Array.from({ length: 24 }, (_, at) => `Sentence ${at + 1} of the tides. `);
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  await using server = await openModelServer(
    { when, text: 'Ready.' },
    { when, text: sentences.slice(0, 2), tools: [{ name: 'bash', arguments: { command: 'echo one' } }] },
    // As a model writes: piece by piece, in the middle of words.
    { when, text: [...sentences.flatMap(one => [one.slice(0, 5), one.slice(5)]), until, 'The last one.'], deltaMs: 5 },
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  page.setDefaultTimeout(60_000);
  await connected(page);
  const conversation = await send(page, 'Hello', { model: 'scripted/m' });
  await rested(page, conversation);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await listenEverywhere(page);
  await callAs(page, 'conversations', 'send', { text: 'Tell me.', conversation });
  await asks(page).getByText('echo one').first().waitFor();
  await asks(page)
    .getByRole('button', { name: /^Allow once/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await axeClean(page);
  // Backwards: forwards the way leads out of the window, and answers wait a moment after it comes back.
  await tabTo(page, /^button Allow once/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Sentence 24 of the tides.').first().waitFor();
  await expect.poll(async () => (await saidAloud(page)).join(' ')).toContain('Sentence 24');
  goOn();
  await rested(page, conversation);
  await expect.poll(async () => (await saidAloud(page)).join(' ')).toMatch(/The last one\. ?\|? ?Done\./);
  const log = await saidAloud(page);
  await app.keep('mirrored-heard-stream');
  const numbers = [...log.join(' ').matchAll(/Sentence (\d+) of the tides\./g)].map(([, number]) => Number(number));
  const asked = log.findIndex(one => one.includes('Needs you'));
  expect({
    order: numbers,
    asked: log.filter(one => one.includes('Needs you')),
    isBetween:
      log
        .slice(0, asked)
        .join(' ')
        .match(/Sentence 2 /) !== null && !log.slice(0, asked).join(' ').includes('Sentence 3 '),
    done: log.join(' ').split('Done.').length - 1,
    // 26 sentences in 55 pieces.
    isFew: log.length <= 16,
  }).toEqual({
    order: [1, 2, ...sentences.map((_, at) => at + 1)],
    asked: [expect.stringMatching(/^Needs you: Run this command\? echo one$/)],
    isBetween: true,
    done: 1,
    isFew: true,
  });
});
