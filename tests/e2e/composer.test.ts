import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { png } from '../../plugins/conversations/main/drafts/attaching/files.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, files, handOver, holdFirstAnswer, openComposer, queued, run, stopButton, withScripted } from './composer-page.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';
import { command, focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('Enter sends, Shift+Enter makes a line, an Enter that ends a composition does neither, and a draft outlives a restart', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).fill('one');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('two');
  await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true });
  const written = await field(page).inputValue();
  await field(page).blur();
  await axeClean(page);
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|403|alive/);
  const { url } = await app.restart();
  await page.goto(url);
  await openComposer(page);
  await expect.poll(() => field(page).inputValue()).toBe('one\ntwo');
  await field(page).fill('thanks');
  await field(page).press('Enter');
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.waitForURL(/%22conversation%22/);
  await page.reload();
  await connected(page);
  await field(page).waitFor();
  expect({ written, left: await field(page).inputValue() }).toEqual({ written: 'one\ntwo', left: '' });
});

test('what is sent during a turn waits in order, and can be moved, changed, taken away and sent into the turn; Stop stops', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  await using server = await openModelServer({ text: ['Working on it', never] });
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await withScripted(page, server);
  await run(page, 'Begin');
  for (const text of ['first', 'second', 'third', 'fourth']) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await composer(page).locator('.q', { hasText: text }).waitFor();
  }
  const all = await queued(page);
  await axeClean(page);
  await composer(page).locator('.q', { hasText: 'third' }).locator('.grip').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => queued(page)).toEqual(['first', 'third', 'second', 'fourth']);
  const grip = await focused(page);
  const from = (await composer(page).locator('.q', { hasText: 'fourth' }).locator('.grip').boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 80, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => queued(page)).toEqual(['fourth', 'first', 'third', 'second']);
  await field(page).focus();
  await page.keyboard.press('ArrowUp');
  await composer(page).locator('.q .edit').fill('second, changed');
  await page.keyboard.press('Enter');
  await expect.poll(() => queued(page)).toEqual(['fourth', 'first', 'third', 'second, changed']);
  const row = composer(page).locator('.q', { hasText: 'third' });
  await row.hover();
  await row.getByRole('button', { name: 'Remove from the queue' }).click();
  await expect.poll(() => queued(page)).toEqual(['fourth', 'first', 'second, changed']);
  const steered = composer(page).locator('.q', { hasText: 'fourth' });
  await steered.hover();
  await steered.getByRole('button', { name: 'Send now' }).click();
  // It stays on the screen until the turn has read it.
  const handed = composer(page).locator('.q.handed');
  await expect.poll(() => handed.allInnerTexts()).toEqual([expect.stringMatching(/^fourth\s+Read before the next step$/)]);
  const starts = await composer(page)
    .locator('.q .what')
    .evaluateAll(all => new Set(all.map(one => Math.round(one.getBoundingClientRect().left))).size);
  await field(page).fill('into the turn');
  await field(page).press('Alt+Enter');
  await expect.poll(() => queued(page)).toEqual(['fourth', 'into the turn', 'first', 'second, changed']);
  const unsent = await field(page).inputValue();
  await axeClean(page);
  await field(page).fill('half a thought');
  await page.keyboard.press('Control+.');
  await stopButton(page).waitFor({ state: 'detached' });
  const waits = await composer(page).locator('.waits').innerText();
  const left = { queue: await queued(page), handed: await handed.count(), draft: await field(page).inputValue() };
  expect({ all, grip: grip.startsWith('button Move'), starts, waits: waits.split('\n')[0], unsent, left }).toEqual({
    all: ['first', 'second', 'third', 'fourth'],
    grip: true,
    // All words begin at one line.
    starts: 1,
    waits: 'These messages are waiting for you',
    unsent: '',
    // Nothing that was not read is lost, and what is being written is not touched.
    left: { queue: ['fourth', 'into the turn', 'first', 'second, changed'], handed: 0, draft: 'half a thought' },
  });
});

