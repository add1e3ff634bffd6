import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { gateCalls } from './composer-page.ts';
import { keyboardReaches } from './keyboard.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, row, rows, say, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

async function opened(): Promise<App> {
  const app = await openApp({ locale: 'en-GB' });
  await connected(app.page);
  return app;
}

/** The app with a provider whose model does what the test has written. */
async function scripted(app: App, url: string): Promise<void> {
  const models = ['scripted-large', 'scripted-small'].map(id => ({ id, name: id }));
  await callAs(app.page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
}
/** What the app asks on its own, such as a title, has no tools. */
const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const model = 'scripted/scripted-large';

test('an answer streams in, tools run and show what they came to, and everything is there again after a reload', async () => {
  await using app = await opened();
  const { page } = app;
  await demoReady(page);
  const conversation = await say(page, 'edit the notes', { model: 'demo/demo' });
  await rested(page, conversation);
  const live = await rows(page);
  await axeClean(page);
  // The list beside it has a walk of its own.
  await page.keyboard.press('Control+b');
  await keyboardReaches(page);
  await page.reload();
  await connected(page);
  await expect.poll(() => rows(page)).toEqual(live);
  await thread(page).getByRole('button', { name: 'Created demo-notes.md' }).first().click();
  await thread(page).locator('ui-diff').getByRole('row').first().waitFor();
  const diff = (await thread(page).locator('ui-diff').getByRole('row').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' ').trim());
  expect({ tools: live.filter(row => /^(?:\[|Created|Modified|Read)/.test(row)), diff }).toEqual({
    tools: [expect.stringMatching(/^\[failed\] Read failed demo-notes\.md/), 'Created demo-notes.md +4 −0', 'Modified demo-notes.md +2 −1'],
    diff: ['1 + Added # Notes of the demo', '2 + Added', '3 + Added - [ ] Try an edit', '4 + Added - [ ] Look at the difference'],
  });
});

test('until the models are known an answer has no name of its model, and not the word that the program has for it', async () => {
  await using app = await opened();
  const { page } = app;
  await demoReady(page);
  const conversation = await say(page, 'thanks', { model: 'demo/demo' });
  await rested(page, conversation);
  const facts = thread(page).locator('.say .facts').last();
  const models = await gateCalls(page, 'providers:listModels');
  models.hold();
  await page.reload();
  await facts.waitFor({ state: 'attached' });
  const before = await facts.locator('.cut').allTextContents();
  models.release();
  await facts.getByText('Demo', { exact: true }).waitFor({ state: 'attached' });
  expect(before.join('')).toBe('');
});

test('a question stands below with its command and its rule; a key answers it where it has the focus, and nowhere else', async () => {
  await using app = await opened();
  const { page } = app;
  await demoReady(page);
  await callAs(page, 'agent', 'saveRule', { id: 'asks', decision: 'ask', tool: 'bash', pattern: '*', scope: 'always' });
  const conversation = await say(page, 'fail', { model: 'demo/demo' });
  const asks = thread(page).getByRole('form', { name: 'Approval' });
  await asks.waitFor();
  const asked = (await asks.innerText()).replaceAll(/\s+/g, ' ').trim();
  await axeClean(page);
  // Where one types, keys are letters.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('yn');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  // Where nothing has the focus, they answer nothing.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Enter');
  await page.keyboard.press('y');
  const stillAsked = await asks.count();
  await asks.getByRole('button', { name: 'Allow once', disabled: false }).waitFor();
  await asks.focus();
  await page.keyboard.press('y');
  await thread(page)
    .getByRole('button', { name: /Ran ls demo-missing-folder/ })
    .waitFor();
  await asks.waitFor();
  await asks.getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);
  const decided = (await rows(page)).filter(row => /^(?:\[failed\]|Refused)/.test(row));
  expect({ asked, stillAsked, decided: decided.length }).toEqual({
    asked: expect.stringMatching(/^Run ls demo-missing-folder\? .+ Deny Say why not This conversation Allow once$/),
    stillAsked: 1,
    decided: 2,
  });
});

test('an error names its cause and its ways out, and one of them leads on', async () => {
  await using app = await opened();
  await using server = await openModelServer({ when: asked, status: 401, message: 'No such key.' }, { when: asked, text: 'It works now.' });
  const { page } = app;
  await scripted(app, server.url);
  const conversation = await say(page, 'Hello', { model });
  await rested(page, conversation);
  const failed = thread(page).getByRole('alert');
  await failed.waitFor();
  // Offered as soon as the page knows the models.
  await failed.getByRole('button', { name: 'Switch model' }).waitFor();
  const ways = await failed.locator('ui-button').allInnerTexts();
  const said = await failed.innerText();
  // Three actions leave the words most of the line, also where it is short.
  await page.setViewportSize({ width: 900, height: 900 });
  const share = await failed.evaluate(card => (card.querySelector('.grow')?.clientWidth ?? 0) / card.clientWidth);
  await app.keep('thread-failed');
  await page.setViewportSize({ width: 1280, height: 900 });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await row(page, 'It works now.').waitFor();
  await rested(page, conversation);
  // What was asked again is read anew.
  await expect.poll(() => row(page, 'No such key').count()).toBe(0);
  expect({ said, isSqueezed: share < 0.7, ways: ways.map(way => way.trim()), rows: await rows(page) }).toEqual({
    said: expect.stringMatching(/^\S.* refused .*No such key/),
    isSqueezed: false,
    ways: ['Providers & Models', 'Switch model', 'Retry'],
    rows: ['Hello', 'It works now.'],
  });
});

