import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { heard, levels, listenEverywhere, saidAloud } from './heard.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { asks, send, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { sectionList, settingsPage } from './settings-page.ts';
import { installThirdParty } from './third-party.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';
import { command } from './window.ts';

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
      new MutationObserver(changes => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) log.push(node.textContent ?? '');
      }).observe(aloud, { childList: true });
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

test('questions that come one upon the other, among toasts, are each said once and in their order, and little else is', async () => {
  const echoes = ['one', 'two', 'three'].map(word => ({ name: 'bash', arguments: { command: `echo ${word}` } }));
  await using server = await openModelServer({ when, text: 'Ready.' }, { when, tools: echoes }, { when, text: 'All three.' });
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  page.setDefaultTimeout(60_000);
  const conversation = await send(page, 'Hello', { model: 'scripted/m' });
  await rested(page, conversation);
  await listenEverywhere(page);
  await callAs(page, 'conversations', 'send', { text: 'Say three.', conversation });
  for (const word of ['one', 'two', 'three']) {
    await asks(page).getByText(`echo ${word}`).first().waitFor();
    await callAs(page, 'window', 'toast', { text: `Saved ${word}`, kind: 'done' });
    await asks(page)
      .getByRole('button', { name: /^Allow once/ })
      .and(page.locator(':enabled'))
      .waitFor();
    await page.keyboard.press('Alt+y');
  }
  await rested(page, conversation);
  const log = () => saidAloud(page);
  await expect.poll(async () => (await log()).join(' ')).toMatch(/All three.*Done/);
  // The end is said with the answer where it comes at once.
  const said = (await log()).join(' | ').replace('All three. | Done.', 'All three. Done.');
  expect(said.split(' | ')).toEqual([
    'Needs you: Run this command? echo one',
    'Saved one',
    'Needs you: Run this command? echo two',
    'Saved two',
    'Needs you: Run this command? echo three',
    'Saved three',
    'All three. Done.',
  ]);
});

test('what the connection lost is said once, in its order, as soon as the page hears of anything after it', async () => {
  await using server = await openModelServer(
    { when, text: 'Ready.' },
    { when, text: ['The tide is low. ', 'The port is dry. '], tools: [{ name: 'bash', arguments: { command: 'echo one' } }] },
    { when, text: 'It rises.' },
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  let [isLosing, lost] = [false, 0];
  await page.routeWebSocket(/__host.link/, socket => {
    const kernel = socket.connectToServer();
    kernel.onMessage(message => {
      const frames = [JSON.parse(String(message))].flat() as readonly { readonly kind: string }[];
      const passing = frames.filter(
        frame => !(isLosing && frame.kind !== 'answer' && /"kind":"(?:text|messageEnded)"/.test(JSON.stringify(frame))),
      );
      lost += frames.length - passing.length;
      if (passing.length > 0) socket.send(JSON.stringify(passing));
    });
  });
  await page.reload();
  await connected(page);
  const conversation = await send(page, 'Hello', { model: 'scripted/m' });
  await rested(page, conversation);
  await listenEverywhere(page);
  isLosing = true;
  await callAs(page, 'conversations', 'send', { text: 'Tell me.', conversation });
  await asks(page)
    .getByRole('button', { name: /^Allow once/ })
    .and(page.locator(':enabled'))
    .waitFor();
  isLosing = false;
  await page.keyboard.press('Alt+y');
  await rested(page, conversation);
  await expect.poll(async () => (await saidAloud(page)).join(' ')).toMatch(/Done\.$/);
  expect([lost > 0, (await saidAloud(page)).join(' ')]).toEqual([
    true,
    'The tide is low. The port is dry. Needs you: Run this command? echo one It rises. Done.',
  ]);
});

/** What is wrong for who listens: no or several main parts, parts of one kind with the same name, controls without one, headings that leave out a level. */
async function wrongIn(page: Page): Promise<readonly string[]> {
  const all = await heard(page);
  const marks = all.filter(one => landmark.test(one));
  const [found, mains] = [await levels(page), marks.filter(one => one.startsWith('main'))];
  return [
    ...nameless(all),
    ...(mains.length === 1 ? [] : [`${mains.length} main`]),
    ...marks.filter((one, at) => marks.indexOf(one) !== at).map(one => `twice: ${one}`),
    ...(found.filter(level => level === 1).length === 1 ? [] : [`headings: ${found.join(' ')}`]),
    ...found.flatMap((level, at) => (at > 0 && level > (found[at - 1] ?? 0) + 1 ? [`headings: ${found.join(' ')}`] : [])),
  ];
}

test.each(looksOf(['en-GB', 'fr-FR']))('each section of the settings has its landmarks, names and headings in order (%s)', async locale => {
  await using app = await openApp({ locale, width: 1440 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+,');
  await settingsPage(page).getByRole('heading', { level: 1 }).waitFor();
  const wrong: Record<string, readonly string[]> = {};
  let walked = 0;
  for (const entry of await sectionList(page).locator('.list ui-row').all()) {
    await entry.click();
    await settingsPage(page).getByRole('heading', { level: 1 }).waitFor();
    await page.locator('ui-skeleton').first().waitFor({ state: 'detached' });
    const found = await wrongIn(page);
    walked += 1;
    if (found.length > 0) wrong[await settingsPage(page).getByRole('heading', { level: 1 }).first().innerText()] = found;
  }
  expect({ wrong, walked: walked > 8 }).toEqual({ wrong: {}, walked: true });
});

test.each(looksOf(['en-GB', 'fr-FR']))(
  'each page that the sidebar leads to has its landmarks, names and headings in order (%s)',
  async locale => {
    await using app = await openApp({ locale, width: 1440 });
    const { page } = app;
    await demoReady(page);
    await rested(page, await say(page, 'thanks'));
    const wrong: Record<string, readonly string[]> = {};
    const walked: string[] = [];
    const entries = page.locator('workbench-entries').getByRole('button');
    for (let at = 0; at < (await entries.count()); at += 1) {
      const name = await entries.nth(at).innerText();
      await entries.nth(at).click();
      await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
      await page.locator('ui-skeleton').first().waitFor({ state: 'detached' });
      const found = await wrongIn(page);
      walked.push(name);
      if (found.length > 0) wrong[name] = found;
      // The settings have a sidebar of their own.
      if ((await entries.count()) === 0) await page.keyboard.press('Escape');
      await entries.first().waitFor();
    }
    expect({ wrong, walked: walked.length > 5 }).toEqual({ wrong: {}, walked: true });
  },
);

test('the page of extensions has its landmarks, names and headings in order, with an extension and its details', async () => {
  const prepare = (userData: string) =>
    installThirdParty(userData, { word: 'first', displayName: 'first', description: 'The first one.', activate: 'void ctx;' });
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440, prepare });
  const { page } = app;
  await connected(page);
  await command(page, 'Find extensions');
  const panel = page.locator('extensions-panel');
  const wrong: Record<string, readonly string[]> = {};
  for (const name of [/Marketplace|Find/, /Installed/, /Updates/]) {
    await panel.getByRole('tab', { name }).click();
    const found = await wrongIn(page);
    if (found.length > 0) wrong[String(name)] = found;
  }
  await panel.getByRole('tab', { name: /Installed/ }).click();
  await panel.getByRole('button', { name: 'first' }).first().click();
  await panel.getByRole('heading', { name: 'first', level: 2 }).waitFor();
  const found = await wrongIn(page);
  if (found.length > 0) wrong.details = found;
  expect(wrong).toEqual({});
});