test('files come in by the button, a paste and a drop, show what they are, can be looked at and taken away, and outlive a restart', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const picture = png(3000, 1000).toString('base64');
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles([{ name: 'offsets.csv', mimeType: 'text/csv', buffer: Buffer.from('a\nb\nc') }]);
  await handOver(page, 'paste', [{ name: 'chart.png', type: 'image/png', base64: picture }]);
  await handOver(page, 'drop', [{ name: 'program.bin', type: '', base64: 'AAECAw==' }]);
  await page.evaluate(() =>
    dispatchEvent(new CustomEvent('conversations-files', { detail: { files: [new File(['x'], 'from-thread.txt')] } })),
  );
  const names = ['offsets.csv', 'chart.png', 'program.bin', 'from-thread.txt'];
  await expect.poll(() => files(page)).toEqual(names);
  await composer(page).locator('.file img').waitFor();
  await expect.poll(() => composer(page).locator('.file .size').count()).toBe(4);
  const sizes = await composer(page).locator('.file .size').allInnerTexts();
  await axeClean(page);
  await handOver(page, 'drop', [{ name: 'fake.png', type: 'image/png', base64: 'AAECAw==' }]);
  const refusal = await composer(page).locator('ui-alert').innerText();
  await composer(page).getByRole('button', { name: 'Show chart.png' }).click();
  await page.locator('conversations-composer ui-dialog img').waitFor();
  await page.keyboard.press('Escape');
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|403|alive/);
  const { url } = await app.restart();
  await page.goto(url);
  await openComposer(page);
  await expect.poll(() => files(page)).toEqual(names);
  await composer(page).locator('.file img').waitFor();
  await composer(page).getByRole('button', { name: 'Remove program.bin' }).click();
  await expect.poll(() => files(page)).toEqual(['offsets.csv', 'chart.png', 'from-thread.txt']);
  await field(page).fill('thanks');
  await field(page).press('Enter');
  await expect.poll(() => files(page)).toEqual([]);
  expect({ sizes, refusal: refusal.split('.')[0] }).toEqual({
    sizes: ['3 lines', expect.stringMatching(/kB$/), '4 bytes', '1 line'],
    refusal: 'fake',
  });
});

test('@ finds the project’s files and puts one in, also one with a strange name; a stroke offers commands and runs them', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page, userData } = app;
  const folder = join(userData, '..', 'tide-tables');
  mkdirSync(join(folder, 'src', 'lib'), { recursive: true });
  for (const name of ['src/lib/zone.ts', 'src/app.ts', 'a strange "name".md', 'out.log']) writeFileSync(join(folder, name), '');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.gitignore'), '*.log\n');
  await openComposer(page);
  const options = () => composer(page).getByRole('option').locator('.name').allInnerTexts();
  await inProject(page, folder);
  await field(page).pressSequentially('Compare @zone');
  await expect.poll(options).toEqual(['zone.ts']);
  await page.keyboard.press('Tab');
  await field(page).pressSequentially('with @strange');
  await expect.poll(options).toEqual(['a strange "name".md']);
  await axeClean(page);
  await page.keyboard.press('Enter');
  const mentioned = await field(page).inputValue();
  const marks = await composer(page).locator('.under mark').allInnerTexts();
  await field(page).pressSequentially('@log');
  await page.keyboard.press('Escape');
  await field(page).fill('');
  await field(page).pressSequentially('/');
  const commands = await options();
  await field(page).pressSequentially('mod');
  await page.keyboard.press('Enter');
  await composer(page).getByPlaceholder('Find a model').waitFor();
  await page.keyboard.press('Escape');
  const afterwards = await field(page).inputValue();
  await field(page).fill('worth keeping');
  await field(page).press('Home');
  await field(page).pressSequentially('/clear');
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('worth keeping');
  expect({ mentioned, marks, commands, afterwards }).toEqual({
    mentioned: 'Compare @src/lib/zone.ts with @"a strange \\"name\\".md" ',
    marks: ['@src/lib/zone.ts', '@"a strange \\"name\\".md"'],
    commands: ['/model', '/thinking', '/mode', '/new', '/clear', '/tries the task'],
    afterwards: '',
  });
});

