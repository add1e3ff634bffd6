import type { FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { channelsPage, openChannels } from './channels-page.ts';
import { addScripted, composer } from './composer-page.ts';
import type { ModelRequest, ModelServer } from './model-server.ts';
import { command, find } from './window.ts';

/** What a use has at hand beside the page. */
export interface Around {
  readonly model: ModelServer;
}

/** The frame of an example’s view, by what its title is. */
const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

/** Notes are written, one is deleted and brought back, and they are there afterwards. */
export async function useNotes(page: Page): Promise<void> {
  const notes = frameOf(page, 'Notes');
  const field = notes.getByRole('textbox', { name: 'New note' });
  for (const text of ['call Ada', 'buy milk']) {
    await field.fill(text);
    await field.press('Enter');
    await notes.getByText(text).waitFor();
  }
  const ada = notes.getByRole('listitem').filter({ hasText: 'call Ada' });
  await ada.getByRole('button').click();
  await ada.waitFor({ state: 'detached' });
  expect(await notes.getByRole('listitem').allInnerTexts()).toEqual(['buy milk']);
  await notes.getByRole('button', { name: 'Undo' }).click();
  await notes.getByText('call Ada').waitFor();
}

/** The notes of before are there, and no other. */
export async function findNotes(page: Page): Promise<void> {
  await expect.poll(() => frameOf(page, 'Notes').getByRole('listitem').allInnerTexts()).toEqual(['call Ada', 'buy milk']);
}

/** A month is turned to and left again. */
export async function useCalendar(page: Page): Promise<void> {
  await openPanel(page, 'calendar');
  const calendar = frameOf(page, 'Calendar');
  const heading = calendar.getByRole('heading');
  const month = await heading.innerText();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect.poll(() => heading.innerText()).not.toBe(month);
  await calendar.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => heading.innerText()).toBe(month);
}

/** The channel is there, and says what it lacks. */
export async function useIrc(page: Page): Promise<void> {
  await openChannels(page);
  await channelsPage(page).locator('channels-list').getByText('IRC', { exact: true }).waitFor();
  await channelsPage(page).getByText('Set a server in the settings of IRC.').waitFor();
  await channelsPage(page).getByRole('button', { name: 'Make a code' }).waitFor();
}

/** The gauge says that nothing was said, and after an answer how full it is. */
export async function useGauge(page: Page): Promise<void> {
  await findGauge(page);
  const gauge = frameOf(page, 'Context gauge').getByRole('img');
  const words = page.locator('conversations-composer textarea.words');
  await words.fill('Hello there');
  await words.press('Enter');
  await page.getByText('I am no AI').first().waitFor();
  await expect.poll(() => gauge.getAttribute('aria-label')).toMatch(/The context is \d+% full/);
}

/** Of a conversation that has not begun it says so. */
export async function findGauge(page: Page): Promise<void> {
  await command(page, 'new conversation');
  const gauge = frameOf(page, 'Context gauge').getByRole('img');
  await expect.poll(() => gauge.getAttribute('aria-label')).toBe('Nothing said yet');
}

/** The stand-in is tried, and a message goes out of it. */
export async function useComposer(page: Page): Promise<void> {
  await command(page, 'new conversation');
  await page
    .getByRole('region', { name: /Focus composer/ })
    .getByRole('button', { name: 'Try it' })
    .click();
  await writeIn(frameOf(page, 'Focus composer'));
  await page.getByText('I am no AI').first().waitFor();
}

/** The stand-in is where it was. */
export async function findComposer(page: Page): Promise<void> {
  await command(page, 'new conversation');
  await writeIn(frameOf(page, 'Focus composer'));
  await page.getByText('I am no AI').first().waitFor();
}

async function writeIn(focus: FrameLocator): Promise<void> {
  await focus.getByRole('textbox', { name: 'Message' }).fill('Hello there');
  await focus.getByText('2 words').waitFor();
  await focus.getByRole('button', { name: 'Send' }).click();
}

