import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { detail, memoryPage, openMemory } from './memory-page.ts';
import { connected } from './screen.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a memory that is being written is there again after Escape, not after it was given up, and the last one that is forgotten leaves no error', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await openMemory(page);
  await memoryPage(page).getByText('Capture waits for a model: the demo does not remember.').waitFor();
  const open = async () => await memoryPage(page).getByRole('button', { name: 'Write the first memory' }).click();
  const words = memoryPage(page).getByRole('textbox', { name: 'What holds' });
  await open();
  await words.fill('I like tea');
  await page.keyboard.press('Escape');
  await words.waitFor({ state: 'hidden' });
  await open();
  await expect.poll(() => words.inputValue()).toBe('I like tea');
  await memoryPage(page).getByRole('button', { name: 'Cancel' }).click();
  await open();
  const givenUp = await words.inputValue();
  await words.fill('I like coffee');
  await memoryPage(page).getByRole('button', { name: 'Remember', exact: true }).click();
  await detail(page).getByText('I like coffee').first().waitFor();
  await detail(page).getByRole('button', { name: 'Forget', exact: true }).click();
  await memoryPage(page).getByRole('button', { name: 'Undo' }).first().waitFor();
  await app.keep('memory-last-forgotten');
  expect({ givenUp, errors: await memoryPage(page).getByText('has no memory with the id').count() }).toEqual({ givenUp: '', errors: 0 });
});