test('a folder whose path is typed before the home folder is listed is the one that is chosen, and the path stays in the field', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page, userData } = app;
  const folder = join(userData, '..', 'tide-tables');
  mkdirSync(join(folder, 'src'), { recursive: true });
  const release = await holdFirstAnswer(page, 'host:listFolders');
  await page.reload();
  await connected(page);
  await command(page, 'project folder');
  const dialog = page.locator('folder-dialog');
  const path = dialog.getByRole('textbox');
  await path.fill(folder);
  await path.press('Tab');
  await dialog.getByRole('button', { name: 'src' }).waitFor();
  release();
  await path.fill(join(folder, 'nowhere'));
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  const kept = await path.inputValue();
  await path.fill(folder);
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.waitForURL(/project/);
  await expect.poll(() => page.getByText('tide-tables').count()).toBeGreaterThan(0);
  expect(kept).toBe(join(folder, 'nowhere'));
  app.allow(/nowhere/);
});

test('the model picker finds, stars and picks by keys; thinking and access are kept, and a new conversation begins with the same model', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const names = () => composer(page).locator('.picker .pick .name').allInnerTexts();
  const picker = composer(page).locator('.picker');
  await page.keyboard.press('Control+Shift+M');
  await picker.getByPlaceholder('Find a model').waitFor();
  const all = await names();
  await axeClean(page);
  await page.keyboard.type('think');
  await expect.poll(names).toEqual(['Demo, thinking']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await picker.getByRole('button', { name: 'Remove Demo, thinking from your models' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+M');
  await picker.getByText('Your models').waitFor();
  const own = await names();
  await picker.getByText('More').click();
  await expect.poll(names).toHaveLength(2);
  await picker.locator('.pick', { hasText: 'Demo, thinking' }).click();
  await composer(page).locator('.model', { hasText: 'Demo, thinking' }).waitFor();
  await composer(page).locator('.thinking ui-chip').click();
  await composer(page).locator('.thinking').getByRole('menuitemradio').last().click();
  await composer(page).locator('.mode').click();
  await composer(page).getByRole('radio', { name: 'Open' }).check();
  await page.keyboard.press('Escape');
  const level = await composer(page).locator('.thinking ui-chip').innerText();
  await axeClean(page);
  await field(page).fill('thanks');
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
  await stopButton(page).waitFor({ state: 'detached' });
  await expect.poll(() => chips(page)).toEqual({ model: 'Demo, thinking', level, access: 'Open' });
  await page.keyboard.press('Control+n');
  await composer(page).locator('.box.tall').waitFor();
  await composer(page).locator('.model', { hasText: 'Demo, thinking' }).waitFor();
  // A model of which neither size nor price is known has no columns for them.
  const bare = { id: 'bare', name: 'A workshop', baseUrl: 'http://127.0.0.1:9/v1', api: 'openai-completions', models: [{ id: 'plain' }] };
  await callAs(page, 'providers', 'save', bare);
  const columns = () => picker.locator('.head :is(.window, .price)').evaluateAll(all => all.filter(one => one.checkVisibility()).length);
  await page.keyboard.press('Control+Shift+M');
  await picker.getByPlaceholder('Find a model').waitFor();
  const known = await columns();
  await page.keyboard.type('plain');
  await expect.poll(names).toEqual(['plain']);
  expect({ all, own, new: (await chips(page)).access, known, unknown: await columns() }).toEqual({
    known: 2,
    unknown: 0,
    all: ['Demo', 'Demo, thinking'],
    own: ['Demo, thinking'],
    new: 'Secure',
  });
});

test('what cannot be sent stays in the field with the reason beside it, and two windows show one draft', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await field(page).fill('Said here');
  await field(page).blur();
  const other = await app.openPage();
  await openComposer(other);
  await expect.poll(() => field(other).inputValue()).toBe('Said here');
  await field(other).fill('Said there');
  await field(other).blur();
  await expect.poll(() => field(page).inputValue()).toBe('Said there');
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|403|alive|closed/);
  await app.kill();
  await field(page).focus();
  await field(page).press('Enter');
  await composer(page).locator('ui-alert').waitFor();
  expect(await field(page).inputValue()).toBe('Said there');
});

