import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { field, holdFirstAnswer, openComposer } from './composer-page.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const shown = (page: Page) => field(page).inputValue();
const saved = async (page: Page) => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of: 'global' })).text;

/** What was sent, of all conversations. */
async function messages(page: Page): Promise<string> {
  const { rows } = await callAs<{ rows: readonly { id: string }[] }>(page, 'conversations', 'list');
  const pages = await Promise.all(
    rows.map(({ id }) => callAs<{ entries: readonly { kind: string }[] }>(page, 'conversations', 'page', { conversation: id })),
  );
  return JSON.stringify(pages.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'user')));
}

test('D25: what is typed before the saved draft has come is kept together with it', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await callAs(page, 'conversations', 'saveDraft', { of: 'global', text: 'Half a thought' });
  await expect.poll(() => shown(page)).toBe('Half a thought');
  const release = await holdFirstAnswer(page, 'conversations:readDraft');
  await page.reload();
  await field(page).pressSequentially('and the rest');
  await expect.poll(() => shown(page)).toBe('Half a thought\nand the rest');
  release();
  await field(page).pressSequentially(' of it');
  await field(page).blur();
  await expect.poll(() => saved(page)).toBe('Half a thought\nand the rest of it');
  expect(await shown(page)).toBe('Half a thought\nand the rest of it');
});

test('D25: what is sent before the saved draft has come is sent, and what the draft held stays in it', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).fill('the first');
  await field(page).press('Enter');
  await expect.poll(() => messages(page)).toContain('the first');
  await callAs(page, 'conversations', 'saveDraft', { of: 'global', text: 'Half a thought' });
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  const release = await holdFirstAnswer(page, 'conversations:readDraft');
  await page.reload();
  await field(page).fill('the second');
  await field(page).press('Enter');
  await expect.poll(() => messages(page)).toContain('the second');
  release();
  await page.keyboard.press('Control+n');
  await expect.poll(() => shown(page)).toBe('Half a thought');
  expect(await page.getByText('another window').count()).toBe(0);
});

test('D25: no key is lost when the page is loaded again right after it', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  let text = '';
  for (const word of ['one', ' two', ' three', ' four']) {
    await field(page).pressSequentially(word);
    await page.reload();
    text += word;
    await connected(page);
    await expect.poll(() => shown(page)).toBe(text);
    await field(page).press('Control+End');
  }
  expect(await saved(page)).toBe(text);
});

test('D25: what was typed when the program is killed right after the field is left is there at the next start, in the old window and in a new one', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  // The new window asks too early once.
  app.allow(/request refused: 403/);
  const { page } = app;
  await openComposer(page);
  await field(page).pressSequentially('written to the end');
  await field(page).blur();
  await app.kill();
  await app.restart();
  const another = await app.context.newPage();
  await expect.poll(async () => (await another.goto(app.origin))?.status()).toBe(200);
  await openComposer(another);
  await expect.poll(() => shown(another)).toBe('written to the end');
  await expect.poll(() => shown(page)).toBe('written to the end');
});

test('D25: two windows that write into one draft at once both show the words of both, and sending it sends them once', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  const other = await app.openPage();
  await openComposer(page);
  await openComposer(other);
  const [mine, theirs] = ['the tide turns at noon', 'ask which harbour is meant'];
  await Promise.all([field(page).pressSequentially(mine, { delay: 30 }), field(other).pressSequentially(theirs, { delay: 30 })]);
  const lines = (text: string) => text.split('\n').toSorted();
  await expect.poll(async () => lines(await shown(page))).toEqual([theirs, mine]);
  await expect.poll(async () => lines(await shown(other))).toEqual([theirs, mine]);
  await field(other).press('Control+End');
  await field(other).press('Shift+Enter');
  await Promise.all([field(other).pressSequentially('and how deep it is', { delay: 30 }), field(page).press('Enter')]);
  await page.waitForURL(/%22conversation%22/);
  await expect.poll(() => saved(page)).not.toContain(mine);
  await field(other).blur();
  await expect.poll(async () => (await shown(other)) === (await saved(page))).toBe(true);
  const left = await saved(page);
  const sent = await messages(page);
  const count = (word: string) => `${left}\n${sent}`.split(word).length - 1;
  expect({ left, sent, counts: [mine, theirs, 'and how deep it is'].map(count) }).toMatchObject({ counts: [1, 1, 1] });
});
