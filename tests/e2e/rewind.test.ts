import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, openComposer } from './composer-page.ts';
import { demoReady, rested, rows, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a message’s menu leads back to it: the conversation and its files go there together, and come again', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openComposer(page);
  await demoReady(page);
  const conversation = await say(page, 'thanks', { model: 'demo/demo' });
  await rested(page, conversation);
  await say(page, 'edit the notes', { conversation });
  await rested(page, conversation);
  const before = await rows(page);
  await page.keyboard.press('Control+Alt+b');
  const panel = page.locator('aside.panel');
  await panel.getByText('1 file', { exact: true }).waitFor();

  const dialog = page.getByRole('dialog');
  const rewind = async () => {
    const mine = thread(page)
      .getByRole('article')
      .filter({ has: page.locator('.user', { hasText: 'edit the notes' }) });
    await mine.hover();
    await mine.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rewind to here' }).click();
    await dialog.getByText('demo-notes.md').waitFor();
  };
  const words = () => field(page).inputValue();
  const redo = () => page.getByRole('button', { name: 'Redo' }).first().click();
  await rewind();
  await app.keep('rewind');
  await axeClean(page);
  await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
  await expect.poll(() => rows(page)).toEqual([...before.slice(0, 2), 'You went back to here. <Redo>']);
  await panel.getByText('1 file', { exact: true }).waitFor({ state: 'detached' });
  // What the tab says is not said once more below it.
  expect(await panel.getByText('Changes', { exact: true }).count()).toBe(1);
  await expect.poll(words).toBe('edit the notes');
  await app.keep('went-back');
  await redo();
  await expect.poll(() => rows(page)).toEqual(before);
  await panel.getByText('1 file', { exact: true }).waitFor();
  // Nobody changed the words that were put back: they are in the transcript again, and not in the field too.
  await expect.poll(words).toBe('');
  await rewind();
  await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
  await expect.poll(words).toBe('edit the notes');
  await field(page).press('Control+End');
  await field(page).pressSequentially(' again');
  await redo();
  await expect.poll(() => rows(page)).toEqual(before);
  expect(await words()).toBe('edit the notes again');
});