test('typing into a long draft keeps every task short', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { longTasks: seen });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.push(Math.round(entry.duration));
    }).observe({ type: 'longtask' });
    const bare = document.createElement('textarea');
    bare.id = 'bare';
    bare.style.cssText = 'position:fixed;inset:0 auto auto 0;width:700px;height:300px';
    document.body.append(bare);
  });
  const bare = await tasksWhileTyping(page, page.locator('#bare'));
  await page.locator('#bare').evaluate(element => element.remove());
  const ours = await tasksWhileTyping(page, field(page));
  console.info(`tasks over 50 ms while typing into 100 KB: ${ours.join(', ') || 'none'}; in a bare field: ${bare.join(', ') || 'none'}`);
  expect((await field(page).inputValue()).endsWith('and more words at its end')).toBe(true);
});

/** How long the tasks were that kept the page from answering while somebody typed at the end of 100 KB. */
async function tasksWhileTyping(page: Page, typed: Locator): Promise<readonly number[]> {
  await typed.evaluate(async target => {
    (target as HTMLTextAreaElement).value = 'A line of an ordinary draft, with @src/app.ts in it.\n'.repeat(1900);
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await typed.press('Control+End');
  // What is laid out for the first time is no part of typing.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const tasks = () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
  await tasks();
  await typed.pressSequentially('and more words at its end', { delay: 15 });
  return await tasks();
}

async function chips(page: Page) {
  const of = (name: string) => composer(page).locator(`${name} .name`).first().innerText();
  return { model: await of('.model'), level: await of('.thinking'), access: await of('.mode') };
}

/** Adds a folder as a project, and with it goes to its draft. */
async function inProject(page: Page, folder: string): Promise<void> {
  await command(page, 'project folder');
  const dialog = page.locator('folder-dialog');
  const path = dialog.getByRole('textbox');
  await expect.poll(() => path.inputValue()).not.toBe('');
  await path.fill(folder);
  await path.press('Tab');
  await dialog.getByRole('button', { name: 'src' }).waitFor();
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.waitForURL(/project/);
}

test('a long paste becomes a file that can be text again, and arrow up in the empty field brings back what was sent', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await openComposer(page);
  const sent = ['thanks', 'thank you'];
  for (const text of sent) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.waitForURL(/%22conversation%22/);
    await page.locator('conversations-thread .user', { hasText: text }).waitFor();
    await expect.poll(() => page.getByText('Sending…').count()).toBe(0);
  }
  await expect.poll(() => stopButton(page).count()).toBe(0);
  const recalled: string[] = [];
  for (const [key, wanted] of [
    ['ArrowUp', 'thank you'],
    ['ArrowUp', 'thanks'],
    ['ArrowUp', 'thanks'],
    ['ArrowDown', 'thank you'],
    ['ArrowDown', ''],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => field(page).inputValue()).toBe(wanted);
    recalled.push(wanted);
  }
  const paste = async (text: string) => await handOver(page, 'paste', [], text);
  await paste('short');
  const short = await files(page);
  const lines = 'a line\n'.repeat(250);
  await paste(lines);
  await expect.poll(() => files(page)).toEqual(['pasted-text.txt']);
  await composer(page).locator('.file .open').click();
  await composer(page).getByRole('button', { name: 'Put into the message as text' }).click();
  await expect.poll(() => files(page)).toEqual([]);
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
  expect({ recalled, short, isText: (await field(page).inputValue()) === lines }).toEqual({
    recalled: ['thank you', 'thanks', 'thanks', 'thank you', ''],
    short: [],
    isText: true,
  });
});