test('D22: an answer that was cut at the model’s limit says so and goes on by a click, also after a reload', async () => {
  await using app = await opened();
  await using server = await openModelServer(
    { when: asked, text: 'The first half', isAtLimit: true },
    { when: asked, text: 'and the second.' },
  );
  const { page } = app;
  await scripted(app, server.url);
  const conversation = await say(page, 'Write', { model });
  await rested(page, conversation);
  const goOn = thread(page).getByRole('button', { name: 'Continue' });
  await goOn.waitFor();
  await axeClean(page);
  await page.reload();
  await connected(page);
  await goOn.waitFor();
  const cut = await rows(page);
  await goOn.click();
  await row(page, 'and the second.').waitFor();
  await rested(page, conversation);
  expect({ cut, after: await rows(page), offered: await goOn.count() }).toEqual({
    cut: ['Write', 'The first half', expect.stringMatching(/^The answer was cut at the model’s limit/)],
    after: ['Write', 'The first half', 'The answer was cut at the model’s limit', 'and the second.'],
    offered: 0,
  });
});

test('a message is edited in its place and sent again, an answer is asked for anew, and a fork goes its own way', async () => {
  await using app = await opened();
  await using server = await openModelServer(
    { when: asked, text: 'First.' },
    { when: asked, text: 'Second.' },
    { when: asked, text: 'Third.' },
  );
  const { page } = app;
  await scripted(app, server.url);
  const conversation = await say(page, 'One', { model });
  await rested(page, conversation);
  const mine = thread(page).locator('.user');
  const edit = async () => {
    await mine.hover();
    await mine.getByRole('button', { name: 'Edit and send again' }).click();
    await mine.locator('textarea:focus').waitFor();
  };
  const place = await mine.locator('div.words').evaluate(words => words.getBoundingClientRect().left);
  await edit();
  // The words stay where they were, in one frame.
  const inField = await mine.locator('textarea').evaluate(field => {
    const { borderColor, boxShadow } = getComputedStyle(field.parentElement!);
    const left = field.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(field).paddingInlineStart);
    return { left, isFramed: !/rgba\(0, 0, 0, 0\)/.test(borderColor) || !/rgba\(0, 0, 0, 0\)/.test(boxShadow) };
  });
  await app.keep('thread-edit');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Nothing');
  await page.keyboard.press('Escape');
  const cancelled = await rows(page);
  // What was written and not sent is there after the page is.
  await edit();
  await page.keyboard.type(', or else');
  await page.reload();
  await connected(page);
  await expect.poll(() => mine.locator('textarea').inputValue()).toBe('One, or else');
  await mine.locator('textarea').press('Escape');
  await mine.locator('form').waitFor({ state: 'detached' });
  await edit();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await row(page, 'Second.').waitFor();
  await rested(page, conversation);
  await expect.poll(() => rows(page)).toHaveLength(2);
  const edited = await rows(page);
  const answer = thread(page).locator('.say');
  await answer.hover();
  await answer.getByRole('button', { name: 'Answer again' }).click();
  await row(page, 'Third.').waitFor();
  await rested(page, conversation);
  await expect.poll(() => rows(page)).toHaveLength(2);
  const regenerated = await rows(page);
  await answer.hover();
  await answer.getByRole('button', { name: 'Fork from here' }).click();
  await page.waitForFunction(before => !decodeURIComponent(location.hash).includes(before), conversation);
  await expect.poll(() => rows(page)).toEqual(['Two', 'Third.', 'Forked from One']);
  // The last answer is above the line that says so, and its actions are there without a pointer.
  await page.mouse.move(0, 0);
  await expect
    .poll(() =>
      thread(page)
        .locator('.say .acts.under')
        .last()
        .evaluate(acts => getComputedStyle(acts).opacity),
    )
    .toBe('1');
  expect({ inField, cancelled, edited, regenerated, left: server.left }).toEqual({
    inField: { left: place, isFramed: false },
    cancelled: ['One', 'First.'],
    edited: ['Two', 'Second.'],
    regenerated: ['Two', 'Third.'],
    left: 0,
  });
});

