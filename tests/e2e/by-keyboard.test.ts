import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { png } from '../../plugins/conversations/main/drafts/attaching/files.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { writeSettingsIn } from '../support/local-model.ts';
import { openApp } from './app.ts';
import { composer, field } from './composer-page.ts';
import { tabTo } from './keyboard.ts';
import { openModelServer } from './model-server.ts';
import { agentFile } from './providers-page.ts';
import { asks, run, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { rested, row, rows, thread } from './thread.ts';
import { command, focused, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const inComposer = (page: Page) => expect.poll(() => focused(page)).toMatch(/^textarea/);
const steps = (page: Page) => page.locator('onboarding-page dialog');
const conversationOf = (page: Page) => decodeURIComponent(new URL(page.url()).hash).match(/"conversation":"([^"]+)"/)?.[1] ?? '';
/** What a request holds, as one text. */
const bodyOf = (request: object | undefined) => JSON.stringify(request ?? {});

/** Goes to a control by Tab and presses it. */
async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Goes to a field by Tab and writes into it, over what stands there. */
async function write(page: Page, name: RegExp, words: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
}

/** Sends a message, and waits for the end of its turn. */
async function send(page: Page, words: string): Promise<void> {
  await inComposer(page);
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.waitForURL(/%22conversation%22/);
}

/** From the composer to the last message of the transcript, or further up. */
async function toMessage(page: Page, up = 1): Promise<void> {
  await tabTo(page, /^main/, 'F6');
  for (let count = 0; count < up; count += 1) await page.keyboard.press('Alt+ArrowUp');
}

test('A1, A2, A8 by keys alone: a server is added in the first steps, its address and key are put right, what its model can do is said, it is starred, tested and asked', async () => {
  await using server = await openModelServer(
    { text: 'Ready.', when: ({ body }) => body.model !== undefined },
    { when, text: 'Hello to you.' },
  );
  server.behave({ key: 'right' });
  await using app = await openApp({ locale: 'en-GB', width: 1440, firstSteps: true });
  const { page } = app;
  const card = steps(page).locator('providers-details .status');
  await steps(page).getByRole('heading', { level: 2 }).first().waitFor();
  await press(page, /^button Continue/);
  await steps(page).getByRole('radio').first().waitFor();
  await tabTo(page, /^button .*OpenAI/);
  // The last of the group is before its first.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(page)).toMatch(/Your own server/);
  await write(page, /^input.*Name/, 'Lab');
  await write(page, /^input.*Base URL/, 'http://127.0.0.1:9/v1');
  await press(page, /^button Add a server/);
  await card.getByText('nothing listens there').waitFor();
  await write(page, /^input.*Base URL/, server.url);
  await press(page, /^button Save the address/);
  await card.getByText('asks for a key').waitFor();
  await write(page, /^input.*key/i, 'right');
  await press(page, /^button Add key/);
  await steps(page).getByText('Ready, 2 models').waitFor();
  await press(page, /^button What scripted-large can do/);
  await tabTo(page, /^select.*Reads images/);
  await page.keyboard.type('Y');
  await write(page, /^input.*Reads, in tokens/, '32000');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => agentFile<{ providers: Record<string, { models: object[] }> }>(app.userData, 'models').providers.lab?.models[0])
    .toMatchObject({ input: ['text', 'image'], contextWindow: 32_000 });
  await press(page, /^button Continue/);
  await press(page, /^button Star scripted-large/);
  await steps(page).getByRole('button', { name: 'Unstar scripted-large' }).waitFor();
  await press(page, /^button Continue/);
  await press(page, /^button Test$/);
  await steps(page).getByText('120 tokens in, 24 out').waitFor();
  await press(page, /^button Continue/);
  await press(page, /^button Begin/);
  await steps(page).waitFor({ state: 'detached' });
  await inComposer(page);
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'scripted-large' }).waitFor();
  await send(page, 'Hello');
  await row(page, 'Hello to you.').waitFor();
});

