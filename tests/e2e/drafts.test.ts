import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { composer, field, gateCalls, holdFirstAnswer, openComposer } from './composer-page.ts';
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

test('D25: what is typed into a conversation before its transcript is loaded stays in its draft', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).fill('the first');
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
  const conversation = /conversation%22%3A%22([\w-]+)/.exec(page.url())![1]!;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/conversations-transcript/, async route => {
    await released;
    await route.continue();
  });
  await page.reload();
  await field(page).fill('and more');
  const kept = async (of: string) => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of })).text;
  await expect.poll(async () => [await kept(conversation), await kept('global')]).toEqual(['and more', '']);
  release();
  await page.locator('conversations-transcript').waitFor();
  await expect.poll(() => shown(page)).toBe('and more');
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
  // In one breath: what is saved meanwhile comes back with what the draft held, and the field shows it.
  await field(page).evaluate((area: HTMLTextAreaElement) => {
    area.value = 'the second';
    area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true }));
  });
  await expect.poll(() => messages(page)).toContain('the second');
  await page.waitForURL(/%22conversation%22/);
  release();
  await page.keyboard.press('Control+n');
  // With what the program has, should it not be shown.
  await expect.poll(async () => [await shown(page), await saved(page)]).toEqual(['Half a thought', 'Half a thought']);
  expect(await page.getByText('another window').count()).toBe(0);
});

test('D25: what is typed while the first message is on its way goes on in its conversation, as one sentence', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const release = await holdFirstAnswer(page, 'conversations:send');
  await page.reload();
  await openComposer(page);
  await field(page).fill('the first');
  await field(page).press('Enter');
  // The empty field says that its words are on their way.
  await composer(page).locator('.send[busy]').waitFor();
  await expect.poll(() => messages(page)).toContain('the first');
  await field(page).pressSequentially('and then the ');
  release();
  await page.waitForURL(/%22conversation%22/);
  await field(page).pressSequentially('second');
  const conversation = /conversation%22%3A%22([\w-]+)/.exec(page.url())![1]!;
  const kept = async (of: string) => (await callAs<{ text: string }>(page, 'conversations', 'readDraft', { of })).text;
  await expect
    .poll(async () => [await shown(page), await kept(conversation), await kept('global')])
    .toEqual(['and then the second', 'and then the second', '']);
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
  const gate = await gateCalls(other, 'conversations:saveDraft');
  await other.reload();
  await openComposer(page);
  await openComposer(other);
  const [mine, theirs, more] = ['the tide is the turn of the noon', 'ask the port of the tide', 'and the turn of it'];
  // Neither window has heard of the other one's words when it writes its own.
  gate.hold();
  await field(other).fill(theirs);
  await field(page).fill(mine);
  await expect.poll(() => saved(page)).toBe(mine);
  gate.release();
  const both = `${mine}\n${theirs}`;
  await expect.poll(async () => [await shown(page), await shown(other)]).toEqual([both, both]);
  // The message is on its way while the other window goes on below it.
  gate.hold();
  await field(other).press('Control+End');
  await field(other).press('Shift+Enter');
  await field(other).pressSequentially(more);
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
  gate.release();
  await expect.poll(async () => [await saved(page), await shown(other)]).toEqual([more, more]);
  expect(await messages(page)).toContain(JSON.stringify(both).slice(1, -1));
});

test('D25: a window that sends its words takes none out of what another window has written meanwhile, though they are the same words', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  const other = await app.openPage();
  const gate = await gateCalls(page, 'conversations:readDraft');
  await page.reload();
  await openComposer(other);
  await openComposer(page);
  gate.hold();
  await field(page).fill('ask the port of the tide');
  await expect.poll(() => saved(other)).toBe('ask the port of the tide');
  await expect.poll(() => shown(other)).toBe('ask the port of the tide');
  await field(other).press('Control+Home');
  await field(other).pressSequentially('the tide of the port: ');
  await expect.poll(() => saved(other)).toBe('the tide of the port: ask the port of the tide');
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
  gate.release();
  await expect.poll(async () => [await saved(other), await shown(other)]).toEqual(['the tide of the port: ', 'the tide of the port: ']);
  expect(await messages(other)).toContain('ask the port of the tide');
});