test('a link leads to a message, the list of messages to any of them, and a button back to the newest', async () => {
  await using app = await opened();
  const { page } = app;
  await demoReady(page);
  let conversation: string | undefined;
  for (const text of ['thanks one', 'long 1500', 'thanks two', 'long 1500', 'thanks three']) {
    conversation = await say(page, text, { model: 'demo/demo', ...(conversation !== undefined && { conversation }) });
    await rested(page, conversation);
  }
  const { entries } = await callAs<{ entries: { id: string; kind: string }[] }>(page, 'conversations', 'page', { conversation });
  const mine = entries.filter(({ kind }) => kind === 'user');
  const inView = (text: string) =>
    thread(page)
      .locator('.user', { hasText: text })
      .evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
  await show(page, conversation ?? '', mine[0]?.id);
  await expect.poll(() => inView('thanks one')).toBe(true);
  const latest = thread(page).locator('.latest');
  await latest.waitFor();
  // It stands below the words and covers none of them; a message that was led to and has the focus has one ring.
  const below = await latest.evaluate(bar => {
    const words = (bar.getRootNode() as ShadowRoot).querySelector('ui-transcript')!;
    return bar.getBoundingClientRect().top >= words.getBoundingClientRect().bottom - 0.5;
  });
  const rings = await thread(page)
    .locator('[role=article]:focus-visible .marked')
    .evaluateAll(marked => marked.map(one => getComputedStyle(one).boxShadow));
  expect({ below, rings: rings.filter(ring => ring !== 'none') }).toEqual({ below: true, rings: [] });
  await app.keep('thread-latest');
  await latest.getByRole('button', { name: 'Jump to latest' }).click();
  await expect.poll(() => inView('thanks three')).toBe(true);
  await page.keyboard.press('Control+j');
  await thread(page)
    .getByRole('button', { name: /thanks two/ })
    .waitFor();
  await axeClean(page);
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await expect.poll(() => inView('thanks two')).toBe(true);
  // Where one was is kept when one comes back.
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: {} });
  await thread(page).getByRole('heading', { level: 1 }).waitFor();
  await axeClean(page);
  await show(page, conversation ?? '');
  await expect.poll(() => inView('thanks two')).toBe(true);
});

test('a text is found in messages that are not in the page, each place can be gone to, and it is marked where it stands', async () => {
  await using app = await opened();
  const { page } = app;
  await demoReady(page);
  let conversation = '';
  // More than comes at first.
  for (let count = 1; count <= 24; count += 1) {
    const text = `thanks number ${String(count).padStart(3, '0')}`;
    conversation = await say(page, text, { model: 'demo/demo', ...(conversation !== '' && { conversation }) });
    await rested(page, conversation);
  }
  await page.reload();
  await connected(page);
  await row(page, 'number 024').waitFor();
  const isHere = () => row(page, 'number 002').count();
  const before = await isHere();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('number 0');
  const places = thread(page).locator('.finder .places');
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('conversations-found-now') ?? [])].map(range => (range as Range).startContainer.textContent),
    );
  await expect.poll(() => places.innerText()).toBe('24/24');
  await expect.poll(marked).toEqual(['thanks number 024']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(marked).toEqual(['thanks number 002']);
  const all = await page.evaluate(() => CSS.highlights.get('conversations-found')?.size ?? 0);
  await page.keyboard.press('Shift+Enter');
  await expect.poll(marked).toEqual(['thanks number 001']);
  await page.keyboard.press('Escape');
  await thread(page).locator('.finder').waitFor({ state: 'detached' });
  const cleared = await page.evaluate(() => CSS.highlights.has('conversations-found'));
  expect({ before, after: await isHere(), all: all > 0, cleared }).toEqual({ before: 0, after: 1, all: true, cleared: false });
});

test('when the program ends in the middle of an answer, what was said is there again, with a way to go on', async () => {
  await using app = await opened();
  const never = new Promise(() => undefined);
  await using server = await openModelServer({ when: asked, text: ['Half of ', 'an ans', never] }, { when: asked, text: 'All of it.' });
  const { page } = app;
  await scripted(app, server.url);
  await say(page, 'One', { model });
  await row(page, 'Half of an ans').waitFor();
  app.allow(/.*/);
  await app.kill();
  const { url } = await app.restart();
  const address = await page.evaluate(() => location.hash);
  await page.goto(`${url}${address}`);
  await connected(page);
  await thread(page).getByRole('button', { name: 'Resume' }).waitFor();
  const cut = await rows(page);
  await thread(page).getByRole('button', { name: 'Resume' }).click();
  await row(page, 'All of it.').waitFor();
  await thread(page).getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
  expect({ begins: cut.slice(0, 2), ends: cut.at(-1), later: (await rows(page)).at(-1) }).toEqual({
    begins: ['One', 'Half of an ans'],
    ends: expect.stringContaining('<Resume>'),
    later: 'All of it.',
  });
});