test('A3, A5, A7, A9 by keys alone: calls are answered, a silent model is waited for and stopped, a failure is sent again, the language changes, and the model is told of another access', async () => {
  await using server = await openModelServer(run('echo one'), run('echo two'), { when, text: 'Both.' });
  await using app = await withModel(server.url, {
    locale: 'en-GB',
    width: 1440,
    prepare: userData => writeSettingsIn(userData, { retry: { enabled: false }, httpIdleTimeoutMs: 1500 }),
  });
  const { page } = app;
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'm' }).waitFor();
  await send(page, 'Say both.');
  await asks(page).getByText('echo one').first().waitFor();
  await asks(page)
    .getByRole('button', { name: /^Allow once/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await page.keyboard.press('Alt+y');
  await asks(page).getByText('echo two').first().waitFor();
  await asks(page)
    .getByRole('button', { name: /^Allow once/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await page.keyboard.press('Alt+n');
  await row(page, 'Both.').waitFor();
  const conversation = conversationOf(page);
  await rested(page, conversation);
  const inEnglish = (await rows(page)).slice(1, 3);
  await command(page, 'French');
  await expect.poll(async () => (await rows(page)).join('\n')).toContain('Exécuté');
  const inFrench = (await rows(page)).slice(1, 3);
  await command(page, 'anglais');
  await expect.poll(async () => (await rows(page)).slice(1, 3)).toEqual(inEnglish);

  await inComposer(page);
  await press(page, /^button Access: Secure/);
  await expect.poll(() => focused(page)).toMatch(/^input/);
  await page.keyboard.press('ArrowDown');
  await composer(page).getByRole('button', { name: 'Access: Open' }).waitFor();
  await page.keyboard.press('Escape');
  server.script({ when, text: 'I know.' });
  await page.keyboard.press('Control+l');
  await send(page, 'Do you know?');
  await row(page, 'I know.').waitFor();
  await rested(page, conversation);
  const told = bodyOf(server.requests.filter(when).at(-1)?.body).includes('has changed the access mode');

  server.behave({ turn: { trouble: 'stalls' } });
  await send(page, 'Quiet.');
  await thread(page)
    .getByText(/has said nothing for/)
    .first()
    .waitFor();
  await toMessage(page);
  await press(page, /^button Wait/);
  await thread(page)
    .getByText(/has said nothing for/)
    .first()
    .waitFor({ state: 'detached' });
  await page.keyboard.press('Control+l');
  await inComposer(page);
  await press(page, /^button Stop/);
  await rested(page, conversation);
  server.behave({ turn: { status: 401, json: { error: { message: 'Wrong.' } } } });
  await page.keyboard.press('Control+l');
  await send(page, 'Once more.');
  await thread(page)
    .getByRole('alert')
    .getByText(/refused the credentials/)
    .waitFor();
  server.behave({});
  server.script({ when, text: 'It works.' });
  await toMessage(page);
  await press(page, /^button (?:Retry|Send again|Try again)/);
  await row(page, 'It works.').waitFor();
  expect({ inEnglish, inFrench, told }).toEqual({
    inEnglish: [expect.stringMatching(/^Ran echo one Allowed once/), 'Refused echo two Refused by you'],
    inFrench: [expect.stringMatching(/^Exécuté echo one Autorisé une fois/), 'Refusé echo two Refusé par vous'],
    told: true,
  });
});

test('A1, A8 by keys alone: an image is sent after a question, a message is edited, an answer asked for anew, versions are gone through, and one goes back and forward again', async () => {
  await using server = await openModelServer(...['First.', 'Second.', 'Third.', 'Fourth.'].map(text => ({ when, text })));
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'm' }).waitFor();
  await send(page, 'One');
  await row(page, 'First.').waitFor();
  const conversation = conversationOf(page);
  await rested(page, conversation);
  await toMessage(page, 2);
  await press(page, /^button Edit and send again/);
  await thread(page).locator('.user textarea:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await row(page, 'Second.').waitFor();
  await rested(page, conversation);
  await toMessage(page);
  await press(page, /^button Answer again/);
  await row(page, 'Third.').waitFor();
  await rested(page, conversation);
  await toMessage(page, 2);
  await press(page, /^button Previous version/);
  await row(page, 'Second.').waitFor();
  const version = await rows(page);

  await toMessage(page, 2);
  await press(page, /^button More/);
  await tabTo(page, /Rewind to here/, 'ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Rewind', exact: true }).waitFor();
  await press(page, /^button Rewind$/);
  await expect.poll(() => field(page).inputValue()).toBe('Two');
  await toMessage(page);
  await press(page, /^button Redo/);
  await expect.poll(() => rows(page)).toEqual(version);

  await page.keyboard.press('Control+l');
  await inComposer(page);
  const chooser = page.waitForEvent('filechooser');
  await press(page, /^button Attach files/);
  await (await chooser).setFiles([{ name: 'chart.png', mimeType: 'image/png', buffer: png(30, 10) }]);
  await composer(page).locator('.file img').waitFor();
  await page.keyboard.press('Control+l');
  await send(page, 'look');
  await composer(page)
    .getByText(/Nobody has said whether m reads images/)
    .waitFor();
  await press(page, /^button It reads them, send/);
  await row(page, 'Fourth.').waitFor();
  const body = bodyOf(server.requests.filter(when).at(-1)?.body);
  expect({ version, image: body.includes('image_url') }).toEqual({ version: ['Two', 'Second.'], image: true });
});

test('A4, A6, A8, A10 by keys alone: a model is added, one search opens and closes, each mode shows what it showed also after a restart, and the settings say what is so of reports', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await inComposer(page);
  await composer(page).getByRole('button', { name: 'Add a model' }).waitFor();
  await press(page, /^button Add a model/);
  await page.locator('providers-settings .rows').first().waitFor();
  await page.keyboard.press('Escape');
  await inComposer(page);
  await send(page, 'thanks');
  await rested(page, conversationOf(page));
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').first().waitFor();
  const searches = await page.getByRole('searchbox').count();
  await page.keyboard.press('Escape');
  await inComposer(page);

  const shown = () => page.locator('main view-mount').first().getAttribute('data-view');
  await page.keyboard.press('Control+2');
  await expect.poll(shown).toBe('dashboard.home');
  app.allow(/./);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  const after = await shown();
  await page.keyboard.press('Control+1');
  await expect.poll(shown).toBe('conversations.thread');
  await inComposer(page);

  await command(page, 'Find extensions');
  await page.locator('extensions-panel').waitFor();
  const failures = await page.locator('extensions-panel').getByRole('alert').count();
  await page.keyboard.press('Control+k');
  // The field of the extensions has the focus until then.
  await expect
    .poll(() =>
      palette(page)
        .getByRole('combobox')
        .evaluate(input => input.matches(':focus')),
    )
    .toBe(true);
  // Enter waits for what is found for these words.
  await page.keyboard.type('error reports');
  await page.keyboard.press('Enter');
  await page.locator('settings-page').getByText('No address is set').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('settings-page').waitFor({ state: 'detached' });
  expect({ searches, after, failures }).toEqual({ searches: 1, after: 'dashboard.home', failures: 0 });
});
