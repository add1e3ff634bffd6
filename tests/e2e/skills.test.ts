import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field } from './composer-page.ts';
import { connected } from './screen.ts';
import { command, enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const changelog =
  '---\nname: changelog\ndescription: Writes release notes from git commits.\nallowed-tools: Read\n---\n# <b>Notes</b>\nGroup by type.\n';

/** Adds a folder as a source on the page, and opens its skill. */
async function addFolder(page: Page, folder: string): Promise<void> {
  await enter(page, 'Skills');
  const skills = page.locator('skills-browser');
  await skills.getByRole('button', { name: 'Add from a folder' }).first().click();
  await skills.getByRole('textbox', { name: 'The path of a folder' }).fill(folder);
  await skills.getByRole('button', { name: 'Add', exact: true }).click();
  await skills
    .getByRole('button', { name: /changelog/ })
    .first()
    .click();
}

test('a skill of a folder is added, read as text, installed, updated with its difference, rated and removed on the page', async () => {
  using folder = tempFolder();
  const write = (text: string) => {
    mkdirSync(join(folder.path, 'changelog'), { recursive: true });
    writeFileSync(join(folder.path, 'changelog/SKILL.md'), text);
  };
  write(changelog);
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await addFolder(page, folder.path);
  const skills = page.locator('skills-browser');
  const details = page.locator('skills-details');
  await details.getByText('<b>Notes</b>').waitFor();
  await axeClean(page);
  await app.keep('skills-details');
  await details.getByRole('button', { name: 'Install' }).click();
  await details.getByRole('button', { name: 'Remove' }).waitFor();

  write(changelog.replace('by type', 'by reader').replace('Read', 'Read, Write'));
  await page.locator('skills-page').evaluate(async element => {
    const { view } = element as unknown as {
      view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } };
    };
    await view.connect({ id: 'skills' }).call('refresh', {});
  });
  await details.getByText('It also asks for Write.').waitFor();
  await app.keep('skills-update');
  await details.getByRole('button', { name: 'Update' }).click();
  await details.getByRole('button', { name: 'Stars: 4' }).click();
  await expect.poll(() => details.getByRole('button', { name: 'Stars: 4' }).getAttribute('aria-pressed')).toBe('true');
  expect(await details.getByText('It also asks for Write.').count()).toBe(0);

  await page.keyboard.press('Control+f');
  await skills.getByRole('spinbutton', { name: 'Min. installations' }).waitFor();
  await details.getByRole('button', { name: 'Remove' }).click();
  await details.waitFor({ state: 'detached' });
  await app.keep('skills');
});

test('an installed skill is offered in the composer by its name and by its call, until it is switched off', async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'changelog'), { recursive: true });
  writeFileSync(join(folder.path, 'changelog/SKILL.md'), changelog);
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await addFolder(page, folder.path);
  const details = page.locator('skills-details');
  await details.getByRole('button', { name: 'Install' }).click();
  await details.getByRole('button', { name: 'Remove' }).waitFor();
  await command(page, 'New conversation');
  const words = field(page);
  const options = composer(page).getByRole('option');
  await words.pressSequentially('/chan');
  await options.filter({ hasText: 'Writes release notes from git commits.' }).waitFor();
  await app.keep('composer-skill');
  await page.keyboard.press('Enter');
  const byName = await words.inputValue();
  await words.fill('');
  await words.pressSequentially('/skill:');
  await options.first().waitFor();
  const byCall = await options.locator('.name').allInnerTexts();
  await words.fill('');
  await enter(page, 'Skills');
  await page
    .locator('skills-browser')
    .getByRole('button', { name: /changelog/ })
    .first()
    .click();
  await details.getByRole('switch').click();
  // Ctrl+K belongs to the search of this page.
  await enter(page, 'Memory');
  await command(page, 'New conversation');
  const offered = async (): Promise<readonly string[]> => {
    await words.fill('');
    await words.pressSequentially('/');
    await options.first().waitFor();
    return await options.locator('.name').allInnerTexts();
  };
  await expect.poll(offered).not.toContain('/skill:changelog');
  expect({ byName, byCall }).toEqual({ byName: '/skill:changelog ', byCall: ['/skill:changelog'] });
});