/** One click brings the original back, and what was begun in the stand-in is gone on with there. */
export async function leaveComposer(page: Page): Promise<void> {
  await frameOf(page, 'Focus composer').getByRole('textbox', { name: 'Message' }).fill('to be gone on with');
  await page.getByRole('main').hover();
  await page.getByRole('button', { name: 'Original view' }).last().click();
  const words = page.locator('conversations-composer textarea.words');
  await expect.poll(() => words.inputValue()).toBe('to be gone on with');
  await words.fill('');
}

/** The panel greets by name. */
export async function useHello(page: Page): Promise<void> {
  await openPanel(page, 'hello');
  const hello = frameOf(page, 'Hello');
  await hello.getByRole('textbox').fill('Ada');
  await hello.getByRole('button').click();
  await expect.poll(() => hello.getByRole('status').innerText()).toBe('Hello, Ada.');
}

/** The tool asks on its sheet what it must know, once, and answers the model. */
export async function useConverter(page: Page, { model }: Around): Promise<void> {
  const args = (value: number) => ({ name: 'convert_units', arguments: { value, from: 'gallon', to: 'l' } });
  const before = model.requests.length;
  model.script(
    { when: afterOne('user'), tools: [args(1)] },
    { when: afterOne('tool'), tools: [args(2)] },
    { when: afterOne('tool'), text: 'That is done.' },
  );
  await command(page, 'new conversation');
  await addScripted(page, model);
  await page.keyboard.press('Control+Shift+M');
  await composer(page).locator('.picker .pick', { hasText: 'Scripted' }).click();
  await composer(page).locator('.model', { hasText: 'Scripted' }).waitFor();
  const words = page.locator('conversations-composer textarea.words');
  await words.fill('How many litres?');
  await words.press('Enter');
  const sheet = page.getByRole('form').filter({ hasText: 'Which gallons' });
  await sheet.getByRole('button', { name: /Imperial/ }).click();
  await page.getByText('That is done.').first().waitFor();
  const answers = answersSince(model, before);
  expect({ sheets: await sheet.count(), answers }).toEqual({
    sheets: 0,
    answers: [expect.stringContaining('1 gallon = 4.54609 l (imperial)'), expect.stringContaining('2 gallon = 9.09218 l (imperial)')],
  });
}

/** What was answered on the sheet is remembered: it is not asked again. */
export async function findConverter(page: Page, { model }: Around): Promise<void> {
  const before = model.requests.length;
  const tools = [{ name: 'convert_units', arguments: { value: 3, from: 'gallon', to: 'l' } }];
  model.script({ when: afterOne('user'), tools }, { when: afterOne('tool'), text: 'Without a question.' });
  await command(page, 'new conversation');
  const words = page.locator('conversations-composer textarea.words');
  await words.fill('And three?');
  await words.press('Enter');
  await page.getByText('Without a question.').first().waitFor();
  expect(answersSince(model, before)).toEqual([expect.stringContaining('3 gallon = 13.63827 l (imperial)')]);
}

/** What it remembers is forgotten by a command of its own. */
export async function leaveConverter(page: Page): Promise<void> {
  await command(page, 'Forget the chosen system');
}

/** A turn of the conversation itself, whose last message is by that one; whoever asks for a title has no tools. */
function afterOne(role: string) {
  return ({ body }: ModelRequest) => (body.tools ?? []).length > 0 && body.messages?.at(-1)?.role === role;
}

/** What the tool has answered the model in the requests since then, each answer once. */
function answersSince(model: ModelServer, before: number): readonly string[] {
  const answers = model.requests
    .slice(before)
    .flatMap(({ body }) => body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content));
  return [...new Set(answers)];
}

async function openPanel(page: Page, words: string): Promise<void> {
  await find(page, words);
  await page.keyboard.press('Enter');
}
